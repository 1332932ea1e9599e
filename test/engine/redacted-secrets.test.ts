/** Proves that secrets come out masked, in items and in errors, unless they are asked for. */
import { OneAnswer } from './support/one-answer';
import { Servers } from '../support/servers';
import { useSandbox } from '../support/use-sandbox';
import { startFront } from './support/front';
import { type NodeRun, outputs, startNode } from './support/run-node';

const api = new OneAnswer();

const servers = new Servers();
const sandbox = useSandbox();

afterAll(() => {
	api.close();
	servers.close();
});

const GIFT = {
	code: 'code-hidden',
	epin: 'epin-hidden',
	pin: 'pin-hidden',
	serial: 'serial-hidden',
	voucher: 'voucher-hidden',
	vouchers: 'vouchers-hidden',
	serial_number: 'serial-number-hidden',
};
const CARD = { number: 'number-hidden', cvv: 'cvv-hidden', pin: 'pin-hidden' };
const ESIM = { activation: { lpa: 'LPA:1$smdp.example$hidden', qr_available: true } };
const RECORD = { purchase_id: 'gift-1', status: 'completed', amount: '25.00' };

/** Operations whose answer may be the record of a card, a gift card or an eSIM. */
const OPERATIONS: [string, object, (record: object) => object][] = [
	[
		'API Call: Request',
		{ resource: 'apiCall', operation: 'request', method: 'GET', base: 'api', path: '/partner/x' },
		(record) => record,
	],
	[
		'Batch: Create',
		{ resource: 'batch', operation: 'create', items: '[{"body":{}}]', extIdMode: 'auto' },
		(record) => ({
			count: 1,
			results: [{ index: 0, status: 'accepted', body: record, error: '' }],
		}),
	],
	[
		'Document: Get',
		{ resource: 'document', operation: 'get', extId: 'order-1' },
		(record) => record,
	],
];

describe.each(OPERATIONS)('%s', (_name, parameters, answerOf) => {
	const answer = answerOf({ ...RECORD, ...GIFT, ...CARD, ...ESIM });

	async function itemWith(options: object): Promise<string> {
		const run = await api.run(answer, { ...parameters, ...options, query: '{}', options: {} });
		const [output = []] = outputs(run);
		expect(output).toHaveLength(1);
		return JSON.stringify(output);
	}

	test('masks the secrets of every record that can come back', async () => {
		const item = await itemWith({});
		expect(item).not.toContain('hidden');
		for (const name of Object.keys({ ...GIFT, ...CARD })) expect(item).toContain(`"${name}":"••••`);
		for (const kept of Object.values(RECORD)) expect(item).toContain(kept);
	});

	test('shows them with Reveal Secrets', async () => {
		const item = await itemWith({ revealSecrets: true });
		for (const secret of Object.values({ ...GIFT, ...CARD })) expect(item).toContain(secret);
	});
});

describe('an error', () => {
	/** Reads a card from an API that refuses it with these words. */
	async function refusedWith(body: object, onError?: NodeRun['onError']) {
		const { url } = sandbox.sandbox;
		const front = await startFront(servers, url, (path) =>
			path.includes('/cards/') ? { status: 422, body } : undefined,
		);
		return await startNode({
			parameters: { resource: 'card', operation: 'get', cardId: 'c', options: { retries: 0 } },
			items: [{}],
			credential: { ...sandbox.contract.credential({ apiUrl: `${front}/gw` }) },
			onError,
		});
	}

	test.each([
		'card 4111 1111 1111 1111, CVV hidden, is blocked',
		'cannot read eyJoaWRkZW4ifQ.a.b.c.d',
		'LPA:1$smdp.example$hidden is used up',
		'bearer "eyJoaWRkZW4ifQ.a.b"',
		'{"provider":"x","cvv":"hidden"}',
	])('holds no secret that the API says: %s', async (secret) => {
		for (const body of [{ error: 'card_blocked', message: secret }, { error: secret }]) {
			const { error } = (await refusedWith(body)).data.resultData;
			const failed = outputs(await refusedWith(body, 'continueErrorOutput'));
			const shown = JSON.stringify([error, Object.entries(error ?? {}), error?.stack, failed]);
			expect(shown).toContain('••••••••');
			expect(shown).not.toMatch(/hidden|4111|eyJo/);
		}
	});
});
