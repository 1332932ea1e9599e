/** Proves that an order number, an ID or an address with an invisible character is refused in every operation, and sent by none. */
import type { IDataObject, INodeParameters, IRun } from 'n8n-workflow';
import { OPERATIONS } from '../../nodes/PartnerSettlement/operations';
import { PartnerSettlementScreening } from '../../nodes/PartnerSettlementScreening/PartnerSettlementScreening.node';
import { OTHER_TRON, TRON } from '../support/addresses';
import { batchOf } from './support/orders';
import { CREATING } from './support/creating';
import { GATE } from './support/screenings';
import { errorOf, type NodeRun, outputs, startNode } from './support/run-node';
import { type FreeCall, useApiCalls, withdrawal } from './support/api-calls';

const BEHIND = 'ends with an invisible character, U+200B';
/** What looks like the order number INV-77, and what is said of it. */
const LOOK_ALIKES: [name: string, extId: string, problem: string][] = [
	['a zero-width space behind', 'INV-77\u200B', BEHIND],
	['é in two parts', 'Caf\u0065\u0301-77', 'holds a letter in an unusual form (not NFC)'],
];

const { api, call, orders } = useApiCalls();

/** Runs an operation by its name, on items that have all that it asks for. */
async function order(
	name: string,
	items: readonly IDataObject[],
	more: INodeParameters = {},
	run: Partial<NodeRun> = {},
) {
	const [resource = '', operation = ''] = name.split('.');
	const ready = { card: 'card-1', esim: 'esim-1', address: TRON };
	const parameters = {
		...{ resource, operation, extIdMode: 'custom', extId: '={{ $json.id }}' },
		...{ additionalFields: {}, options: { retries: 0 } },
		...CREATING[name],
		...more,
	};
	const rows = items.map((item) => ({ ...ready, ...item }));
	const credential = { ...api.contract.credential() };
	return await startNode({ parameters, items: rows, credential, ...run });
}

const nothingSent = () => {
	expect(orders()).toEqual([]);
	const { partnerId } = api.contract.partner;
	const checks = api.sandbox.state.kytChecks.filter((one) => String(one.partnerId) === partnerId);
	expect(checks).toEqual([]);
};

const GATE_TYPE = new PartnerSettlementScreening();
/** What the API got last. */
const sentTo = (path: string) => JSON.parse(api.contract.bodies(path).at(-1) ?? '{}') as unknown;

test('each operation that takes an order number is among those that are tried', () => {
	const taking = OPERATIONS.filter(({ extId }) => extId === true);
	const names = taking.map(({ resource, operation }) => `${resource}.${operation}`);
	expect(Object.keys(CREATING).sort()).toEqual(names.sort());
});

test.each(Object.keys(CREATING))('an order number of %s', async (name) => {
	const looking = LOOK_ALIKES.map(([, id, problem]) => ({ items: [{ id }], problem }));
	const beside = { items: [{ id: 'INV-77' }, { id: 'INV-77\u200B' }], problem: BEHIND };
	for (const { items, problem } of [...looking, beside]) {
		const { message } = errorOf(await order(name, items));
		expect(message).toBe(`Order Number (ext_id) ${problem}`);
	}
	nothingSent();
});

const beside = (extId: string) => ({ ...batchOf([withdrawal('INV-77'), withdrawal(extId)]) });
const inBody = (extId: string) => JSON.stringify({ card_id: 'card-1', ext_id: extId });
const FROM_ITEM = { extId: '={{ $json.id }}', retries: 0 };
const NUMBER = 'Order Number (ext_id)';
const PLACES: [string, string, (id: string) => Promise<IRun>][] = [
	['an API Call', 'Body, ext_id', (id) => call([{ body: withdrawal(id) }])],
	['a batch', 'Items, entry 1, ext_id', (id) => order('batch.create', [{}], beside(id))],
	[
		...(['a replaced Body', 'Body, ext_id'] as const),
		(id) => order('card.freeze', [{}], { extIdMode: 'auto', options: { body: inBody(id) } }),
	],
	['a lookup', NUMBER, (id) => order('document.get', [{ id }], { extId: FROM_ITEM.extId })],
	[
		...(['the gate, whose items are unresolved', NUMBER] as const),
		(id) => order('gate', [{ to: TRON, id }], { ...GATE, options: FROM_ITEM }, { type: GATE_TYPE }),
	],
];

