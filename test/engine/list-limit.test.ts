/** Proves that Limit cuts a list, and what is told of a response without one. */
import { outputs } from './support/run-node';
import { OneAnswer } from './support/one-answer';
import { hintsOf } from './support/screenings';

const api = new OneAnswer();

afterAll(() => {
	api.close();
});

async function ledger(answer: unknown, { limit = 0, apiDifferences = {} } = {}) {
	const shown = limit === 0 ? { returnAll: true } : { returnAll: false, limit };
	const parameters = { resource: 'ledger', operation: 'getAll', ...shown, options: {} };
	const run = await api.run(answer, parameters, {}, { credential: { apiDifferences } });
	return { items: outputs(run)[0]?.map(({ json }) => json), hints: hintsOf(run) };
}

const LINES = Array.from({ length: 7 }, (_, id) => ({ id }));

test.each([
	[2, LINES.slice(0, 2)],
	[7, LINES],
	[0, LINES],
])('a Limit of %j', async (limit, items) => {
	expect(await ledger(LINES, { limit })).toEqual({ items, hints: [] });
});

test('fields around a list are told, but for the cursor that is followed', async () => {
	const answer = { lines: LINES, next_cursor: null, currency: 'USDT' };
	const hint = (names: string) => [
		`The response also held ${names}. Turn on Whole Response under Options to see it.`,
	];
	expect((await ledger(answer)).hints).toEqual(hint('next_cursor, currency'));
	const apiDifferences = { cursor: { response: 'next_cursor', request: 'cursor' } };
	expect((await ledger(answer, { apiDifferences })).hints).toEqual(hint('currency'));
});

test('a list of names beside an empty list is not taken for it, and a hint says so', async () => {
	const answer = { lines: [], columns: ['id', 'amount'] };
	const hints = [
		'The response holds no list, or several: it came out as one item. Name the field that holds the list under envelope in API Differences.',
	];
	expect(await ledger(answer)).toEqual({ items: [answer], hints });
	const apiDifferences = { envelope: ['columns'] };
	const { items } = await ledger({ lines: [], columns: LINES }, { apiDifferences });
	expect(items).toEqual(LINES);
});
