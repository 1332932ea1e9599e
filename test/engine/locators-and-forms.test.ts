/** Proves what is sent for a thing that was chosen or typed, and for a form. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useSandbox } from '../support/use-sandbox';
import { errorOf, startNode } from './support/run-node';

const api = useSandbox({ settleMs: 5 });
const OFFER = 'gift-bookshop-10';
const EMAIL = 'a@example.com';
const GIFT = { resource: 'giftCard', operation: 'purchase' };
const GAMES = { ...GIFT, offerId: 'gift-games-20' };
const CARD = { resource: 'card', operation: 'issue' };

async function start(parameters: object, item: IDataObject = {}) {
	const credential = { ...api.contract.credential() };
	const given = { ...parameters } as INodeParameters;
	return errorOf(await startNode({ parameters: given, items: [item], credential }));
}

/** What arrived at a path, without the idempotency keys. */
function sent(path: string): unknown[] {
	return api.contract.bodies(path).map((body) => {
		const { ext_id: extId, ...fields } = JSON.parse(body) as IDataObject;
		expect(extId).toEqual(expect.any(String));
		return fields;
	});
}

const located = (value: unknown, mode = 'list') => ({ __rl: true, mode, value });
const formOf = (value: IDataObject | null) => ({
	requiredFieldsForm: { mappingMode: 'defineBelow', value, schema: [], matchingColumns: [] },
});
const asJson = (requiredFields: unknown) => ({ additionalFields: { requiredFields } });
const BOOKS = { offer_id: OFFER };
const WITH_EMAIL = { offer_id: 'gift-games-20', required_fields: { email: EMAIL } };

test.each<[string, object, object]>([
	['an offer that is chosen', { ...GIFT, offerId: located(OFFER) }, BOOKS],
	['one that is typed', { ...GIFT, offerId: located(` ${OFFER} `, 'id') }, BOOKS],
	['one of an expression', { ...GIFT, offerId: located('={{ $json.offer }}', 'id') }, BOOKS],
	['one of a longer expression', { ...GIFT, offerId: located('={{ ($json.offer) }}') }, BOOKS],
	['one of an older workflow', { ...GIFT, offerId: OFFER }, BOOKS],
	['one of an older expression', { ...GIFT, offerId: '={{ $json.offer }}' }, BOOKS],
	['an empty form', { ...GIFT, offerId: OFFER, ...formOf({ email: '' }) }, BOOKS],
	['a form', { ...GAMES, ...formOf({ email: EMAIL, note: '', other: null }) }, WITH_EMAIL],
	['a form of expressions', { ...GAMES, ...formOf({ email: '={{ $json.email }}' }) }, WITH_EMAIL],
	['JSON', { ...GAMES, ...asJson(`{"email":"${EMAIL}"}`) }, WITH_EMAIL],
	[
		'JSON beside an empty form',
		{ ...GAMES, ...formOf(null), ...asJson({ email: '={{ $json.email }}' }) },
		WITH_EMAIL,
	],
	[
		'a form beside JSON',
		{ ...GAMES, ...formOf({ email: EMAIL }), ...asJson({ email: 'b' }) },
		WITH_EMAIL,
	],
])('%s is what is bought', async (_, parameters, body) => {
	expect((await start(parameters, { offer: OFFER, email: EMAIL })).message).toBe('');
	expect(sent('/api/purchase')).toEqual([body]);
});

test.each<object>([{ offerId: located('') }, {}])(
	'a missing offer (%j) is marked by n8n',
	async (given) => {
		await expect(start({ ...GIFT, ...given })).rejects.toThrow('Parameter "Offer" is required');
	},
);

test.each<[string, object]>([
	['Offer is empty', { offerId: located(' ', 'id') }],
	['Offer is an expression that gives nothing', { offerId: located('={{ $json.no }}', 'id') }],
	['Offer is an expression that gives nothing', { offerId: '={{ $json.no }}' }],
	[
		'Required Fields, email is an expression that gives nothing',
		{ ...GAMES, ...formOf({ email: '={{ $json.no }}' }) },
	],
])('what is missed is named: %s', async (said, given) => {
	const { message, description } = await start({ ...GIFT, ...given });
	expect(message).toBe(said);
	if (said.startsWith('Offer')) expect(description).not.toMatch('leave it empty');
	expect(api.sandbox.stats().requests).toEqual({});
});

test.each<[string, unknown, string]>([
	['a number', located(101), '101'],
	['digits, all of them', located('9223372036854775807', 'id'), '9223372036854775807'],
	['of an older workflow', '101', '101'],
])('a card product that is %s is sent as an integer', async (_, svcProductId, digits) => {
	await start({ ...CARD, svcProductId });
	const [body] = api.contract.bodies('/api/pin/create_card');
	expect(body).toMatch(`"svc_product_id":${digits}`);
});

test('an ID in a path is the chosen one', async () => {
	await start({ resource: 'card', operation: 'get', cardId: located('c 1', 'id') });
	expect(api.contract.arrived('GET /gw/partner/cards/c%201')).toBe(1);
});
