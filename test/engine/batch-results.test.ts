/** Proves what a result of a batch (section 2.8) says of its order: that it is done, refused, another's, or open. */
import { OTHER_TRON } from '../support/addresses';
import type { IDataObject } from 'n8n-workflow';
import { batchOf, NONE, SENT, useOrders } from './support/orders';

const { order } = useOrders({ settleMs: 5 });

const result = (index: number, more: IDataObject) => ({
	...{ index, op: 'x', status: 'accepted', body: {}, error: '' },
	...more,
});
const failed = (index: number, body: IDataObject) =>
	result(index, { status: 'failed', error: 'not_allowed', body });
const own = { ...SENT, ext_id: 'a' };
/** Sends these bodies, which the API does not know, and gives what is said of them. */
async function told(bodies: IDataObject[], results: IDataObject[], document?: IDataObject) {
	const body = { count: results.length, results };
	return await order(batchOf(bodies), {
		orders: [{ status: 200, body }],
		document: document ?? NONE,
	});
}

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

test.each<IDataObject>([{ body: {} }, { body: { ...own, amount: '9' } }])(
	'a result with an error and %j is a refusal',
	async (more) => {
		const said = await told([own], [result(0, { status: 'failed', error: 'x', ...more })]);
		expect(said.message).toBe('Batch: Create: refused (x)');
	},
);

test.each<[string, string, IDataObject]>([
	['an error beside an id', 'x', { error: 'x', body: { withdrawal_id: 'w' } }],
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
	['of other keys', [failed(0, { ext_id: 'c' }), failed(1, { ext_id: 'd' })]],
	['of one key twice', [failed(0, { ext_id: 'a' }), failed(1, { ext_id: 'a' }), result(2, {})]],
])('results %s say nothing of any order', async (_, results) => {
	const { description } = await told([own, { ...own, ext_id: 'b' }], results);
	expect(description).toContain(
		'All failures: item 0 with ext_id a: outcome unknown (unexpected_answer), item 0 with ext_id b: outcome unknown (unexpected_answer).',
	);
});

const REFUSED = { status: 'failed', error: 'not_allowed' };
/** A result that shows its order, and its key where that is given. */
const placed = (index: number, key?: string) =>
	result(index, { body: { ...(key && { ext_id: key }), status: 'pending' } });

const wrapped = { ...placed(2), body: { data: { ext_id: 'a', status: 'pending' } } };
const refused = (index: number) => result(index, REFUSED);
const inBody = failed(0, { ext_id: 'b' });
const beside = { ...refused(0), ext_id: 'b' };

test.each<[string, IDataObject[], string]>([
	['without keys, from 0 on', [placed(2), placed(0), refused(1)], ',refused,'],
	['with keys in any order', [inBody, placed(1, 'c'), placed(2, 'a')], ',refused,'],
	['with keys in an envelope', [inBody, placed(1, 'c'), wrapped], ',refused,'],
	['beside the bodies', [beside, placed(1, 'c'), { ...placed(2), ext_id: 'a' }], ',refused,'],
	['except the refused one', [placed(1, 'a'), refused(2), placed(3, 'c')], ',refused,'],
	['with keys that contradict', [placed(0, 'b'), refused(1), placed(2, 'c')], 'unknown,,'],
	['numbered otherwise', [placed(1, 'a'), refused(1), placed(2, 'c')], ',unknown,'],
	['of which one is missing', [placed(0, 'a'), refused(2)], ',unknown,unknown'],
])('each result goes to its own of a, b and c: %s', async (_, results, outcomes) => {
	const three = ['a', 'b', 'c'].map((key) => ({ ...SENT, ext_id: key }));
	for (const body of [{ results }, { status: 'ok', data: { results } }]) {
		const answers = { orders: [{ status: 200, body }], document: NONE };
		const { items } = await order(batchOf(three), answers, { onError: 'continueRegularOutput' });
		const said = items.map(({ details }) => (details as IDataObject | undefined)?.outcome ?? '');
		expect(said).toEqual(outcomes.split(','));
		for (const { ext_id: key, body: record } of items) {
			expect((record as IDataObject | undefined)?.ext_id ?? key).toBe(key);
		}
	}
});

test('a result that shows another recipient is of another order, under an automatic key as well', async () => {
	const { message } = await told([SENT], [result(0, { body: { to_address: OTHER_TRON } })]);
	expect(message).toMatch('outcome unknown (another_order)');
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
