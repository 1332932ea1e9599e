/**
 * Proves that what was bought can be read whatever a field beside it holds, and that a hint names that field; and that a read on
 * which money or the gate depends stays strict.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { TRON } from '../support/addresses';
import { OneAnswer } from './support/one-answer';
import { errorOf, outputs } from './support/run-node';
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
	['usage as an empty text', { usage: '' }, /\(usage: /],
	['a number in words', { usage: { data_total_mb: 'unlimited' } }, /\(usage\.data_total_mb: /],
	['a country that is an object', { country: { code: 'DE' } }, /\(country: /],
	['an esim_id that is a number', { esim_id: 7 }, /\(esim_id: /],
	['a status that is a number', { status: 1 }, /\(status: /],
])('eSIM: Get gives the activation code beside %s', async (_, fields, hint) => {
	for (const answer of [{ ...ESIM, ...fields }, { data: { ...ESIM, ...fields } }]) {
		const { items, hints } = await read(answer, GET_ESIM);
		expect(items).toMatchObject([{ ...fields, activation: { lpa: LPA }, lpa_parts: {} }]);
		expect(hints).toEqual([expect.stringMatching(hint)]);
		expect(hints[0]).not.toContain(LPA);
	}
});

test('of many fields a hint names three', async () => {
	const fields = { usage: [], country: [], iccid: [], offer_id: [], created_at: [] };
	const { items, hints } = await read({ ...ESIM, ...fields }, GET_ESIM);
	expect(items).toMatchObject([fields]);
	expect(hints[0]?.match(/Expected/g)).toHaveLength(3);
});

test('an activation of another kind comes out as it is', async () => {
	const record = { ...ESIM, activation: [] };
	const { items, hints } = await read(record, GET_ESIM);
	expect(items).toEqual([record]);
	expect(hints).toEqual([expect.stringContaining('activation')]);
});

test('as documented, nothing is told', async () => {
	const usage = { data_total_mb: 1024, data_used_mb: 0, valid_to: null };
	const { items, hints } = await read({ ...ESIM, usage, extra: [] }, GET_ESIM);
	expect(items).toMatchObject([{ ...ESIM, usage, extra: [] }]);
	expect(hints).toEqual([]);
});

test.each<[string, unknown]>([
	['a list', []],
	['another text', 'none'],
	['an object with a number', { line1: 7, city: 'Berlin' }],
])('a billing address that is %s comes out as it is', async (_, address) => {
	const { items, hints } = await read({ billing_address: address }, GET_ADDRESS);
	expect(items).toEqual([{ billing_address: address }]);
	expect(hints).toEqual([expect.stringContaining('billing_address')]);
});

test.each([null, ''])('no billing address (%j) is told by no hint', async (address) => {
	const { items, hints } = await read({ billing_address: address }, GET_ADDRESS);
	expect(items).toEqual([{ billing_address: address }]);
	expect(hints).toEqual([]);
});

test.each<[string, unknown, INodeParameters]>([
	['nothing', {}, GET_ESIM],
	['no object', [], GET_ESIM],
	['an error', { ...ESIM, usage: [], success: false }, GET_ESIM],
	['a message only', { message: 'No such card' }, GET_ADDRESS],
])('a read that shows %s fails', async (_, answer, parameters) => {
	const { items, message } = await read(answer, parameters);
	expect(items).toEqual([]);
	expect(message).not.toBe('');
});

test.each<[string, unknown, INodeParameters]>([
	[
		'the balance',
		{ available_balance: '10', reserved: [] },
		{ resource: 'balance', operation: 'get' },
	],
	[
		'a screening',
		{ id: 7, status: 'completed', network: [], address: TRON, sanctions_hit: false },
		{ resource: 'kyt', operation: 'get', id: '7' },
	],
	['the key set', { keys: 7 }, { resource: 'accessToken', operation: 'inspect' }],
])('%s with a field that is not as documented fails', async (_, answer, parameters) => {
	const { items, hints, message } = await read(answer, parameters);
	expect(items).toEqual([]);
	expect(hints).toEqual([]);
	expect(message).not.toBe('');
});