test.each(PLACES)('an order number in %s', async (_, label, run) => {
	for (const [, extId, problem] of LOOK_ALIKES) {
		const done = await run(extId);
		const said = [
			errorOf(done).message,
			...outputs(done)
				.flat()
				.map(({ json }) => json),
		];
		expect(JSON.stringify(said)).toContain(`${label} ${problem}`);
	}
	nothingSent();
});

/** Each field of each operation by which a thing is named. */
const FIELDS = OPERATIONS.flatMap(({ resource, operation, fields }) =>
	fields
		.filter(({ name }) => /(_|^)(id|iccid|address)$/.test(name) && name !== 'ext_id')
		.map((field) => [`${resource}.${operation}`, field.displayName, field] as const),
);

test.each(FIELDS)('%s: %s', async (name, label, { parameter, topLevel, property }) => {
	const isAddress = /address/i.test(parameter);
	const value = `${isAddress ? OTHER_TRON : 'thing-1'}\u200B`;
	const given = property.type === 'resourceLocator' ? { __rl: true, mode: 'id', value } : value;
	const more = topLevel ? { [parameter]: given } : { additionalFields: { [parameter]: given } };
	const { message } = errorOf(await order(name, [{ id: 'a' }], more));
	expect(message.startsWith(label)).toBe(true);
	expect(message).toMatch(/ends with an invisible character, U\+200B$/);
	nothingSent();
});

describe('in a body of the operator', () => {
	test.each(['offer_id', 'card_id', 'esim_id', 'iccid', 'to_address', 'address'])(
		'%s',
		async (name) => {
			const body = { ...withdrawal('a'), [name]: `${TRON}\u200B` };
			const said = new RegExp(`^(Body|Items, entry 0), ${name} .*ends with an invisible`);
			for (const run of [
				await call([{ body }]),
				await order('batch.create', [{}], { ...batchOf([body]) }),
				await order('card.freeze', [{ id: 'a' }], { options: { body: JSON.stringify(body) } }),
			]) {
				expect(errorOf(run).message).toMatch(said);
			}
			nothingSent();
		},
	);

	test.each<[string, FreeCall]>([
		['an ID in an object', { body: { ...withdrawal('a'), card: { card_id: 'c\u2060' } } }],
		['a query', { method: 'GET', path: '/partner/balance', query: { card_id: 'c\u2060' } }],
		['a query in the path', { method: 'GET', path: '/partner/balance?card_id=c%E2%81%A0' }],
		['a path', { method: 'GET', path: '/partner/cards/c\u2060' }],
	])('%s', async (_, one) => {
		expect(errorOf(await call([one])).message).toMatch(/invisible (character|ones)/);
		expect(api.contract.arrived('GET /gw/partner/balance')).toBe(0);
		nothingSent();
	});
});

describe('what is no identifier, or looks like no other one, is sent as before', () => {
	test('names of people, and what a shop asks for, may hold joiners', async () => {
		const name = 'ش\u200Cاه e\u0301';
		const additionalFields = { firstName: name, lastName: name };
		await order('card.issue', [{ id: 'a' }], { svcProductId: '101', additionalFields });
		const requiredFields = JSON.stringify({ player_id: `7\u200D`, note: name });
		await order('giftCard.purchase', [{ id: 'b' }], {
			offerId: 'gift-gamestore-20',
			additionalFields: { requiredFields },
		});
		expect(sentTo('/api/pin/create_card')).toMatchObject({ first_name: name, last_name: name });
		expect(sentTo('/api/purchase')).toMatchObject({
			required_fields: { player_id: `7\u200D`, note: name },
		});
	});
});
