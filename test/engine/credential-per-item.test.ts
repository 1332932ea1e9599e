/**
 * A credential with expressions is read for every item: where they differ, nothing is sent. Where none of its fields is an
 * expression, it is read once.
 */
import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';
import { PartnerSettlementScreening } from '../../nodes/PartnerSettlementScreening/PartnerSettlementScreening.node';
import { OTHER_TRON, TRON } from '../support/addresses';
import { GATE, GOING_ON } from './support/gate';
import { OneCredential } from './support/one-credential';
import { useOrders } from './support/orders';
import { errorOf, type NodeRun, outputs, startNode } from './support/run-node';
import { WITHDRAWAL } from './support/withdrawal';

const { api, order, made } = useOrders({ settleMs: 5, kytDelayMs: 0 });

const DIFFERS = /^An expression in the credential gives other values for item 1 than for item 0/;
const AS_TOOL = { type: 'n8n-nodes-partner-settlement.partnerSettlementTool' };
const RULES = '{"reviewFromScore": "25", "clearSeverities": "low"}';
const BALANCE = { resource: 'balance', operation: 'get' };

/** Two withdrawals, of which the second has a value of its own for the field. */
const two = (first: unknown, second: unknown): IDataObject[] => [
	{ amount: '1', own: first as string },
	{ amount: '1', own: second as string },
];

/** Fields of the credential as they were typed, and what they give for two items. */
const CASES: [string, () => IDataObject, unknown, unknown][] = [
	['a limit', () => ({ maximumPerOrder: '={{ $json.own }}' }), '100', '1000000'],
	['a limit of one item only', () => ({ maximumPerOrder: '={{ $json.own }}' }), '100', ''],
	['the balance to keep', () => ({ keepAtLeast: '={{ $json.own }}' }), '1', '0'],
	['recipients', () => ({ allowedRecipients: '={{ $json.own }}' }), TRON, `${TRON},${OTHER_TRON}`],
	[
		'clearance rules',
		() => ({ clearanceHours: '1', clearanceRules: '={{ $json.own }}' }),
		RULES,
		'{"reviewFromScore": "100", "clearSeverities": "low, high"}',
	],
	[
		'clearance rules in an object that is stored',
		() => ({ clearanceHours: '1', clearanceRules: { reviewFromScore: '={{ $json.own }}' } }),
		'25',
		'100',
	],
	['a Key ID', () => ({ keyId: '={{ $json.own || "' + keyId() + '" }}' }), '', 'another'],
	['an API URL', () => ({ apiUrl: '={{ $json.own }}' }), 'https://a.example', 'https://b.example'],
	['the place of the item', () => ({ keepAtLeast: '={{ $itemIndex }}' }), '', ''],
];
/** How many the sandbox has had. */
const requests = () => Object.values(api.sandbox.stats().requests).reduce((a, b) => a + b, 0);
const keyId = () => api.contract.credential().keyId;

describe.each(CASES)('%s that differs', (_, fields, first, second) => {
	test.each([
		['withdrawals', WITHDRAWAL],
		['reads', BALANCE],
	])('keeps %s from being sent', async (__, parameters) => {
		const before = requests();
		const more = { items: two(first, second) };
		const { message, description } = await order(parameters, { fields: fields() }, more);
		expect(message).toMatch(DIFFERS);
		expect(message).toMatch('use Loop Over Items, or a credential for each');
		expect(description).toBe('Not sent: nothing was spent.');
		expect(requests()).toBe(before);
	});

	test('is told to an AI agent', async () => {
		const before = requests();
		const parameters = { ...WITHDRAWAL, options: { retries: 0, maximumPerItem: '5' } };
		const more = { items: two(first, second), settings: AS_TOOL };
		const { items } = await order(parameters, { fields: fields() }, more);
		expect(items[0]?.error).toMatch(DIFFERS);
		expect(requests()).toBe(before);
	});
});

test('under On Error: Continue, each item fails', async () => {
	const fields = { maximumPerOrder: '={{ $json.own }}' };
	const items = two('100', '1000000');
	const more = { items, onError: 'continueRegularOutput' } as const;
	const { items: failed, sent } = await order(WITHDRAWAL, { fields }, more);
	expect(sent).toEqual([]);
	expect(failed).toMatchObject(
		items.map(() => ({
			error: expect.stringMatching(DIFFERS),
			details: { outcome: 'not_sent' },
		})),
	);
});

test('the last of very many is found', async () => {
	const items = Array.from({ length: 95 }, (_, index) => ({
		amount: '1',
		own: index === 94 ? '7' : '5',
	}));
	const fields = { maximumPerOrder: '={{ $json.own }}' };
	const { message, sent } = await order(WITHDRAWAL, { fields }, { items });
	expect(message).toMatch('for item 94 than for item 0');
	expect(sent).toEqual([]);
});

describe('goes on', () => {
	const limited = { maximumPerOrder: '={{ $json.own }}' };

	test.each<[string, IDataObject, Partial<NodeRun>, number]>([
		['where each item gives the same', limited, { items: two('5', '5') }, 2],
		['with an expression of no item', { maximumPerOrder: '={{ 2 + 3 }}' }, { items: two(1, 2) }, 2],
		['with one item', limited, { items: two('5', '7').slice(0, 1) }, 1],
		['with Execute Once', limited, { items: two('5', '7'), settings: { executeOnce: true } }, 1],
		['with a text that only holds =', { serviceCode: 'svc', cardEncryptionKey: '>=x' }, {}, 1],
	])('%s', async (_, fields, more, count) => {
		const before = made().length;
		const { message } = await order(WITHDRAWAL, { fields }, more);
		expect(message).toBe('');
		expect(made()).toHaveLength(before + count);
	});

	test('and the limit that all share holds', async () => {
		const { message, sent } = await order(
			WITHDRAWAL,
			{ fields: limited },
			{ items: two('0.5', '0.5') },
		);
		expect(message).toMatch('1 USDT is more than Maximum per Order of the credential (0.5 USDT)');
		expect(sent).toEqual([]);
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
	const lax = '{"reviewFromScore": "100", "clearSeverities": "low, high"}';

	test('stops where the rules differ, and asks the API for nothing', async () => {
		const before = requests();
		const run = await start([RULES, lax]);
		expect(errorOf(run).message).toMatch(DIFFERS);
		expect(outputs(run).flat()).toEqual([]);
		expect(requests()).toBe(before);
	});

	test.each(GOING_ON)('sends all to Unresolved with On Error set to %s', async (_, setting) => {
		const before = requests();
		const [clear, review, block, unresolved = []] = outputs(await start([RULES, lax], setting));
		expect([clear, review, block]).toEqual([[], [], []]);
		expect(unresolved).toHaveLength(2);
		for (const { json } of unresolved) {
			const { reasons } = json.screening as { reasons: string[] };
			expect(reasons).toEqual(expect.arrayContaining([expect.stringMatching(DIFFERS)]));
		}
		expect(requests()).toBe(before);
	});

	test('screens where all items give the same rules', async () => {
		const [clear] = outputs(await start([RULES, RULES]));
		expect(clear).toHaveLength(2);
	});
});
