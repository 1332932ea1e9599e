/** Proves that an expression that gives nothing never changes what is ordered. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { RULES } from '../../nodes/PartnerSettlementScreening/rules';
import { inPanel } from '../support/screening-records';
import { useSandbox } from '../support/use-sandbox';
import { CHECK_REQUEST, GATE, payout, useGate } from './support/screenings';
import { errorOf, outputs, startNode } from './support/run-node';
import { WITHDRAWAL } from './support/orders';

const FROM_ITEM = '={{ $json.limit }}';
/** What n8n makes of a field that is not there, and what else an expression may come to without an error. */
const NOTHING: [string, string, IDataObject][] = [
	['a field that is missing', FROM_ITEM, {}],
	['null', FROM_ITEM, { limit: null }],
	['an empty text', FROM_ITEM, { limit: '' }],
	['an expression that was begun', '=', {}],
];
const ESIM = { resource: 'esim', operation: 'purchase', offerId: 'magic-never' };
const PLAN = { resource: 'esim', operation: 'purchasePlan', planId: 'plan-1' };
const GIFT = { resource: 'giftCard', operation: 'purchase', offerId: 'magic-never' };
const FREEZE = { resource: 'card', operation: 'freeze', cardId: 'c' };
const CALL = { resource: 'apiCall', operation: 'request', method: 'POST', path: '/api/purchase' };
const { to: address } = payout('clear');
const SCREENING = { resource: 'kyt', operation: 'check', network: 'tron_usdt', address };

describe('the action node', () => {
	const api = useSandbox();

	function start(parameters: INodeParameters, item: IDataObject) {
		const credential = { ...api.contract.credential() };
		return startNode({ parameters, items: [{ amount: '900', ...item }], credential });
	}

	describe.each<[string, INodeParameters]>([
		['Maximum per Item (USDT)', { ...WITHDRAWAL, options: { maximumPerItem: FROM_ITEM } }],
		['Price (USDT)', { ...GIFT, options: { price: FROM_ITEM } }],
		['ICCID', { ...PLAN, additionalFields: { iccid: FROM_ITEM } }],
		['Quantity', { ...ESIM, additionalFields: { quantity: FROM_ITEM } }],
		['Required Fields as JSON', { ...GIFT, additionalFields: { requiredFields: FROM_ITEM } }],
		['Refresh', { ...SCREENING, additionalFields: { refresh: FROM_ITEM } }],
		['When Run Again', { ...ESIM, extId: 'a', extIdMode: FROM_ITEM }],
		['Order Number (ext_id)', { ...ESIM, extId: FROM_ITEM, extIdMode: 'custom' }],
		['Reveal Secrets', { ...ESIM, revealSecrets: FROM_ITEM }],
		['Body', { ...CALL, body: FROM_ITEM }],
		['Path', { ...FREEZE, options: { path: FROM_ITEM } }],
		['Timeout', { resource: 'balance', operation: 'get', options: { timeout: FROM_ITEM } }],
	])('%s (%j)', (label, parameters) => {
		test.each(NOTHING)('that comes to nothing (%s) is refused', async (_, expression, item) => {
			const [from, made] = [FROM_ITEM, expression].map((text) => JSON.stringify(text));
			const given = JSON.stringify(parameters).replace(from ?? '', () => made ?? '');
			const run = await start(JSON.parse(given) as INodeParameters, item);
			expect(errorOf(run).message).toBe(`${label} is empty for this item`);
			expect(errorOf(run).description).toMatch(/switch the field to Fixed|has to give a value/);
			expect(api.sandbox.stats().requests).toEqual({});
		});
	});
});

describe('the gate', () => {
	const gate = useGate();
	const item = payout('clear');

	test.each(Object.entries(RULES))(
		'the rule %s that comes to nothing is refused',
		async (name, label) => {
			for (const [, rule, more] of NOTHING) {
				const parameters = { ...GATE, ...inPanel<INodeParameters[string]>({ [name]: rule }) };
				const run = await gate.start({ parameters, items: [{ ...item, ...more }] });
				expect(errorOf(run).message).toBe(`${label} is empty for this item`);
			}
			expect(gate.contract.arrived(CHECK_REQUEST)).toBe(0);
		},
	);

	describe.each(['options', 'additionalFields'])('Refresh in %s', (place) => {
		test('that comes to nothing is refused, although one is on file', async () => {
			await gate.start({ items: [item] });
			const before = gate.contract.arrived(CHECK_REQUEST);
			for (const [, refresh, more] of NOTHING) {
				const parameters = { ...GATE, [place]: { refresh } };
				const run = await gate.start({ parameters, items: [{ ...item, ...more }] });
				expect(outputs(run)[3]?.[0]?.json.screening).toMatchObject({
					failure: { error: 'Refresh is empty for this item' },
				});
			}
			expect(gate.contract.arrived(CHECK_REQUEST)).toBe(before);
		});
	});
});
