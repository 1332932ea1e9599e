// What the trigger responds when it cannot handle a delivery: 503, a line in the log, and no run.
import { randomUUID } from 'node:crypto';
import type { IWebhookFunctions } from 'n8n-workflow';
import { receive } from '../../../../nodes/PartnerSettlementTrigger/receive';
import { signBody } from '../../../../partner-api';

type Context = Partial<Record<keyof IWebhookFunctions, unknown>>;

/** What the trigger does with a delivery that n8n hands it so. */
async function receiveIn(context: Context) {
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
	const whole: Context = {
		getResponseObject: () => response,
		logger: { error: (line: string) => logged.push(line) },
		...context,
	};
	const result = await receive(whole as unknown as IWebhookFunctions);
	return { result, answered, logged };
}

test('a delivery that cannot be handled at all is put off, and starts no run', async () => {
	const { result, answered, logged } = await receiveIn({
		getNode: () => {
			throw new Error('no instance');
		},
	});
	expect(result).toEqual({ noWebhookResponse: true });
	expect(answered).toEqual({
		status: 503,
		'Retry-After': '5',
		body: { error: 'delivery_failed' },
	});
	expect(logged).toEqual([expect.stringContaining('no instance')]);
});

test('in queue mode without Deduplication Redis URL a delivery is put off, also where the trigger is live', async () => {
	const event = {
		event_id: randomUUID(),
		event: 'test.ping',
		occurred_at: new Date().toISOString(),
		data: { ext_id: 'a', status: 'completed', document_status: 'done' },
	};
	const body = Buffer.from(JSON.stringify(event));
	const secret = randomUUID();
	const headersDistinct = { 'x-svc-signature': [signBody(secret, body.toString())] };
	process.env.EXECUTIONS_MODE = 'queue';
	try {
		const { result, answered, logged } = await receiveIn({
			getMode: () => 'webhook',
			getInstanceId: () => 'instance',
			getWorkflow: () => ({ id: 'workflow' }),
			getWorkflowSettings: () => ({}),
			getNode: () => ({ id: randomUUID() }),
			getCredentials: () => Promise.resolve({ webhookSecret: secret }),
			getNodeParameter: (name: string) => (name === 'events' ? ['*'] : { includeTestPing: true }),
			getRequestObject: () => ({
				headersDistinct,
				rawBody: body,
				readRawBody: () => Promise.resolve(),
			}),
		});
		expect(result).toEqual({ noWebhookResponse: true });
		expect(answered).toEqual({
			status: 503,
			'Retry-After': '5',
			body: { error: 'delivery_failed' },
		});
		expect(logged).toEqual([expect.stringMatching(/queue mode.*no Deduplication Redis URL/)]);
	} finally {
		delete process.env.EXECUTIONS_MODE;
	}
});
