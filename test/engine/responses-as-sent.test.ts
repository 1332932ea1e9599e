/**
 * Proves that what is no secret comes out as the API sent it, that every amount arrives there byte for byte as it was given, and
 * that an answer with a name twice proves nothing.
 */
import type { INodeParameters } from 'n8n-workflow';
import { PartnerSettlementScreening } from '../../nodes/PartnerSettlementScreening/PartnerSettlementScreening.node';
import { TRON } from '../support/addresses';
import { GATE, hintsOf } from './support/screenings';
import { OneAnswer } from './support/answers';
import { errorOf, type NodeRun, outputs } from './support/run-node';
import { WITHDRAWAL } from './support/orders';

const api = new OneAnswer();

afterAll(() => {
	api.close();
});

async function itemsOf(
	answer: unknown,
	parameters: INodeParameters,
	more: Partial<NodeRun> = {},
): Promise<unknown[]> {
	const run = await api.run(answer, { options: {}, ...parameters }, { amount: '1' }, more);
	return (outputs(run)[0] ?? []).map(({ json }) => json);
}

const CHECK = {
	...{ id: 7, status: 'completed', network: 'tron_usdt', address: TRON, price_usdt: '0' },
	...{ cached: false, created_at: '2026-01-31T12:00:00Z' },
	report: {
		risk_code: 'R1',
		rule_codes: ['A', 'B'],
		alert_code: 7,
		// Amounts with the check digit of a card's number.
		total_received_wei: '5105105105105100',
		received: [5105105105105100],
	},
};
const LIST = { operation: 'getAll', returnAll: true };

describe('where nothing could unmask them', () => {
	test.each(['kyt', 'ledger'])("secrets do not, nor a card's number: %s", async (resource) => {
		const secrets = { activation_code: 'hidden', epin: 'hidden', pan: 'hidden', qr: 'hidden' };
		const [item] = await itemsOf([{ ...secrets, note: '5105105105105100' }], { resource, ...LIST });
		expect(JSON.stringify(item)).not.toContain('hidden');
		// Except screenings.
		expect(item).toMatchObject({ note: resource === 'kyt' ? expect.any(String) : '••••••••' });
	});
});

test('a list of cards shows the digits that a receipt shows, and no more', async () => {
	const card = { masked_pan: '411111******1111', cvv: '123', pan: '4111111111111111' };
	const [item] = await itemsOf([{ ...card, pan_last4: '1111' }], { resource: 'card', ...LIST });
	const shown = '••••••••1111';
	expect(item).toEqual({ masked_pan: shown, cvv: '••••••••', pan: shown, pan_last4: '1111' });
});

test.each([
	['lists 3,000 deep', `${'['.repeat(3_000)}${']'.repeat(3_000)}`],
	['8 million escapes', `"${'\\"'.repeat(8_000_000)}"`],
	['a million decimals', `"0.${'1'.repeat(1_000_001)}"`],
	['a number of a million digits', '1'.repeat(1_000_000)],
])('a withdrawal whose answer holds %s is done', async (_, amount) => {
	const answer = `{"ext_id":"order-1","amount":"1","to_address":"${TRON}","status":"pending","debit_amount":${amount}}`;
	const own = { extIdMode: 'custom', extId: 'order-1' };
	const run = await api.run(answer, { ...WITHDRAWAL, ...own }, { amount: '1' });
	expect(outputs(run)[0]?.[0]?.json).toMatchObject({ ext_id: 'order-1', status: 'pending' });
	expect(hintsOf(run)).toEqual([expect.stringContaining('1 withdrawal')]);
});

describe('the error of an answer', () => {
	const call = {
		resource: 'apiCall',
		operation: 'request',
		method: 'GET',
		base: 'api',
		path: '/x',
	};
	const document = { resource: 'document', operation: 'get', extId: 'order-1' };

	test.each([null, false])('that is %j stays at the top of an item', async (error) => {
		const answer = { status: 'completed', error };
		expect(await itemsOf(answer, call)).toEqual([answer]);
		expect(await itemsOf(answer, document)).toEqual([answer]);
	});

	test.each(['', 'provider_declined', null])(
		'that is %j never makes n8n run the node again',
		async (error) => {
			api.newCalls();
			await itemsOf({ status: 'failed', error }, document, { maxTries: 2 });
			expect(api.newCalls()).toBe(1);
		},
	);
});

describe('an answer with a name twice in one object proves nothing', () => {
	test('at the gate it is unresolved', async () => {
		const type = new PartnerSettlementScreening();
		const clear = { ...CHECK, severity: 'low', risk_score: 3, sanctions_hit: false };
		const text = JSON.stringify(clear).replace('{', '{"sanctions_hit":true,');
		const run = await api.run(text, { ...GATE, address: TRON }, {}, { type });
		expect(outputs(run).map((items) => items.length)).toEqual([0, 0, 0, 1]);
	});

	test.each<[string, INodeParameters, string]>([
		['a read fails', { resource: 'balance', operation: 'get' }, 'no usable response'],
		['the outcome of an order is unknown', WITHDRAWAL, 'outcome unknown'],
	])('%s', async (_, parameters, message) => {
		const text = '{"ext_id":"order-1","status":"done","available_balance":"1","status":"done"}';
		const own = { ...parameters, extIdMode: 'custom', extId: 'order-1' };
		const run = await api.run(text, { ...own, options: { retries: 0 } }, { amount: '1' });
		expect(errorOf(run).message).toContain(`${message} (broken_json)`);
	});
});
