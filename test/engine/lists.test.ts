/** Proves what is told of a list that Limit cuts, and of what stands around one. */
import { outputs } from './support/run-node';
import { OneAnswer } from './support/one-answer';
import { hintsOf } from './support/screenings';

const api = new OneAnswer();

afterAll(() => {
	api.close();
});

async function ledger(answer: unknown, { limit = 0, items = 1 } = {}) {
	const shown = limit === 0 ? { returnAll: true } : { returnAll: false, limit };
	const parameters = { resource: 'ledger', operation: 'getAll', ...shown, options: {} };
	const more = { items: Array.from({ length: items }, () => ({})) };
	const run = await api.run(answer, parameters, {}, more);
	return { items: outputs(run)[0]?.map(({ json }) => json), hints: hintsOf(run) };
}

const LINES = Array.from({ length: 7 }, (_, id) => ({ id }));
const CUT = '2 of 7 entries came out, by Limit: turn on Return All for the rest.';

describe('a list that Limit cuts', () => {
	test('is told of, in numbers', async () => {
		const { items, hints } = await ledger(LINES, { limit: 2 });
		expect(items).toEqual(LINES.slice(0, 2));
		expect(hints).toEqual([`Item 1: ${CUT}`]);
	});

	test('of several items takes one hint', async () => {
		const { hints } = await ledger(LINES, { limit: 2, items: 4 });
		expect(hints).toEqual([`Item 1: ${CUT} The same goes for item 2 to 4.`]);
	});

	test.each([7, 8, 0])('is not, with a Limit of %j', async (limit) => {
		expect(await ledger(LINES, { limit })).toEqual({ items: LINES, hints: [] });
	});
});

test('an empty list with a counter is no item', async () => {
	const { items } = await ledger({ lines: null, count: 0 });
	expect(items).toEqual([]);
});

test('a record with a field that is null is one', async () => {
	expect((await ledger({ id: 1, note: null })).items).toEqual([{ id: 1, note: null }]);
});

test('a list of names beside an empty list is not taken for it, and a hint says so', async () => {
	const answer = { lines: [], columns: ['id', 'amount'] };
	const hints = ['The response holds no list by itself: it came out as one item.'];
	expect(await ledger(answer)).toEqual({ items: [answer], hints });
});

test('an empty list beside the one that was asked for changes nothing', async () => {
	expect(await ledger({ lines: LINES, errors: [] })).toEqual({ items: LINES, hints: [] });
});
