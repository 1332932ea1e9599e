/** Proves that secrets come out masked, in items, errors and looked-up orders, unless they are asked for; and all else as it came. */
import type { INodeParameters } from 'n8n-workflow';
import { useApis, useFront, useOneAnswer } from './support/answers';
import { type NodeRun, ON, outputs } from './support/run-node';
import { type Answers, CARD, SENT, useOrders, WITHDRAWAL } from './support/orders';

const apis = useApis();
const one = useOneAnswer(apis);
const { start, order, api } = useOrders();
const frontOf = useFront(api);

const NAMES = 'code epin pin serial voucher vouchers serial_number number cvv'.split(' ');
const SECRETS = {
	...Object.fromEntries(NAMES.map((name) => [name, `${name}-hidden`])),
	activation: { lpa: 'LPA:1$smdp.example$hidden', qr_available: true },
};
const RECORD = { purchase_id: 'gift-1', status: 'completed', amount: '25.00' };

const results = [{ index: 0, status: 'accepted', body: { ...RECORD, ...SECRETS }, error: '' }];
const CALL = { resource: 'apiCall', operation: 'request', method: 'GET', path: '/partner/x' };
const BATCH = { resource: 'batch', operation: 'create', items: '[{"body":{}}]', extIdMode: 'auto' };
const DOCUMENT = { resource: 'document', operation: 'get', extId: 'order-1' };

/** Operations whose answer may be the record of a card, a gift card or an eSIM. */
test.each<[string, INodeParameters, object]>([
	['API Call: Request', CALL, { ...RECORD, ...SECRETS }],
	['Batch: Create', BATCH, { count: 1, results }],
	['Document: Get', DOCUMENT, { ...RECORD, ...SECRETS }],
])(
	'%s masks the secrets of every record, and shows them with Reveal Secrets',
	async (_, ...given) => {
		const [parameters, answer] = given;
		const itemWith = async (more: object) => {
			const run = await one(answer, { ...parameters, ...more, query: '{}', options: {} });
			expect(outputs(run)[0]).toHaveLength(1);
			return JSON.stringify(outputs(run)[0]);
		};
		const masked = await itemWith({});
		expect(masked).not.toContain('hidden');
		for (const name of NAMES) expect(masked).toContain(`"${name}":"••••`);
		for (const kept of Object.values(RECORD)) expect(masked).toContain(kept);
		const shown = await itemWith({ revealSecrets: true });
		for (const name of NAMES) expect(shown).toContain(`${name}-hidden`);
	},
);

// What is a secret: test/unit/partner-api/values/redact.test.ts.
test('an error holds no secret that the API says', async () => {
	const secret = 'card 4111 1111 1111 1111, CVV hidden, is blocked';
	const parameters = { resource: 'card', operation: 'get', cardId: 'c', options: { retries: 0 } };
	for (const body of [{ error: 'card_blocked', message: secret }, { error: secret }]) {
		const credential = await frontOf((path) =>
			path.includes('/cards/') ? { status: 422, body } : undefined,
		);
		const { error } = (await start(parameters, { credential })).data.resultData;
		const failed = outputs(await start(parameters, { credential, onError: 'continueErrorOutput' }));
		const shown = JSON.stringify([error, Object.entries(error ?? {}), error?.stack, failed]);
		expect(shown).toContain('••••••••');
		expect(shown).not.toMatch(/hidden|4111/);
	}
});

const MASK = '••••••••';
/** What Document: Get masks, whatever order the document is of. */
const GOODS = {
	number: '4111111111111111',
	code: 'code-hidden',
	serial: 'serial-hidden',
	voucher: 'voucher-hidden',
	confirmation_code: 'confirmation-hidden',
	otp_code: 'otp-hidden',
	giftcard_code: 'giftcard-hidden',
};
const MASKED = Object.fromEntries(Object.keys(GOODS).map((name) => [name, MASK]));
/** A field that stays readable in the response to an order, by the rules of its operation. */
const PLAIN = { risk_code: 'R1' };

