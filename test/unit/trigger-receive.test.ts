import type { IWebhookFunctions } from 'n8n-workflow';
import { receive } from '../../nodes/PartnerSettlementTrigger/receive';

test('a delivery that cannot be handled at all is put off, and starts no run', async () => {
	const answered: Record<string, unknown> = {};
	const logged: string[] = [];
	const response = {
		set: (name: string, value: string) => {
			answered[name] = value;
		},
		status: (status: number) => {
			answered.status = status;
			return response;
		},
		json: (body: unknown) => {
			answered.body = body;
		},
	};
	const broken: Partial<Record<keyof IWebhookFunctions, unknown>> = {
		getRequestObject: () => {
			throw new Error('no request');
		},
		getResponseObject: () => response,
		logger: { error: (line: string) => logged.push(line) },
	};
	const result = await receive(broken as unknown as IWebhookFunctions);
	expect(result).toEqual({ noWebhookResponse: true });
	expect(answered).toEqual({
		status: 503,
		'Retry-After': '5',
		body: { error: 'delivery_failed' },
	});
	expect(logged).toEqual([expect.stringContaining('no request')]);
});
