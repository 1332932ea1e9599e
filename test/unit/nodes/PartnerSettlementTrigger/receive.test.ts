// What the trigger responds to a delivery that starts no run, and what the log says of it: nothing of a signature.
// It also proves that no signed event is refused over its data.
import { randomUUID } from 'node:crypto';
import type { IWebhookFunctions } from 'n8n-workflow';
import { readDeliveryCounts } from '../../../../nodes/delivery-counts';
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

test.each<[string, Context]>([
	['context.getNode is not a function', {}],
	['The credential has no Webhook Secret', delivered(' ', '{}', [signBody('guess', '{}')])],
])('a delivery is put off and starts no run: %s', async (why, context) => {
	const { result, answered, logged } = await receiveIn(context);
	expect(result).toEqual({ noWebhookResponse: true });
	expect(answered).toEqual({ status: 503, 'Retry-After': '5', body: { error: 'delivery_failed' } });
	expect(logged).toEqual([`Delivery postponed: ${why}`]);
});

test('counts are those of all triggers of the workflow, without tests in the editor', async () => {
	const of = (id: string, mode: string) => ({
		getMode: () => mode,
		getNode: () => ({ id: randomUUID(), credentials: { partnerSettlementApi: { id } } }),
	});
	const context = { ...delivered('secret', '{}', undefined), ...of('2', 'manual') };
	for (const more of [of('1', 'webhook'), of('2', 'webhook'), of('1', 'manual')]) {
		await receiveIn({ ...context, ...more });
	}
	const { refused } = await readDeliveryCounts(context as unknown as IWebhookFunctions, undefined);
	expect(refused).toEqual({ 'no header': 2 });
});

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
