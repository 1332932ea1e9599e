// Proves that APIs which keep every sentence of the document, and differ where it is silent, are never misread: with nothing
// set an order is done or unknown, and with the words that Setup or an operator tells it is done; by no others.
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { AREAS } from '../../partner-api/dialect/records';
import { API_CALL, GIFT, LOST, NONE, SENT, UNSAFE, useOrders, WITHDRAWAL } from './support/orders';
import type { OwnAnswer } from './support/answers';

const { api, order } = useOrders({ settleMs: 5 });

const ONCE = { retries: 0 };
const TOP_UP = { resource: 'card', operation: 'topUp', cardId: 'c-1', amount: '2', options: ONCE };
const OWN = { extIdMode: 'custom', extId: 'o-1' };
const WAITS = { waitUntilReady: true, options: { ...ONCE, maxWait: 1, pollInterval: 0.1 } };

// Other differences: test/unit/nodes/PartnerSettlement/orders/match.lookup.test.ts.
test('an amount with the fee, beside what was ordered: unknown, and done once API Differences says it', async () => {
	const document = { status: 'completed', card_id: 'c-1', amount: '2.30', net: '2.00' };
	const answers = { orders: [LOST], document };
	expect((await order(TOP_UP, answers)).message).toMatch(/: outcome unknown/);
	expect((await order(TOP_UP, { ...answers, differences: { amount: ['net'] } })).message).toBe('');
});

const SHOWN = { ext_id: 'o-1', card_id: 'c-1', amount: '2' };

test.each<[unknown, boolean]>([
	...[null, [], { document: null }].map((body): [unknown, boolean] => [body, true]),
	...[[SHOWN, SHOWN], 'x', { code: 'internal', data: {} }].map((body): [unknown, boolean] => [
		body,
		false,
	]),
])(
	'document_get of nothing is a success: %j says so, if that is told: %s',
	async (body, isNone) => {
		const answers = { orders: [{ status: 200, body: SHOWN }], document: { status: 200, body } };
		const top = { ...TOP_UP, ...OWN };
		expect((await order(top, answers)).sent).toEqual([]);
		const { message, sent } = await order(top, { ...answers, differences: { noOrder: ['empty'] } });
		expect(message).toMatch(isNone ? /^$/ : /outcome unknown \(may_exist\)/);
		expect(sent).toHaveLength(isNone ? 1 : 0);
	},
);

/** A gift card that is ordered with this status. */
const purchase = (status: string) => ({
	orders: [{ status: 201, body: { purchase_id: 'p-1', offer_id: GIFT.offerId, status } }],
});

test('a document with nothing but a failed status leaves an order that is waited for unknown', async () => {
	const document = { status: 'failed', document_status: 'failed' };
	const { message, description } = await order(
		{ ...GIFT, ...WAITS },
		{ ...purchase('pending'), document },
	);
	expect(message).toMatch(/outcome unknown \(ended_otherwise\)/);
	expect(description).toContain('Its status is failed.');
});

test('an order that a document names otherwise is found once that is told', async () => {
	const document = { request: { card: 'c-1' }, amount: '2', callback: { status: 'failed' } };
	const answers = { orders: [LOST], document: { ...document, status: 'completed' } };
	const retry = { mode: 'retry' } as const;
	const untold = await order({ ...TOP_UP, ...OWN }, answers, retry);
	expect(untold.description).toContain('Outcome unknown: the API shows an order for ext_id o-1.');
	const differences = { fields: { card_id: ['request.card'] } };
	const { message } = await order({ ...TOP_UP, ...OWN }, { ...answers, differences }, retry);
	expect(message).toBe('');
});

test('a network in other words does not make an API Call another order', async () => {
	const shown = { ...SENT, network: 'TRC20', ext_id: 'o-1', status: 'pending' };
	const { message } = await order(API_CALL, {
		orders: [{ status: 200, body: shown }],
		document: shown,
	});
	expect(message).toBe('');
});

test('a word that no entry knows is named without a wait as well, and one that was told is not', async () => {
	const { hints } = await order(GIFT, purchase('shipped'));
	expect(hints).toEqual([expect.stringMatching(/^The API calls it shipped\./)]);
	const differences = { standingStatuses: ['shipped'] };
	expect((await order(GIFT, { ...purchase('shipped'), differences })).hints).toEqual([]);
});

test('a lookup with 404 and a code that nobody knows names the step', async () => {
	const document = { status: 404, body: { error: 'nothing_here' } };
	const { description } = await order({ ...TOP_UP, ...OWN }, { document });
	expect(description).toContain(
		'(nothing_here): if this code means "no such order", add it to noOrder in API Differences',
	);
});

test.each([
	[404, 'not_found'],
	[409, 'card_not_ready'],
])('goods that are readable later: %d %s is waited for', async (status, error) => {
	let reads = 0;
	const gift = { status: 200, body: { purchase_id: 'p-1', epin: '1234', status: 'completed' } };
	const read = () => ((reads += 1) < 3 ? { status, body: { error } } : gift);
	const { items } = await order({ ...GIFT, ...WAITS }, { ...purchase('completed'), read });
	expect([items[0]?.outcome_reached, reads]).toEqual([true, 3]);
});

