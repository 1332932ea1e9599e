/**
 * Proves that what was bought can be read whatever a field beside it holds, and that a hint names that field; that a read on
 * which money or the gate depends stays strict; and what a search for gift offers sends.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { TRON } from '../support/addresses';
import { useSandbox } from '../support/use-sandbox';
import { OneAnswer } from './support/one-answer';
import { errorOf, outputs, startNode } from './support/run-node';
import { hintsOf } from './support/screenings';

const api = new OneAnswer();

afterAll(() => {
	api.close();
});

async function read(answer: unknown, parameters: INodeParameters) {
	const run = await api.run(answer, { options: { retries: 0 }, ...parameters });
	const items = (outputs(run)[0] ?? []).map(({ json }) => json);
	return { items, hints: hintsOf(run), message: errorOf(run).message };
}

const GET_ESIM = { resource: 'esim', operation: 'get', esimId: 'e', revealSecrets: true };
const LPA = 'LPA:1$smdp.io$A-1';
const ESIM = { esim_id: 'e', status: 'active', activation: { lpa: LPA, qr_available: true } };
const GET_ADDRESS = { resource: 'card', operation: 'getBillingAddress', cardId: 'c' };

test.each<[string, IDataObject, RegExp]>([
	['usage as PHP writes an empty object', { usage: [] }, /\(usage: /],
	['a number in words', { usage: { data_total_mb: 'unlimited' } }, /\(usage\.data_total_mb: /],
	['an esim_id that is a number', { esim_id: 7 }, /\(esim_id: /],
])('eSIM: Get gives the activation code beside %s', async (_, fields, hint) => {
	for (const answer of [{ ...ESIM, ...fields }, { data: { ...ESIM, ...fields } }]) {
		const { items, hints } = await read(answer, GET_ESIM);
		expect(items).toMatchObject([{ ...fields, activation: { lpa: LPA }, lpa_parts: {} }]);
		expect(hints).toEqual([expect.stringMatching(hint)]);
		expect(hints[0]).not.toContain(LPA);
	}
});

test('as documented, nothing is told', async () => {
	const usage = { data_total_mb: 1024, data_used_mb: 0, valid_to: null };
	const { items, hints } = await read({ ...ESIM, usage, extra: [] }, GET_ESIM);
	expect(items).toMatchObject([{ ...ESIM, usage, extra: [] }]);
	expect(hints).toEqual([]);
});

test.each([[[]], ['none'], [{ line1: 7, city: 'Berlin' }], [null], ['']])(
	'a billing address that is %j comes out as it is',
	async (address) => {
		const { items, hints } = await read({ billing_address: address }, GET_ADDRESS);
		expect(items).toEqual([{ billing_address: address }]);
		const isNone = address === null || address === '';
		expect(hints).toEqual(isNone ? [] : [expect.stringContaining('billing_address')]);
	},
);

const KYT = { id: 7, status: 'completed', network: [], address: TRON, sanctions_hit: false };

test.each<[string, unknown, INodeParameters]>([
	['nothing', {}, GET_ESIM],
	['no object', [], GET_ESIM],
	['an error', { ...ESIM, usage: [], success: false }, GET_ESIM],
	['a message only', { message: 'No such card' }, GET_ADDRESS],
	// What money or the gate depends on.
	[
		'an odd balance',
		{ available_balance: '10', reserved: [] },
		{ resource: 'balance', operation: 'get' },
	],
	['an odd screening', KYT, { resource: 'kyt', operation: 'get', id: '7' }],
	['an odd key set', { keys: 7 }, { resource: 'accessToken', operation: 'inspect' }],
])('a read that shows %s fails', async (_, answer, parameters) => {
	const { items, hints, message } = await read(answer, parameters);
	expect([...items, ...hints]).toEqual([]);
	expect(message).not.toBe('');
});

describe('a search for gift offers', () => {
	const sandbox = useSandbox();
	const offers = { resource: 'giftOffer', operation: 'search', returnAll: true, options: {} };

	test.each([
		['music', '{"query":"music"}', 2],
		[' ', '{}', 12],
	])('sends its Query if there is one (%j)', async (query, body, most) => {
		const credential = { ...sandbox.contract.credential() };
		const parameters = { ...offers, query };
		const run = await startNode({ credential, parameters, items: [{}] });
		expect(sandbox.contract.bodies('/api/offers')).toEqual([body]);
		expect(outputs(run)[0]).toHaveLength(most);
	});
});
