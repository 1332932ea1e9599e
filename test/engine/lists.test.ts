/** Proves what comes out of a list: Limit cuts it, and an empty one is no item, but a sentence to an AI agent. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { TRON } from '../support/addresses';
import { OneAnswer } from './support/one-answer';
import { type NodeRun, outputs } from './support/run-node';
import { hintsOf } from './support/screenings';

const api = new OneAnswer();
const CALL = { resource: 'apiCall', operation: 'request', method: 'GET', path: '/partner/cards' };
const CARDS = { resource: 'card', operation: 'getAll' };
const LEDGER = { resource: 'ledger', operation: 'getAll', returnAll: true };
const SCREENINGS = { resource: 'kyt', operation: 'getAll', returnAll: true };
const OF_ADDRESS = { ...SCREENINGS, additionalFields: { address: TRON } };
const SEARCH = { resource: 'giftOffer', operation: 'search', query: 'books', returnAll: true };
const AS_TOOL = { settings: { type: 'n8n-nodes-partner-settlement.partnerSettlementTool' } };
const LINES = Array.from({ length: 7 }, (_, id) => ({ id }));

afterAll(() => {
	api.close();
});

async function listed(answer: unknown, parameters: INodeParameters, more: Partial<NodeRun> = {}) {
	const run = await api.run(answer, { options: {}, ...parameters }, { id: 1 }, more);
	return { items: (outputs(run)[0] ?? []).map(({ json }) => json), hints: hintsOf(run) };
}

const note = (asked = '') => ({
	note_for_agent: `The list is empty: the API gave no entries${asked}. That is not the result of a check.`,
});
const MORE = {
	note_for_agent:
		'This page of the list is empty, but the API says that the list has more entries.',
};
const CARD = { card_id: 'c-1' };

test.each<[string, unknown, INodeParameters, IDataObject, IDataObject[]]>([
	['no screenings', [], SCREENINGS, note(), []],
	['none in an envelope', { data: { checks: [] }, total: 0 }, SCREENINGS, note(), []],
	['no screenings of an address', [], OF_ADDRESS, note(' for this address'), []],
	['no cards, at most 50', [], { ...CARDS, limit: 50 }, note(), []],
	['no gift offers of a search', [], SEARCH, note(' for this query'), []],
	['nothing for an API Call', [], CALL, note(), []],
	['an empty page of a list that goes on', { checks: [], has_more: true }, SCREENINGS, MORE, []],
	['entries', [CARD], { ...CARDS, returnAll: true }, CARD, [CARD]],
	[
		'the whole response',
		{ cards: [] },
		{ ...CARDS, returnAll: true, options: { wholeAnswer: true } },
		{ cards: [] },
		[{ cards: [] }],
	],
	[
		'none with Keep Input',
		[],
		{ ...SCREENINGS, options: { keepInput: true } },
		{ id: 1, screening: note() },
		[],
	],
])('%s: to an AI agent, and to anybody else', async (_, answer, parameters, told, items) => {
	expect((await listed(answer, parameters, AS_TOOL)).items).toEqual([told]);
	expect((await listed(answer, parameters)).items).toEqual(items);
});

test('with Always Output Data, an answer without an entry is an empty item', async () => {
	const settings = { alwaysOutputData: true };
	expect((await listed([], CALL, { settings })).items).toEqual([{}]);
});

test.each([2, 7])('a Limit of %j', async (limit) => {
	const cut = { ...LEDGER, returnAll: false, limit };
	expect(await listed(LINES, cut)).toEqual({ items: LINES.slice(0, limit), hints: [] });
});

test('fields around a list are told, but for the cursor that is followed', async () => {
	const answer = { lines: LINES, next_cursor: null, currency: 'USDT' };
	const hint = (names: string) => [
		`The response also held ${names}. Turn on Whole Response under Options to see it.`,
	];
	expect((await listed(answer, LEDGER)).hints).toEqual(hint('next_cursor, currency'));
	const apiDifferences = { cursor: { response: 'next_cursor', request: 'cursor' } };
	const { hints } = await listed(answer, LEDGER, { credential: { apiDifferences } });
	expect(hints).toEqual(hint('currency'));
});

test('what may be two lists comes out as one item, and a hint says what to set', async () => {
	const answer = { lines: [], columns: LINES };
	const { items, hints } = await listed(answer, LEDGER);
	expect(items).toEqual([answer]);
	expect(hints).toEqual([
		'The response holds no list, or several: it came out as one item. Name the field that holds the list under envelope in API Differences.',
	]);
	const credential = { apiDifferences: { envelope: ['columns'] } };
	expect((await listed(answer, LEDGER, { credential })).items).toEqual(LINES);
});