const ESIM_TOP_UP = { resource: 'esim', operation: 'topUp', esimId: 'e', offerId: 'o' };
/** An operation, and what it sends by the API's names. */
const ORDERS: [INodeParameters, object][] = [
	[{ ...WITHDRAWAL, amount: '1' }, SENT],
	[{ resource: 'card', operation: 'freeze', cardId: 'c' }, { card_id: 'c' }],
	[ESIM_TOP_UP, { esim_id: 'e', offer_id: 'o' }],
	[CARD, { svc_product_id: 101 }],
];

/** An order that is answered with this status, and of which the document holds secrets. */
async function ordered(status: number, parameters: INodeParameters, sent: object) {
	const options = { retries: 0, pollInterval: 0.1, maxWait: 1 };
	const own = { extIdMode: 'auto', waitUntilReady: status === 200, ...parameters, options };
	const body = { ...sent, status: 'pending', error: '', ...PLAIN };
	const document = { ...sent, status: 'completed', ...GOODS };
	const { items, hints } = await order(own, { orders: [{ status, body }], document });
	return { item: items[0], hints };
}

test.each(ORDERS)('%j: a document is masked as Document: Get does', async (parameters, sent) => {
	const waited = await ordered(200, parameters, sent);
	expect(waited.item).toMatchObject({ ...sent, ...MASKED });
	// What the answer itself says goes by the rules of the operation.
	if (parameters.resource === 'withdrawal') expect(waited.item).toMatchObject(PLAIN);
	expect(waited.item).toHaveProperty('outcome_reached');
	const found = await ordered(500, parameters, sent);
	expect(found.item).toMatchObject({ ...sent, ...MASKED, status: 'completed' });
	expect(found.hints.join()).toMatch('Found by a lookup');
});

test.each([200, 500])('Reveal Secrets shows those of a document as well (%i)', async (status) => {
	const { item } = await ordered(status, { ...CARD, revealSecrets: true }, { svc_product_id: 101 });
	expect(item).toMatchObject(GOODS);
});

const FAILED = { card_id: 'another', status: 'failed', type: 'pan 4242424242424242', ...GOODS };
test.each<[string, Answers]>([
	['document', { document: FAILED }],
	['response', { orders: [{ status: 200, body: FAILED }] }],
])('a failed item redacts the %s that it shows', async (_, answers) => {
	const own = { resource: 'card', operation: 'topUp', cardId: 'c', amount: '1', extId: 'o-1' };
	const { items } = await order({ ...own, extIdMode: 'custom' }, answers, ON);
	expect(items).toMatchObject([{ details: { record: MASKED } }]);
	expect(JSON.stringify(items)).not.toMatch(/4242|hidden/);
});

describe('what is no secret', () => {
	async function itemsOf(answer: unknown, parameters: INodeParameters, more?: Partial<NodeRun>) {
		const run = await one(answer, { options: {}, ...parameters }, more);
		return (outputs(run)[0] ?? []).map(({ json }) => json);
	}

	const ofNobody =
		"where nothing could unmask them, secrets do not come out, nor a card's number: %s";
	test.each(['kyt', 'ledger', 'card'])(ofNobody, async (resource) => {
		const secrets = { activation_code: 'hidden', epin: 'hidden', pan: 'hidden', qr: 'hidden' };
		const answer = [{ ...secrets, note: '5105105105105100' }];
		const [item] = await itemsOf(answer, { resource, operation: 'getAll', returnAll: true });
		expect(JSON.stringify(item)).not.toContain('hidden');
		// Except screenings.
		expect(item).toMatchObject({ note: resource === 'kyt' ? expect.any(String) : '••••••••' });
	});

	test.each([null, false])('an error that is %j stays at the top of an item', async (error) => {
		const answer = { status: 'completed', error };
		const call = { ...CALL, base: 'api' };
		expect(await itemsOf(answer, call)).toEqual([answer]);
		expect(await itemsOf(answer, DOCUMENT)).toEqual([answer]);
	});

	const SAYS_ERROR = 'an error in a response that is %j never makes n8n run the node again';
	test.each(['', 'provider_declined', null])(SAYS_ERROR, async (error) => {
		await itemsOf({ status: 'failed', error }, DOCUMENT, { maxTries: 2 });
		expect(apis.requests.filter((request) => !request.endsWith('/token'))).toHaveLength(1);
	});
});
