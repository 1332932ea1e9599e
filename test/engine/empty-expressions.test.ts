/** Proves that an expression that gives nothing never changes what is ordered, or takes a limit away. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { RULES } from '../../nodes/PartnerSettlementScreening/rules';
import { useSandbox } from '../support/use-sandbox';
import { inPanel } from '../support/screening-records';
import { CHECK_REQUEST, GATE, payout, useGate } from './support/gate';
import { errorOf, type NodeRun, outputs, startNode } from './support/run-node';
import { WITHDRAWAL } from './support/withdrawal';
const GIFT_CARD = { resource: 'giftCard', operation: 'purchase', offerId: 'magic-never' };
const FROM_ITEM = '={{ $json.limit }}';
/** What n8n makes of a field that is not there, and what else an expression may come to without an error. */
const NOTHING: [string, string, IDataObject][] = [
	['a field that is missing', FROM_ITEM, {}],
	['a field of one that is missing', '={{ $json.settings.limit }}', {}],
	['null', FROM_ITEM, { limit: null }],
	['an empty text', FROM_ITEM, { limit: '' }],
	['white space', '= {{ $json.limit }} ', { limit: ' ' }],
	['an expression that was begun', '=', {}],
];
const ADVICE =
	'If there is to be none, switch the field to Fixed and leave it empty; for some items only, split them with an If node.';

describe('a limit of what is spent', () => {
	const api = useSandbox();

	function withdraw(options: INodeParameters, items: IDataObject[], more: Partial<NodeRun> = {}) {
		const parameters = { ...WITHDRAWAL, ...more.parameters, options };
		const credential = { ...api.contract.credential() };
		return startNode({ items, credential, ...more, parameters });
	}

	describe.each([
		['maximumPerItem', 'Maximum per Item (USDT)', WITHDRAWAL],
		['maximumPerRun', 'Maximum per Run (USDT)', WITHDRAWAL],
		['price', 'Price (USDT)', GIFT_CARD],
	])('%s', (name, label, parameters) => {
		test.each(NOTHING)('that comes to nothing (%s) is refused', async (_, limit, item) => {
			const run = await withdraw({ [name]: limit }, [{ amount: '900', ...item }], { parameters });
			expect(errorOf(run).message).toBe(`${label} is an expression that gives nothing`);
			expect(errorOf(run).description).toMatch(ADVICE);
			expect(api.sandbox.stats().requests).toEqual({});
		});

		test('that is an empty field is none', async () => {
			const run = await withdraw({ [name]: '' }, [{ amount: '900' }], { parameters });
			expect(outputs(run)[0]).toHaveLength(1);
		});
	});
});

describe('what changes what is ordered', () => {
	const api = useSandbox();
	const PLAN = { resource: 'esim', operation: 'purchasePlan', planId: 'plan-1' };
	const ESIM = { resource: 'esim', operation: 'purchase', offerId: 'magic-never' };
	const CARD = { resource: 'card', operation: 'issue', svcProductId: '101' };
	const FREEZE = { resource: 'card', operation: 'freeze', cardId: 'c' };
	const CALL = {
		resource: 'apiCall',
		operation: 'request',
		method: 'POST',
		base: 'base',
		path: '/api/purchase',
	};
	const additional = (order: INodeParameters, name: string): INodeParameters => ({
		...order,
		additionalFields: { [name]: FROM_ITEM },
	});

	function start(parameters: INodeParameters, item: IDataObject) {
		const credential = { ...api.contract.credential() };
		return startNode({ parameters: { ...parameters }, items: [item], credential });
	}

	describe.each<[string, INodeParameters]>([
		['ICCID', additional(PLAN, 'iccid')],
		['Quantity', additional(ESIM, 'quantity')],
		['Required Fields as JSON', additional(GIFT_CARD, 'requiredFields')],
		['Country', additional(CARD, 'country')],
		['When Run Again', { ...ESIM, extId: 'a', extIdMode: FROM_ITEM }],
		['Order Number (ext_id)', { ...ESIM, extId: FROM_ITEM, extIdMode: 'custom' }],
		['Reveal Secrets', { ...ESIM, revealSecrets: FROM_ITEM }],
		['Body', { ...FREEZE, options: { body: FROM_ITEM } }],
		['Body', { ...CALL, body: FROM_ITEM }],
		['Query', { ...CALL, query: FROM_ITEM }],
		['Path', { ...FREEZE, options: { path: FROM_ITEM } }],
		['Timeout', { ...ESIM, options: { timeout: FROM_ITEM } }],
	])('%s (%j)', (label, parameters) => {
		test.each(NOTHING)('that comes to nothing (%s) is refused', async (_, expression, item) => {
			const given = JSON.stringify(parameters).replace(JSON.stringify(FROM_ITEM), () =>
				JSON.stringify(expression),
			);
			const run = await start(JSON.parse(given) as INodeParameters, item);
			expect(errorOf(run).message).toBe(`${label} is an expression that gives nothing`);
			expect(errorOf(run).description).toMatch('an AI agent has to give a value');
			expect(api.sandbox.stats().requests).toEqual({});
		});
	});

	test('an order number with an expression that n8n does not read is refused', async () => {
		const order = { ...ESIM, extIdMode: 'custom', extId: 'INV-{{ $json.id }}' };
		const { message, description } = errorOf(await start(order, { id: '1' }));
		expect(message).toMatch(/^Order Number \(ext_id\) is set to Fixed/);
		expect(description).toMatch('Switch the field to Expression');
		expect(api.sandbox.stats().requests).toEqual({});
	});

	test('an empty field is none', async () => {
		const parameters = { ...ESIM, additionalFields: { quantity: '' }, options: { timeout: '' } };
		expect(errorOf(await start(parameters, {})).message).toBe('');
		expect(api.contract.bodies('/partner/esims')).toHaveLength(1);
	});

	test.each(['ext_id', 'iccid', 'quantity', 'refresh'])(
		'a body in which %s comes to nothing is refused',
		async (name) => {
			const bodies = [
				`=[{ "body": { "offer_id": "magic-never", "${name}": "{{ $json.limit }}" } }]`,
				`={{ [{ body: { offer_id: "magic-never", ${name}: $json.limit } }] }}`,
			];
			for (const items of bodies) {
				for (const item of [{}, { limit: null }, { limit: ' ' }]) {
					const batch = { resource: 'batch', operation: 'create', extIdMode: 'auto', items };
					const { message } = errorOf(await start(batch, item));
					expect(message).toBe(`Items, entry 0, ${name} is empty`);
				}
			}
			expect(api.sandbox.stats().requests).toEqual({});
		},
	);
});

