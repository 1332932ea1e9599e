/** Proves what a result of a batch (section 2.8) says of its order: that it is done, refused, another's, or open. */
import type { IDataObject } from 'n8n-workflow';
import { OTHER_TRON, TRON } from '../support/addresses';
import { batchOf } from './support/batch';
import { NONE, SENT, useOrders } from './support/orders';

const { order } = useOrders({ settleMs: 5 });

const result = (index: number, more: IDataObject) => ({
	...{ index, op: 'x', status: 'accepted', body: {}, error: '' },
	...more,
});
const failed = (index: number, body: IDataObject) =>
	result(index, { status: 'failed', error: 'not_allowed', body });
const own = { ...SENT, ext_id: 'a' };
const TOP_UP = { card_id: 'c', amount: '25', ext_id: 'a' };
const SCREENING = { network: 'tron_usdt', address: TRON, ext_id: 'a' };

/** Sends these bodies, which the API does not know, and gives what is said of them. */
async function told(bodies: IDataObject[], results: IDataObject[], document?: IDataObject) {
	const body = { count: results.length, results };
	return await order(batchOf(bodies), {
		orders: [{ status: 200, body }],
		document: document ?? NONE,
	});
}

test.each<[string, IDataObject, IDataObject]>([
	['with its key alone', own, { ext_id: 'a' }],
	['spelled otherwise', own, { ext_id: 'a', amount: '1.00', network: 'tron' }],
	['of a status alone', own, { status: 'pending', error: '' }],
	['with a word that nobody knows beside its key', own, { ext_id: 'a', status: 'on_hold' }],
])('a result %s is that of the order, and comes out as it is', async (_, body, record) => {
	const { items } = await told([body], [result(0, { body: record })]);
	expect(items).toMatchObject([{ ext_id: 'a', status: 'accepted', body: record }]);
});

test.each<IDataObject>([{ error: false }, { status: 201 }, { index: '0' }])(
	'a result counts although a field is written as %j, beside one that is nothing',
	async (more) => {
		const record = { ...own, withdrawal_id: 'w', status: 'pending' };
		const results = [null, result(0, { body: record, ...more })];
		const body = { count: 2, results: more.index === undefined ? results : results.slice(1) };
		const { items, message } = await order(batchOf([own]), {
			orders: [{ status: 200, body }],
			document: NONE,
		});
		expect(message).toBe('');
		expect(items).toMatchObject([{ body: record }]);
	},
);

test('results that fail without a key are no acceptance: a second try sends the orders again', async () => {
	const failure = { status: 'failed', error: 'insufficient_balance', body: {} };
	const refused = { status: 200, body: { count: 2, results: [failure, failure] } };
	const batch = batchOf(['r-1', 'r-2'].map((key) => ({ ...SENT, ext_id: key })));
	const { sent } = await order(batch, { orders: [refused], document: NONE }, { maxTries: 2 });
	expect(sent).toHaveLength(2);
});

test.each([
	['failed', 'refused (came_to_nothing)', own],
	['cancelled', 'refused (came_to_nothing)', own],
	['failed', 'outcome unknown (ended_otherwise)', { ...own, status: 'pending' }],
	['rejected', 'outcome unknown (ended_otherwise)', own],
	['error', '', own],
])("a result's own status %s can only fail its order or make it unclear: %s", async (...row) => {
	const [status, said, body] = row;
	const { message } = await told([own], [result(0, { body, status })]);
	expect(message).toBe(said && `Batch: Create: ${said}`);
});

test.each<[string, string, IDataObject, IDataObject]>([
	['amount', 'unexpected_answer', own, { ...own, amount: '2' }],
	['amount', 'unexpected_answer', TOP_UP, { ...TOP_UP, amount: '24.37' }],
	['to_address', 'another_order', own, { ...own, to_address: OTHER_TRON }],
	['card_id', 'another_order', TOP_UP, { ...TOP_UP, card_id: 'd' }],
	['address', 'another_order', SCREENING, { ...SCREENING, address: OTHER_TRON }],
])('a result with another %s is not done (%s)', async (field, code, body, record) => {
	const said = await told([body], [result(0, { body: record })]);
	expect(said.message).toBe(`Batch: Create: outcome unknown (${code}); repeat only with ext_id a`);
	expect(said.description).toContain(`t differs in ${field}`);
});

test.each<[string, string, IDataObject]>([
	['an error', 'not_allowed', { status: 'failed', error: 'not_allowed' }],
	['both', 'not_allowed', { status: '403', error: 'not_allowed' }],
	['an error, and what was ordered', 'x', { error: 'x', body: { ...own, amount: '9' } }],
	['an error, and the card it was for', 'x', { error: 'x', body: { ...TOP_UP } }],
])('a result with %s is a refusal', async (_, code, more) => {
	const said = await told([more.body ? (more.body as IDataObject) : own], [result(0, more)]);
	expect(said.message).toBe(`Batch: Create: refused (${code})`);
});

test.each<[string, string, IDataObject]>([
	['an HTTP status alone', 'unexpected_answer', { status: '422' }],
	['an error beside an id', 'x', { error: 'x', body: { withdrawal_id: 'w' } }],
	['an error beside a status', 'x', { error: 'x', body: { document_status: 'pending' } }],
	['an error in its record', 'declined', { body: { withdrawal_id: 'w', error: 'declined' } }],
	['no order at all', 'unexpected_answer', {}],
])('a result with %s leaves its order open: it is looked up', async (_, code, more) => {
	const results = [result(0, more)];
	expect((await told([own], results)).message).toBe(
		`Batch: Create: outcome unknown (${code}); repeat only with ext_id a`,
	);
	const { items } = await told([SENT], results, { ...SENT, status: 'done' });
	expect(items).toMatchObject([{ body: { status: 'done' } }]);
});

