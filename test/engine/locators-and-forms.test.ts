/** Proves what is sent for a thing that was chosen or typed, and for a form. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useSandbox } from '../support/use-sandbox';
import { errorOf, startNode } from './support/run-node';

const api = useSandbox({ settleMs: 5 });
const OFFER = 'gift-bookshop-10';
const GIFT = { resource: 'giftCard', operation: 'purchase' };
const CARD = { resource: 'card', operation: 'issue' };
const FORMER = { ...GIFT, offerId: 'gift-games-20' };

function start(parameters: INodeParameters, item: IDataObject = {}) {
	const credential = { ...api.contract.credential() };
	return startNode({ parameters, items: [item], credential });
}

/** What arrived at a path, without the idempotency keys. */
function sent(path: string): unknown[] {
	return api.contract.bodies(path).map((body) => {
		const { ext_id: extId, ...fields } = JSON.parse(body) as IDataObject;
		expect(extId).toEqual(expect.any(String));
		return fields;
	});
}

function located(value: unknown, mode = 'list') {
	return { __rl: true, mode, value } as INodeParameters;
}

describe('an offer', () => {
	test.each<[string, unknown]>([
		['chosen', located(OFFER)],
		['typed', located(` ${OFFER} `, 'id')],
		['given by an expression', located('={{ $json.offer }}', 'id')],
		['of an older workflow', OFFER],
		['of an older workflow with an expression', '={{ $json.offer }}'],
	])('%s is what is bought', async (_, offerId) => {
		const run = await start({ ...GIFT, offerId } as INodeParameters, { offer: OFFER });
		expect(errorOf(run).message).toBe('');
		expect(sent('/api/purchase')).toEqual([{ offer_id: OFFER }]);
	});

	test.each([[located('')], [{}]])('that is missing (%j) is marked by n8n', async (given) => {
		const offerId = Object.keys(given).length > 0 ? { offerId: given } : {};
		const run = Promise.resolve().then(() => start({ ...GIFT, ...offerId }));
		await expect(run).rejects.toThrow('Parameter "Offer" is required');
	});

	test.each([[located('={{ $json.offer }}', 'id')], ['={{ $json.offer }}']])(
		'of an expression that gives nothing (%j) is missed by its name',
		async (offerId) => {
			const run = await start({ ...GIFT, offerId });
			const { message, description } = errorOf(run);
			expect(message).toBe('Offer is an expression that gives nothing');
			expect(description).not.toMatch('leave it empty');
			expect(api.sandbox.stats().requests).toEqual({});
		},
	);
});

test.each([
	['a number', located(101)],
	['digits', located('101')],
	['of an older workflow', '101'],
])('a card product that is %s is sent as an integer', async (_, svcProductId) => {
	await start({ ...CARD, svcProductId });
	expect(sent('/api/pin/create_card')).toEqual([{ svc_product_id: 101 }]);
});

test('an ID in a path is the chosen one', async () => {
	await start({ resource: 'card', operation: 'get', cardId: located('c 1', 'id') });
	expect(api.contract.arrived('GET /gw/partner/cards/c%201')).toBe(1);
});

describe('what a gift offer asks for', () => {
	const EMAIL = 'a@example.com';
	const formOf = (value: IDataObject | null) => ({
		requiredFieldsForm: { mappingMode: 'defineBelow', value, schema: [], matchingColumns: [] },
	});
	const FIELDS = [{ offer_id: 'gift-games-20', required_fields: { email: EMAIL } }];

	test.each<[string, unknown]>([
		['in the form', formOf({ email: EMAIL, note: '', other: null })],
		['as JSON', { additionalFields: { requiredFields: `{"email":"${EMAIL}"}` } }],
		[
			'as JSON, beside an empty form',
			{ ...formOf(null), additionalFields: { requiredFields: { email: '={{ $json.email }}' } } },
		],
		[
			'in the form, beside JSON',
			{ ...formOf({ email: EMAIL }), additionalFields: { requiredFields: { email: 'b' } } },
		],
	])('%s is sent', async (_, fields) => {
		const parameters = { ...FORMER, ...(fields as INodeParameters) };
		const run = await start(parameters, { email: EMAIL });
		expect(errorOf(run).message).toBe('');
		expect(sent('/api/purchase')).toEqual(FIELDS);
	});

	test('in the form is missed by its name where an expression gives nothing', async () => {
		const run = await start({
			...FORMER,
			...formOf({ email: '={{ $json.no }}' }),
		} as INodeParameters);
		expect(errorOf(run).message).toBe('Required Fields, email is an expression that gives nothing');
		expect(api.sandbox.stats().requests).toEqual({});
	});

	test('is left out where nothing is given', async () => {
		await start({ ...GIFT, offerId: OFFER, ...formOf({ email: '' }) } as INodeParameters);
		expect(sent('/api/purchase')).toEqual([{ offer_id: OFFER }]);
	});
});
