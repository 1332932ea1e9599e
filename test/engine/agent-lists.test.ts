/** Proves that an empty list is a sentence to an AI agent, never an empty text; and no item to anybody else. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { TRON } from '../support/addresses';
import { OneAnswer } from './support/one-answer';
import { outputs } from './support/run-node';

const api = new OneAnswer();

afterAll(() => {
	api.close();
});

const SCREENINGS = { resource: 'kyt', operation: 'getAll', returnAll: true };
const AS_TOOL = { type: 'n8n-nodes-partner-settlement.partnerSettlementTool' };

async function itemsOf(answer: unknown, parameters: INodeParameters, settings = AS_TOOL) {
	const run = await api.run(answer, { options: {}, ...parameters }, { id: 1 }, { settings });
	return (outputs(run)[0] ?? []).map(({ json }) => json);
}

const note = (asked = '') => ({
	note_for_agent: `The list is empty: the API gave no entries${asked}. That is not the result of a check.`,
});

const OF_ADDRESS = { ...SCREENINGS, additionalFields: { address: TRON } };

test.each<[string, unknown, INodeParameters, IDataObject]>([
	['screenings', [], SCREENINGS, note()],
	['screenings in an envelope', { data: { checks: [] }, total: 0 }, SCREENINGS, note()],
	['screenings of an address', [], OF_ADDRESS, note(' for this address')],
	['cards, at most 50', [], { resource: 'card', operation: 'getAll', limit: 50 }, note()],
	[
		'gift offers of a search',
		[],
		{ resource: 'giftOffer', operation: 'search', query: 'books', returnAll: true },
		note(' for this query'),
	],
	[
		'an API Call',
		[],
		{ resource: 'apiCall', operation: 'request', method: 'GET', path: '/partner/cards' },
		note(),
	],
])('an empty list of %s', async (_, answer, parameters, told) => {
	expect(await itemsOf(answer, parameters)).toEqual([told]);
	expect(await itemsOf(answer, parameters, { type: 'partnerSettlement' })).toEqual([]);
});

test('an empty page of a list that goes on does not read as an empty list', async () => {
	expect(await itemsOf({ checks: [], has_more: true }, SCREENINGS)).toEqual([
		{
			note_for_agent:
				'This page of the list is empty, but the API says that the list has more entries.',
		},
	]);
});

test('with Keep Input the sentence is in the field of the record', async () => {
	const parameters = { ...SCREENINGS, options: { keepInput: true } };
	expect(await itemsOf([], parameters)).toEqual([{ id: 1, screening: note() }]);
});

test('a list with entries, and the whole response, come out as they are', async () => {
	const card = { card_id: 'c-1' };
	const cards = { resource: 'card', operation: 'getAll', returnAll: true };
	expect(await itemsOf([card], cards)).toEqual([card]);
	const whole = { ...cards, options: { wholeAnswer: true } };
	expect(await itemsOf({ cards: [] }, whole)).toEqual([{ cards: [] }]);
});
