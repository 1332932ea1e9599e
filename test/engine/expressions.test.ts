/**
 * Proves that an expression that gives nothing never changes what is ordered, and that a credential with expressions is read for each
 * item: where they differ, nothing is sent.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { RULES } from '../../nodes/PartnerSettlementScreening/rules';
import { inPanel } from '../support/screening-records';
import { CHECK_REQUEST, GATE, payout, startGate, useGate } from './support/screenings';
import { AS_TOOL, errorOf, outputs, useNode, type NodeRun } from './support/run-node';
import { API_CALL, ESIM, GIFT, useOrders, WITHDRAWAL } from './support/orders';
import { TRON } from '../support/addresses';
import { OneCredential } from './support/one-credential';

const FROM_ITEM = '={{ $json.limit }}';
/** What n8n makes of a field that is not there, and what else an expression may come to without an error. */
const NOTHING: [string, string, IDataObject][] = [
	['a field that is missing', FROM_ITEM, {}],
	['null', FROM_ITEM, { limit: null }],
	['an empty text', FROM_ITEM, { limit: '' }],
	['an expression that was begun', '=', {}],
];
const PLAN = { resource: 'esim', operation: 'purchasePlan', planId: 'plan-1' };
const FREEZE = { resource: 'card', operation: 'freeze', cardId: 'c' };
const { to: address } = payout('clear');
const SCREENING = { resource: 'kyt', operation: 'check', network: 'tron_usdt', address };

describe('the action node', () => {
	const { api, start } = useNode();

	test.each<[string, INodeParameters]>([
		['Maximum per Item (USDT)', { ...WITHDRAWAL, options: { maximumPerItem: FROM_ITEM } }],
		['Price (USDT)', { ...GIFT, options: { price: FROM_ITEM } }],
		['ICCID', { ...PLAN, additionalFields: { iccid: FROM_ITEM } }],
		['Quantity', { ...ESIM, additionalFields: { quantity: FROM_ITEM } }],
		['Required Fields as JSON', { ...GIFT, additionalFields: { requiredFields: FROM_ITEM } }],
		['Refresh', { ...SCREENING, additionalFields: { refresh: FROM_ITEM } }],
		['When Run Again', { ...ESIM, extId: 'a', extIdMode: FROM_ITEM }],
		['Order Number (ext_id)', { ...ESIM, extId: FROM_ITEM, extIdMode: 'custom' }],
		['Reveal Secrets', { ...ESIM, revealSecrets: FROM_ITEM }],
		['Body', { ...API_CALL, body: FROM_ITEM }],
		['Path', { ...FREEZE, options: { path: FROM_ITEM } }],
		['Timeout', { resource: 'balance', operation: 'get', options: { timeout: FROM_ITEM } }],
	])('%s without a value is refused (%j)', async (label, parameters) => {
		for (const [, expression, item] of NOTHING) {
			const [from, made] = [FROM_ITEM, expression].map((text) => JSON.stringify(text));
			const given = JSON.stringify(parameters).replace(from ?? '', () => made ?? '');
			const items = [{ amount: '900', ...item }];
			const run = await start(JSON.parse(given) as INodeParameters, { items });
			expect(errorOf(run).message).toBe(`${label} is empty for this item`);
			expect(errorOf(run).description).toMatch(/switch the field to Fixed|has to give a value/);
			expect(api.sandbox.stats().requests).toEqual({});
		}
	});
});

describe('the gate', () => {
	const gate = useGate();
	const item = payout('clear');

	test.each(Object.entries(RULES))(
		'the rule %s without a value is refused',
		async (name, label) => {
			for (const [, rule, more] of NOTHING) {
				const parameters = { ...GATE, ...inPanel<INodeParameters[string]>({ [name]: rule }) };
				const run = await gate.start({ parameters, items: [{ ...item, ...more }] });
				expect(errorOf(run).message).toBe(`${label} is empty for this item`);
			}
			expect(gate.api.contract.arrived(CHECK_REQUEST)).toBe(0);
		},
	);

	test.each(['options', 'additionalFields'])(
		'Refresh in %s that comes to nothing is refused, although one is on file',
		async (place) => {
			await gate.start({ items: [item] });
			const before = gate.api.contract.arrived(CHECK_REQUEST);
			const failure = { error: 'Refresh is empty for this item' };
			for (const [, refresh, more] of NOTHING) {
				const parameters = { ...GATE, [place]: { refresh } };
				const run = await gate.start({ parameters, items: [{ ...item, ...more }] });
				expect(outputs(run)[3]?.[0]?.json.screening).toMatchObject({ failure });
			}
			expect(gate.api.contract.arrived(CHECK_REQUEST)).toBe(before);
		},
	);
});

