// What the trigger responds to a delivery that starts no run, and what the log says of it: nothing of a signature.
// It also proves that no signed event is refused over its data.
import { randomUUID } from 'node:crypto';
import type { IWebhookFunctions } from 'n8n-workflow';
import { receive } from '../../../../nodes/PartnerSettlementTrigger/receive';
import { signBody } from '../../../../partner-api';

type Context = Partial<Record<keyof IWebhookFunctions, unknown>>;

/** What the trigger does with a delivery in this context. */
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
		logger: {
			error: (line: string) => logged.push(line),
			warn: (line: string) => logged.push(line),
		},
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
	expect(answered).toEqual({ status: 503, 'Retry-After': '5', body: { error: 'delivery_failed' } });
	expect(logged).toEqual([expect.stringContaining('no instance')]);
});

/** A trigger that is tried in the editor, and a delivery of this body with these signature headers. */
function delivered(secret: string, body: string, signatures: string[] | undefined): Context {
	return {
		getMode: () => 'manual',
		getInstanceId: () => 'instance',
		getWorkflow: () => ({ id: 'workflow' }),
		getNode: () => ({ id: randomUUID() }),
		getCredentials: () => Promise.resolve({ webhookSecret: secret }),
		getRequestObject: () => ({
			headersDistinct: { 'x-svc-signature': signatures },
			rawBody: Buffer.from(body),
			readRawBody: () => Promise.resolve(),
		}),
	};
}

test.each<[string, (signature: string) => string[] | undefined]>([
	['no header', () => undefined],
	['no header', () => ['']],
	['header twice', (signature) => [signature, signature]],
	['no match', (signature) => [signature.replace(/./g, (digit) => (digit === '0' ? '1' : '0'))]],
])(
	'the log says why a delivery is refused (%s), and nothing of its signature',
	async (why, made) => {
		const [secret, body] = [randomUUID(), '{}'];
		const signatures = made(signBody(secret, body));
		const { answered, logged } = await receiveIn(delivered(secret, body, signatures));
		expect(answered).toEqual({ status: 401, body: { error: 'invalid_signature' } });
		expect(logged).toEqual([`Delivery refused: ${why}`]);
	},
);

test.each<[string, object]>([
	['data of PHP', { data: [] }],
	['data as text', { data: 'x' }],
	['neither data nor a time', {}],
	['a number as time', { data: {}, occurred_at: 5 }],
])('a signed event with %s starts a run', async (_, fields) => {
	const event = { event_id: 'evt_7', event: 'withdrawal.status_changed', ...fields };
	const [secret, body] = [randomUUID(), JSON.stringify(event)];
	const { result, logged } = await receiveIn(delivered(secret, body, [signBody(secret, body)]));
	expect(result).toMatchObject({
		webhookResponse: { received: true, event_id: 'evt_7' },
		workflowData: [[{ json: event }]],
	});
	expect(logged).toEqual([]);
});

test.each([{ event: 'test.ping' }, { event_id: 'evt_7' }, []])(
	'a signed body %j is refused as no event',
	async (given) => {
		const [secret, body] = [randomUUID(), JSON.stringify(given)];
		const { answered, logged } = await receiveIn(delivered(secret, body, [signBody(secret, body)]));
		expect(answered).toEqual({ status: 400, body: { error: 'invalid_event' } });
		expect(logged).toEqual(['Delivery refused: it is signed, but it has no event_id or no event']);
	},
);