test('a word that no entry knows is named at the end of a wait, with where to tell it', async () => {
	const answers = { ...purchase('shipped'), document: NONE };
	const { hints } = await order({ ...GIFT, ...WAITS }, answers);
	expect(hints[0]).toMatch(/^Not complete when the wait ended: item 0\./);
	expect(hints[1]).toMatch(/^The API calls it shipped\./);
	expect(hints[1]).toMatch(/terminalStatuses.*failedStatuses.*another field.* as status\b/s);
});

test('a field that an assumed call lacks: the error names Body, where there is one', async () => {
	const refused = { status: 422, body: { error: 'currency_required' } };
	const { message, description } = await order(TOP_UP, { orders: [refused] });
	expect(message).toMatch(/refused \(currency_required\)$/);
	expect(description).toContain('fill in Body under Options of Card: Top Up.');
	const read = { resource: 'document', operation: 'get', extId: 'o-1', options: ONCE };
	expect((await order(read, { document: refused })).description).not.toMatch(/Body|calls/);
});

describe('words that the credential tells', () => {
	const differences = {
		noOrder: ['nothing_on_file', ' bad_request ', 'html_answer', 'connection_lost'],
		failedStatuses: ['Rejected', 'error'],
		terminalStatuses: ['Settled'],
	};

	const PLACED = { ext_id: 'o-1', order_id: 'x', status: 'pending' };
	const UNDER_OWN_KEY: [string, INodeParameters, IDataObject][] = [
		...UNSAFE.map(([name, { custom }]): [string, INodeParameters, IDataObject] => {
			const isBatch = custom.resource === 'batch';
			return [name, custom, isBatch ? { results: [{ index: 0, body: PLACED }] } : PLACED];
		}),
		['an API Call', API_CALL, PLACED],
	];

	describe.each(UNDER_OWN_KEY)('%s under a number of its own', (_, custom, body) => {
		const orders = [{ status: 200, body }];

		test.each<[string, OwnAnswer]>([
			['500, and a generic code', { status: 500, body: { error: 'bad_request' } }],
			['200, and other fields', { status: 200, body: { error: 'nothing_on_file', ext_id: 'o-1' } }],
		])(
			'goes out where a code that was told says that there is none, with %s',
			async (__, document) => {
				const { items, message, sent } = await order(custom, { orders, document, differences });
				expect(message).toBe('');
				expect(items).toMatchObject([{ ext_id: 'o-1' }]);
				expect(sent).toHaveLength(1);
				const untold = await order({ ...custom }, { orders, document });
				expect(untold.message).toMatch(/outcome unknown \(may_exist\)/);
				expect(untold.sent).toEqual([]);
			},
		);

		test('does not go out for another code, nor for a code of ours', async () => {
			const document = { status: 400, body: { error: 'nothing_on_file_here' } };
			const other = await order(custom, { orders, document, differences });
			for (const fault of ['502_html', 'closed_before'] as const) {
				api.sandbox.clearFaults();
				api.sandbox.addFault({ match: { path: '/document_get', times: 0 }, fault });
				const { message, sent } = await order(custom, { orders, differences });
				expect(message).toMatch(/outcome unknown \(may_exist\)/);
				expect([...other.sent, ...sent]).toEqual([]);
			}
		});

		test('does not go out where its kind has no documents', async () => {
			const told = { differences: { noDocument: [...AREAS] }, document: NONE };
			const { message, sent } = await order(custom, { ...told, orders });
			expect(message).toMatch(/outcome unknown \(may_exist\)/);
			expect(sent).toEqual([]);
		});

		test('is not said to exist where a lookup shows nothing', async () => {
			const document = { status: 200, body: { found: false, status: 'error' } };
			const { description } = await order(custom, { orders, document });
			expect(description).toContain('this attempt sent nothing, but an earlier one may have');
			const unkeyed = { document: { status: 200, body: { status: 'pending' } }, orders };
			const shown = await order(custom, { ...unkeyed, differences: { key: [] } });
			expect(shown.description).toContain('the API shows an order for ext_id o-1');
		});

		test('is not told as not sent where the exchange of a token is refused with such a code', async () => {
			const token = () => ({ status: 400, body: { error: 'bad_request' } });
			const { message, sent } = await order(custom, { token, differences });
			expect(message).toMatch(/outcome unknown \(may_exist\)/);
			expect(sent).toEqual([]);
		});
	});

	test('a status that was told ends the wait, beside those of the option and the assumed ones', async () => {
		const options = { retries: 0, pollInterval: 0.1, maxWait: 0.1, terminalStatuses: 'arrived' };
		const told = { ...differences, standingStatuses: ['expired'] };
		for (const status of ['SETTLED', 'arrived', 'completed', 'delivered', 'expired']) {
			const answers = { document: { ...SENT, status }, differences: told };
			const own = status === 'expired' ? { ...options, terminalStatuses: '' } : options;
			const { items } = await order({ ...WITHDRAWAL, waitUntilReady: true, options: own }, answers);
			expect(items).toMatchObject([{ outcome_reached: !/delivered|expired/.test(status) }]);
		}
	});
});
