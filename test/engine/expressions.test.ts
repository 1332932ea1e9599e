/** Proves that an expression that gives nothing never changes what is ordered, and that what is sent of a live object was checked. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { RULES } from '../../nodes/PartnerSettlementScreening/rules';
import { inPanel } from '../support/screening-records';
import { useSandbox } from '../support/use-sandbox';
import { CHECK_REQUEST, GATE, payout, useGate } from './support/screenings';
import { errorOf, outputs, startNode } from './support/run-node';
import { batchOf, useOrders, WITHDRAWAL } from './support/orders';
import { OTHER_TRON, TRON } from '../support/addresses';
import { certificateOf } from '../support/certificates';

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
const BATCH = { resource: 'batch', operation: 'create', extIdMode: 'auto' };
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
		test.each(NOTHING)('without a value (%s) is refused', async (_, expression, item) => {
			const [from, made] = [FROM_ITEM, expression].map((text) => JSON.stringify(text));
			const given = JSON.stringify(parameters).replace(from ?? '', () => made ?? '');
			const run = await start(JSON.parse(given) as INodeParameters, item);
			expect(errorOf(run).message).toBe(`${label} is empty for this item`);
			expect(errorOf(run).description).toMatch(/switch the field to Fixed|has to give a value/);
			expect(api.sandbox.stats().requests).toEqual({});
		});
	});

	test.each(['ext_id', 'iccid', 'quantity', 'refresh'])(
		'a body in which %s comes to nothing is refused',
		async (name) => {
			for (const items of [
				`=[{ "body": { "offer_id": "magic-never", "${name}": "{{ $json.limit }}" } }]`,
				`={{ [{ body: { offer_id: "magic-never", ${name}: $json.limit } }] }}`,
			]) {
				for (const item of [{}, { limit: null }, { limit: ' ' }]) {
					const { message } = errorOf(await start({ ...BATCH, items }, item));
					expect(message).toBe(`Items, entry 0, ${name} is empty`);
				}
			}
			expect(api.sandbox.stats().requests).toEqual({});
		},
	);
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

const { api, order } = useOrders({ settleMs: 5, kytDelayMs: 0 });

const LIMITS = {
	clearanceHours: '24',
	clearanceRules: '{"reviewFromScore":"25","clearSeverities":"low"}',
	...{ allowedRecipients: TRON, maximumPerOrder: '5', keepAtLeast: '9900' },
};

/** It reads as USDT until it is sent. Then it closes its order and adds another one. */
const SECOND_ORDER = `"USDT","ext_id":"a"}},{"body":{"currency":"USDT","network":"TRON","amount":"5000","to_address":"${OTHER_TRON}"`;

test('a batch holds what was checked: no second order in the place of its currency', async () => {
	const items = `={{ (() => {
		let reads = 0;
		const currency = {
			[Symbol.for('lossless-json.LosslessNumber')]: true,
			toString: () => ((reads += 1) > 6 ? ${JSON.stringify(SECOND_ORDER).replace('}}', "}' + '}")} : 'USDT'),
		};
		const live = () => currency;
		currency.toJSON = { toJSON: () => live };
		return [{ body: { amount: '1', network: 'TRON', to_address: '${TRON}', currency } }];
	})() }}`;
	const certificate = await certificateOf({ ...api.contract.credential(), ...LIMITS }, TRON);
	const given = { ...batchOf([]), items } as INodeParameters;
	const run = { items: [{ screening: { certificate } }] };
	const { sent, message } = await order(given, { fields: LIMITS }, run);
	expect(sent.join()).not.toContain(OTHER_TRON);
	expect(message).not.toBe('');
});

test('the required fields of a gift card are those whose price was checked', async () => {
	const requiredFields = `={{ (() => {
		let reads = 0;
		const live = () => ((reads += 1) > 2 ? { amount: '500' } : { x: 'y' });
		return { toJSON: { toJSON: () => live } };
	})() }}`;
	const gift = { resource: 'giftCard', operation: 'purchase', extIdMode: 'auto' };
	const given = { ...gift, offerId: 'gift-music-5', additionalFields: { requiredFields } };
	const { sent } = await order(given, { fields: { maximumPerOrder: '7' } });
	expect(sent.join()).not.toContain('500');
});