describe('a read', () => {
	const api = useSandbox();

	test.each(NOTHING)('may be narrowed by nothing (%s)', async (_, from, item) => {
		const parameters = { resource: 'ledger', operation: 'getAll', returnAll: true };
		const additionalFields = { from };
		const credential = { ...api.contract.credential() };
		const items = [item];
		await startNode({ parameters: { ...parameters, additionalFields }, items, credential });
		expect(api.contract.arrived('POST /core/api/partner/reconciliation_ledger')).toBe(1);
	});
});

describe('the gate', () => {
	const gate = useGate();
	const item = payout('clear');

	describe.each(Object.entries(RULES))('a rule: %s', (name, label) => {
		test.each(NOTHING)('that comes to nothing (%s) is refused', async (_, rule, more) => {
			const parameters = { ...GATE, ...inPanel<INodeParameters[string]>({ [name]: rule }) };
			const run = await gate.start({ parameters, items: [{ ...item, ...more }] });
			expect(errorOf(run).message).toBe(`${label} is an expression that gives nothing`);
			expect(gate.contract.arrived(CHECK_REQUEST)).toBe(0);
		});
	});

	describe.each(['options', 'additionalFields'])('Refresh in %s', (place) => {
		test.each(NOTHING)('that comes to nothing (%s) is refused', async (_, refresh, more) => {
			// On file, so that it could go through without a new screening.
			await gate.start({ items: [item] });
			const before = gate.contract.arrived(CHECK_REQUEST);
			const parameters = { ...GATE, [place]: { refresh } };
			const run = await gate.start({ parameters, items: [{ ...item, ...more }] });
			expect(outputs(run)[3]?.[0]?.json.screening).toMatchObject({
				failure: { error: 'Refresh is an expression that gives nothing' },
			});
			expect(gate.contract.arrived(CHECK_REQUEST)).toBe(before);
		});

		test('may be on for one item and off for another', async () => {
			const before = gate.contract.bodies('/kyt_check').length;
			const options = { pollInterval: 0.1 };
			const own = { ...GATE, options, [place]: { ...options, refresh: FROM_ITEM } };
			const items = [true, false].map((limit) => ({ ...item, id: limit, limit }));
			expect(await gate.routes({ parameters: own, items })).toEqual([[true, false], [], [], []]);
			const sent = gate.contract.bodies('/kyt_check').slice(before);
			const asked = sent.map((body) => (JSON.parse(body) as IDataObject).refresh);
			expect(new Set(asked)).toEqual(new Set([true, false]));
		});
	});

	test('nothing is screened without the limit that the items should bring', async () => {
		const parameters = { ...GATE, options: { price: '0.75', maximumPerRun: FROM_ITEM } };
		const items = [item, { ...payout('medium'), limit: '5' }];
		const [, [review] = [], , [unresolved] = []] = outputs(await gate.start({ parameters, items }));
		expect(review?.json.id).toBe('medium');
		expect(unresolved?.json).toMatchObject({
			id: 'clear',
			screening: {
				failure: {
					error: 'Maximum per Run (USDT) is an expression that gives nothing',
					details: { outcome: 'not_sent' },
				},
			},
		});
		expect(gate.checks()).toHaveLength(1);
	});
});
