import { run } from '../support/operation-runner';

export function webhookSettings(): void {
	describe('webhook settings', () => {
		test('Webhook: Set URL', async () => {
			const callbackUrl = 'https://n8n.example.com/webhook/settlement';
			const { request } = await run('webhook', 'setUrl', {
				callbackUrl,
				confirmReplace: true,
			});
			expect(request).toEqual({
				call: 'POST /core/api/partner/webhook_register',
				body: { callback_url: callbackUrl },
			});
		});

		test('Webhook: Rotate Secret', async () => {
			const { request, first } = await run('webhook', 'rotateSecret', { revealSecrets: true });
			expect(request).toEqual({ call: 'POST /core/auth/v1/agent/hmac/rotate', body: undefined });
			expect(String(first.hmac_secret).length).toBeGreaterThan(16);
		});
	});
}
