/** Proves that an order number, an ID or an address with an invisible character is refused in every operation, and sent by none. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { OPERATIONS } from '../../nodes/PartnerSettlement/operations';
import { PartnerSettlementScreening } from '../../nodes/PartnerSettlementScreening/PartnerSettlementScreening.node';
import { OTHER_TRON, TRON } from '../support/addresses';
import { batchOf } from './support/batch';
import { CREATING } from './support/creating';
import { GATE } from './support/gate';
import { errorOf, type NodeRun, outputs, startNode } from './support/run-node';
import { type FreeCall, useApiCalls, withdrawal } from './support/api-calls';

/** What looks like the order number INV-77, and what is said of it. */
const LOOK_ALIKES: [name: string, extId: string, problem: string][] = [
	['a zero-width space behind', 'INV-77\u200B', 'ends with an invisible character, U+200B'],
	['a word joiner behind', 'INV-77\u2060', 'ends with an invisible character, U+2060'],
	['a left-to-right mark in front', '\u200EINV-77', 'begins with an invisible character, U+200E'],
	['a soft hyphen inside', 'INV-\u00AD77', 'holds an invisible character, U+00AD'],
	['NUL', 'INV-77\u0000', 'ends with an invisible character, U+0000'],
	['a no-break space inside', 'INV\u00A077', 'holds an invisible character, U+00A0'],
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
	return await startNode({
		parameters,
		items: rows,
		credential: { ...api.contract.credential() },
		...run,
	});
}

const nothingSent = () => {
	expect(orders()).toEqual([]);
	const { partnerId } = api.contract.partner;
	const checks = api.sandbox.state.kytChecks.filter((one) => String(one.partnerId) === partnerId);
	expect(checks).toEqual([]);
};

/** What the API got last. */
const sentTo = (path: string) => JSON.parse(api.contract.bodies(path).at(-1) ?? '{}') as unknown;

test('each operation that takes an order number is among those that are tried', () => {
	const taking = OPERATIONS.filter(({ extId }) => extId === true);
	const names = taking.map(({ resource, operation }) => `${resource}.${operation}`);
	expect(Object.keys(CREATING).sort()).toEqual(names.sort());
});

describe.each(Object.keys(CREATING))('an order number of %s', (name) => {
	test.each(LOOK_ALIKES)('with %s', async (_, extId, problem) => {
		const run = await order(name, [{ id: extId }]);
		expect(errorOf(run).message).toBe(`Order Number (ext_id) ${problem}`);
		nothingSent();
	});

	test('in one run with the one that it looks like', async () => {
		const run = await order(name, [{ id: 'INV-77' }, { id: 'INV-77\u200B' }]);
		expect(errorOf(run).message).toBe(
			'Order Number (ext_id) ends with an invisible character, U+200B',
		);
		nothingSent();
	});
});

describe.each(LOOK_ALIKES)('an order number with %s', (_, extId, problem) => {
	test('in an API Call', async () => {
		const run = await call([{ body: withdrawal(extId) }]);
		expect(errorOf(run).message).toBe(`Body, ext_id ${problem}`);
		nothingSent();
	});

	test('in a batch, beside the one that it looks like', async () => {
		const bodies = [withdrawal('INV-77'), withdrawal(extId)];
		const run = await order('batch.create', [{}], { ...batchOf(bodies) });
		expect(errorOf(run).message).toBe(`Items, entry 1, ext_id ${problem}`);
		nothingSent();
	});

	test('in a replaced Body', async () => {
		const options = { body: JSON.stringify({ card_id: 'card-1', ext_id: extId }) };
		const run = await order('card.freeze', [{}], { extIdMode: 'auto', options });
		expect(errorOf(run).message).toBe(`Body, ext_id ${problem}`);
		nothingSent();
	});

	test('at the gate, whose items are unresolved', async () => {
		const options = { extId: '={{ $json.id }}', retries: 0 };
		const run = await startNode({
			type: new PartnerSettlementScreening(),
			parameters: { ...GATE, options },
			items: [{ to: TRON, id: extId }],
			credential: { ...api.contract.credential() },
		});
		expect(JSON.stringify(outputs(run).flat())).toContain(`Order Number (ext_id) ${problem}`);
		nothingSent();
	});

	test('that is looked up', async () => {
		const lookup = { resource: 'document', operation: 'get', extId: '={{ $json.id }}' };
		const run = await order('document.get', [{ id: extId }], lookup);
		expect(errorOf(run).message).toBe(`Order Number (ext_id) ${problem}`);
	});
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
	test.each(['offer_id', 'plan_id', 'card_id', 'esim_id', 'iccid', 'to_address', 'address'])(
		'%s',
		async (name) => {
			const body = { ...withdrawal('a'), [name]: `${TRON}\u200B` };
			for (const run of [
				await call([{ body }]),
				await order('batch.create', [{}], { ...batchOf([body]) }),
				await order('card.freeze', [{ id: 'a' }], { options: { body: JSON.stringify(body) } }),
			]) {
				expect(errorOf(run).message).toMatch(
					new RegExp(
						`^(Body|Items, entry 0), ${name} .*ends with an invisible character, U\\+200B$`,
					),
				);
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
	test.each([
		['a space inside', 'INV 77', 'INV 77'],
		['an emoji', 'INV-77 \u{1FA99}', 'INV-77 \u{1FA99}'],
		['é in one part', 'Caf\u00E9-77', 'Caf\u00E9-77'],
		['a letter of which there is no composed form', 'x\u0302-77', 'x\u0302-77'],
		['other scripts', 'счёт-№77-請求', 'счёт-№77-請求'],
		['a byte order mark and blanks around', '\uFEFF\u00A0INV-77\n', 'INV-77'],
	])('an order number with %s', async (_, id, sent) => {
		await order('withdrawal.create', [{ id }]);
		await call([{ body: withdrawal(` ${sent}`, { amount: '1' }) }]);
		expect(orders().map(({ extId }) => extId)).toEqual([sent]);
	});

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

	test('blanks around an ID are taken off', async () => {
		await order('esim.purchase', [{ id: 'a' }], { offerId: ' \uFEFFmagic-never\u00A0\n' });
		expect(sentTo('/partner/esims')).toMatchObject({ offer_id: 'magic-never' });
	});
});
