/**
 * A credential with expressions is read for every item: where they differ, nothing is sent. Where none of its fields is an
 * expression, it is read once.
 */
import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';
import { PartnerSettlementScreening } from '../../nodes/PartnerSettlementScreening/PartnerSettlementScreening.node';
import { TRON } from '../support/addresses';
import { GATE } from './support/screenings';
import { OneCredential } from './support/one-credential';
import { useOrders, WITHDRAWAL } from './support/orders';
import { errorOf, type NodeRun, outputs, startNode } from './support/run-node';

const { api, order, made } = useOrders({ settleMs: 5, kytDelayMs: 0 });

const DIFFERS = /^An expression in the credential has different values for items 0 and 1/;
const AS_TOOL = { type: 'n8n-nodes-partner-settlement.partnerSettlementTool' };
const RULES = '{"reviewFromScore": "25", "clearSeverities": "low"}';
const LAX = '{"reviewFromScore": "100", "clearSeverities": "low, high"}';

/** Two withdrawals, of which the second has a value of its own for the field. */
const two = (first: unknown, second: unknown): IDataObject[] => [
	{ amount: '1', own: first as string },
	{ amount: '1', own: second as string },
];

const OWN = '={{ $json.own }}';
/** How many the sandbox has had. */
const requests = () => Object.values(api.sandbox.stats().requests).reduce((a, b) => a + b, 0);
const keyId = () => api.contract.credential().keyId;
const TOOL = { ...WITHDRAWAL, options: { retries: 0, maximumPerItem: '5' } };

/** Fields of the credential as they were typed, and what they give for two items. */
test.each<[string, () => IDataObject, unknown, unknown]>([
	['a limit of one item only', () => ({ maximumPerOrder: OWN }), '100', ''],
	['clearance rules', () => ({ clearanceHours: '1', clearanceRules: OWN }), RULES, LAX],
	[
		'clearance rules in an object that is stored',
		() => ({ clearanceHours: '1', clearanceRules: { reviewFromScore: OWN } }),
		'25',
		'100',
	],
	['a Key ID', () => ({ keyId: `={{ $json.own || "${keyId()}" }}` }), '', 'another'],
	['the place of the item', () => ({ keepAtLeast: '={{ $itemIndex }}' }), '', ''],
])('%s that differs keeps all from being sent', async (_, fields, first, second) => {
	const before = requests();
	const items = two(first, second);
	for (const parameters of [WITHDRAWAL, { resource: 'balance', operation: 'get' }]) {
		const { message, description } = await order(parameters, { fields: fields() }, { items });
		expect(message).toMatch(DIFFERS);
		expect(message).toMatch('use Loop Over Items, or a credential for each');
		expect(description).toBe('Not sent: nothing was spent.');
	}
	const told = await order(TOOL, { fields: fields() }, { items, settings: AS_TOOL });
	expect(told.items[0]?.error).toMatch(DIFFERS);
	expect(requests()).toBe(before);
});

describe('goes on', () => {
	const limited = { maximumPerOrder: '={{ $json.own }}' };

	test.each<[string, IDataObject, Partial<NodeRun>, number]>([
		['where each item gives the same', limited, { items: two('5', '5') }, 2],
		['with an expression of no item', { maximumPerOrder: '={{ 2 + 3 }}' }, { items: two(1, 2) }, 2],
		['with one item', limited, { items: two('5', '7').slice(0, 1) }, 1],
		['with Execute Once', limited, { items: two('5', '7'), settings: { executeOnce: true } }, 1],
	])('%s', async (_, fields, more, count) => {
		const before = made().length;
		const { message } = await order(WITHDRAWAL, { fields }, more);
		expect(message).toBe('');
		expect(made()).toHaveLength(before + count);
	});
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

describe('the gate', () => {
	async function start(own: [string, string], more: Partial<NodeRun> = {}) {
		const credential = {
			...api.contract.credential(),
			clearanceHours: '1',
			clearanceRules: '={{ $json.own }}',
		} as ICredentialDataDecryptedObject;
		const items = two(...own).map((item) => ({ ...item, to: TRON }));
		const { network, address, options } = GATE;
		const parameters = { network, address, options };
		const type = new PartnerSettlementScreening();
		return await startNode({ type, parameters, credential, items, ...more });
	}
	test('stops where the rules differ, and asks the API for nothing', async () => {
		const before = requests();
		const run = await start([RULES, LAX]);
		expect(errorOf(run).message).toMatch(DIFFERS);
		expect(outputs(run).flat()).toEqual([]);
		expect(requests()).toBe(before);
	});
});