describe('in the credential', () => {
	const { api, order, made } = useOrders({ settleMs: 5, kytDelayMs: 0 });

	const DIFFERS = /^An expression in the credential has different values for items 0 and 1/;
	const RULES = '{"reviewFromScore": "25", "clearSeverities": "low"}';
	const LAX = '{"reviewFromScore": "100", "clearSeverities": "low, high"}';

	/** Two withdrawals, of which the second has a value of its own for the field. */
	const two = (first: unknown, second: unknown): IDataObject[] => [
		{ amount: '1', own: first as string },
		{ amount: '1', own: second as string },
	];

	const OWN = '={{ $json.own }}';
	const STORED = { reviewFromScore: OWN };
	/** How many the sandbox has had. */
	const requests = () => Object.values(api.sandbox.stats().requests).reduce((a, b) => a + b, 0);
	const keyId = () => api.contract.credential().keyId;
	const TOOL = { ...WITHDRAWAL, options: { retries: 0, maximumPerItem: '5' } };

	/** Fields of the credential as they were typed, and what they give for two items. */
	test.each<[string, () => IDataObject, unknown, unknown]>([
		['a limit of one item only', () => ({ maximumPerOrder: OWN }), '100', ''],
		['clearance rules', () => ({ clearanceHours: '1', clearanceRules: OWN }), RULES, LAX],
		['stored rules', () => ({ clearanceHours: '1', clearanceRules: STORED }), '25', '100'],
		['a Key ID', () => ({ keyId: `={{ $json.own || "${keyId()}" }}` }), '', 'another'],
		['the place of the item', () => ({ keepAtLeast: '={{ $itemIndex }}' }), '', ''],
	])('%s that differs keeps all from being sent', async (_, fields, first, second) => {
		const before = requests();
		const items = two(first, second);
		for (const parameters of [WITHDRAWAL, { resource: 'balance', operation: 'get' }]) {
			const { message, description } = await order(parameters, { fields: fields() }, { items });
			expect(message).toMatch(DIFFERS);
			expect(message).toMatch('use Loop Over Items, or a separate credential for each value');
			expect(description).toBe('Not sent: nothing was spent.');
		}
		const told = await order(TOOL, { fields: fields() }, { items, ...AS_TOOL });
		expect(told.items[0]?.error).toMatch(DIFFERS);
		expect(requests()).toBe(before);
	});

	const limited = { maximumPerOrder: OWN };
	const computed = { maximumPerOrder: '={{ 2 + 3 }}' };

	test.each<[string, IDataObject, Partial<NodeRun>, number]>([
		['where each item gives the same', limited, { items: two('5', '5') }, 2],
		['with an expression of no item', computed, { items: two(1, 2) }, 2],
		['with one item', limited, { items: two('5', '7').slice(0, 1) }, 1],
		['with Execute Once', limited, { items: two('5', '7'), settings: { executeOnce: true } }, 1],
	])('goes on %s', async (_, fields, more, count) => {
		const { message } = await order(WITHDRAWAL, { fields }, more);
		expect(message).toBe('');
		expect(made()).toHaveLength(count);
	});

	test.each<[string, IDataObject, number]>([
		['fixed: once', { maximumPerOrder: '5', partnerId: 'number' }, 1],
		['an expression: for each item', { maximumPerOrder: '={{ 5 }}' }, 25],
	])('how often it is read where its fields are %s', async (_, given, times) => {
		const { partnerId } = api.contract.partner;
		const fields = { ...given, ...(given.partnerId && { partnerId: Number(partnerId) }) };
		const read = jest.spyOn(OneCredential.prototype, 'getDecrypted');
		const items = Array.from({ length: 25 }, () => ({ amount: '1' }));
		const { message } = await order(WITHDRAWAL, { fields }, { items });
		const { length } = read.mock.calls;
		read.mockRestore();
		expect({ message, length }).toEqual({ message: '', length: times });
	});

	test('the gate stops where the rules differ, and asks the API for nothing', async () => {
		const before = requests();
		const own = { clearanceHours: '1', clearanceRules: OWN };
		const items = two(RULES, LAX).map((item) => ({ ...item, to: TRON }));
		const { network, address, options } = GATE;
		const credential = { ...api.contract.credential(), ...own };
		const run = await startGate({ parameters: { network, address, options }, credential, items });
		expect(errorOf(run).message).toMatch(DIFFERS);
		expect(outputs(run).flat()).toEqual([]);
		expect(requests()).toBe(before);
	});
});