test.each<[string, IDataObject[]]>([
	['numbered twice the same', [result(0, { error: 'x' }), result(0, { error: 'x' })]],
	['numbered with a gap', [result(1, { error: 'x' })]],
	['numbered from 2 on', [result(2, { error: 'x' }), result(3, { error: 'x' })]],
	['of other keys', [failed(0, { ext_id: 'c' }), failed(1, { ext_id: 'd' })]],
	['of one key twice', [failed(0, { ext_id: 'a' }), failed(1, { ext_id: 'a' }), result(2, {})]],
	['of another key, and one without', [failed(0, { ext_id: 'c' }), result(1, { error: 'x' })]],
])('results %s say nothing of any order', async (_, results) => {
	const { description } = await told([own, { ...own, ext_id: 'b' }], results);
	expect(description).toContain(
		'All that failed: item 0 with ext_id a: outcome unknown (unexpected_answer), item 0 with ext_id b: outcome unknown (unexpected_answer).',
	);
});

test("a list in the place of the key is nobody's key: it is not told by its place", async () => {
	const swapped = (more: (key: string) => IDataObject) =>
		['b', 'a'].map((key, index) => result(index, more(key)));
	const within = swapped((key) => ({ body: { ext_id: [key], withdrawal_id: `w-${key}` } }));
	const beside = swapped((key) => ({ ext_id: [key], body: { withdrawal_id: `w-${key}` } }));
	for (const results of [within, beside]) {
		const { items, message } = await told([own, { ...own, ext_id: 'b' }], results);
		expect(items).toEqual([]);
		expect(message).toMatch('outcome unknown');
	}
});

const REFUSED = { status: 'failed', error: 'not_allowed' };
/** A result that shows its order, and its key where that is given. */
const placed = (index: number, key?: string) =>
	result(index, { body: { ...(key && { ext_id: key }), status: 'pending' } });

describe('of the orders a, b and c', () => {
	const three = ['a', 'b', 'c'].map((key) => ({ ...SENT, ext_id: key }));
	const wrapped = { ...placed(2), body: { data: { ext_id: 'a', status: 'pending' } } };

	test.each<[string, IDataObject[], string[]]>([
		['without keys, from 0 on', [placed(2), placed(0), result(1, REFUSED)], ['', 'refused', '']],
		['without keys, from 1 on', [placed(1), placed(3), result(2, REFUSED)], ['', 'refused', '']],
		[
			'with keys in any order',
			[failed(0, { ext_id: 'b' }), placed(1, 'c'), placed(2, 'a')],
			['', 'refused', ''],
		],
		[
			'with keys in an envelope',
			[failed(0, { ext_id: 'b' }), placed(1, 'c'), wrapped],
			['', 'refused', ''],
		],
		[
			'with keys beside the bodies',
			[{ ...result(0, REFUSED), ext_id: 'b' }, placed(1, 'c'), { ...placed(2), ext_id: 'a' }],
			['', 'refused', ''],
		],
		[
			'with keys but for the refused one, from 1 on',
			[placed(1, 'a'), result(2, REFUSED), placed(3, 'c')],
			['', 'refused', ''],
		],
		[
			'with keys that contradict the numbers',
			[placed(0, 'b'), result(1, REFUSED), placed(2, 'c')],
			['unknown', '', ''],
		],
		[
			'with keys that are numbered otherwise',
			[placed(1, 'a'), result(1, REFUSED), placed(2, 'c')],
			['', 'unknown', ''],
		],
		['of which one is missing', [placed(0, 'a'), result(2, REFUSED)], ['', 'unknown', 'unknown']],
		[
			'of which one is there twice',
			[placed(0, 'a'), placed(1, 'a'), placed(2, 'c')],
			['unknown', 'unknown', ''],
		],
	])('each result goes to its own: %s', async (_, results, outcomes) => {
		for (const body of [{ results }, { status: 'ok', data: { results } }]) {
			const answers = { orders: [{ status: 200, body }], document: NONE };
			const { items } = await order(batchOf(three), answers, { onError: 'continueRegularOutput' });
			const said = items.map(({ details }) => (details as IDataObject | undefined)?.outcome ?? '');
			expect(said).toEqual(outcomes);
			for (const { ext_id: key, body: record } of items) {
				expect((record as IDataObject | undefined)?.ext_id ?? key).toBe(key);
			}
		}
	});
});

test('an error that the document does not name is looked up, as one order may exist', async () => {
	const results = [result(0, { status: 'failed', error: 'internal_error' })];
	const none = await told([own], results);
	expect(none.message).toContain('refused (internal_error)');
	// Before it is sent, as the key is the operator's own, and afterwards.
	expect(none.lookups).toBe(2);
	// An automatic key is looked up only where the error leaves the order open.
	const { items, lookups } = await told([SENT], results, { ...SENT, status: 'done' });
	expect(items).toMatchObject([{ body: { status: 'done' } }]);
	expect(lookups).toBe(1);
});
