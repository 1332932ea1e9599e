import { DERIVED, own, run } from '../support/operation-runner';
import { TRON } from '../../support/addresses';
import { certificateKey } from '../../../partner-api';

export function screening(): void {
	describe('screening', () => {
		let id: string;

		test('KYT Screening: Quote', async () => {
			const { request } = await run('kyt', 'quote');
			expect(request).toEqual({ call: 'POST /core/api/kyt_quote', body: undefined });
		});

		test('KYT Screening: Check', async () => {
			const { first, request } = await run('kyt', 'check', { network: 'tron_usdt', address: TRON });
			expect(request).toEqual({
				call: 'POST /core/api/partner/kyt_check',
				body: {
					network: 'tron_usdt',
					address: TRON,
					ext_id: expect.stringMatching(DERIVED) as string,
				},
			});
			id = String(first.id);
			expect(id).toMatch(/^900719925474\d{4}$/);
		});

		test('KYT Screening: Screen', async () => {
			own.sandbox.configure({ kytDelayMs: 1200 });
			const { first } = await run('kyt', 'screen', {
				network: 'tron_usdt',
				address: TRON,
				additionalFields: { refresh: true },
				options: { pollInterval: 0.2 },
			});
			own.sandbox.configure({ kytDelayMs: 0 });
			expect(first).toMatchObject({ status: 'completed', risk_score: 3, sanctions_hit: false });
		});

		test('KYT Screening: Get sends every digit of the id', async () => {
			const { first, result } = await run('kyt', 'get', { id });
			expect(first).toMatchObject({ id, address: TRON });
			expect(result.items).toHaveLength(1);
			expect(own.sandbox.state.requests.at(-1)?.body).toBe(`{"id":${id}}`);
		});

		test('KYT Screening: Verify a Certificate', async () => {
			const { publicKey } = await certificateKey(own.partner.privateKeyPem);
			const { first, request } = await run('kyt', 'verify', { certificate: 'none' });
			expect(request.call).toBe(' ');
			expect(first).toEqual({
				valid: false,
				reason: 'This is no certificate of a screening',
				verification_key: publicKey,
			});
		});

		test('KYT Screening: Get Many', async () => {
			const { items, request } = await run('kyt', 'getAll');
			expect(request).toEqual({ call: 'POST /core/api/partner/kyt_check_history', body: {} });
			expect(items.map((check) => check.id)).toContain(id);
		});

		test('KYT Screening: Get Many of one address', async () => {
			const additionalFields = { address: 'of-nobody' };
			const { items, request } = await run('kyt', 'getAll', { additionalFields });
			expect(request.body).toEqual({ address: 'of-nobody' });
			expect(items).toEqual([]);
		});
	});
}
