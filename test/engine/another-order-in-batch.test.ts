import type { IDataObject, IRun } from 'n8n-workflow';
import { OTHER_TRON, TRON } from '../addresses';
import { OneAnswer } from './support/one-answer';
import { errorOf, outputs } from './support/run-node';

const api = new OneAnswer(false);
/** Its documents show no ext_id, and so tell nothing. */
const silent = new OneAnswer();

afterAll(() => {
	api.close();
	silent.close();
});

const body = { amount: '500', to_address: TRON, network: 'TRON', currency: 'USDT' };
const sendAll = async (bodies: IDataObject[], results: IDataObject[], to = api): Promise<IRun> =>
	await to.run(
		{ count: results.length, results },
		{
			resource: 'batch',
			operation: 'create',
			items: JSON.stringify(bodies.map((one) => ({ body: one }))),
			extIdMode: 'auto',
			options: { retries: 0 },
		},
	);
const send = async (keys: string[], results: IDataObject[]): Promise<IRun> =>
	await sendAll(
		keys.map((key) => ({ ...body, ext_id: key })),
		results,
	);
const accepted = (index: number, record: IDataObject) => ({
	index,
	op: 'withdrawal',
	status: 'accepted',
	body: record,
	error: '',
});
const refused = (index: number, record: IDataObject = {}) => ({
	...accepted(index, record),
	status: 'failed',
	error: 'not_allowed',
});
const unknown = (code: string, keys: string[]) =>
	`All that failed: outcome unknown (${code}), repeat only with the same ext_id: ${keys
		.map((key) => `item 1 with ext_id ${key}`)
		.join(', ')}.`;

test.each([
	['amount', { amount: '1' }],
	['to_address', { to_address: OTHER_TRON }],
	['ext_id', { ext_id: 'other' }],
])('a batch whose result shows another %s is not taken for this order', async (_, change) => {
	const run = await send(['a'], [accepted(0, { ...body, ext_id: 'a', ...change })]);
	expect(errorOf(run).description).toContain(unknown('another_order', ['a']));
});

test('a batch whose result is the screening of another address is not taken for this one', async () => {
	const screening = { ext_id: 'a', network: 'tron_usdt', address: TRON };
	const run = await sendAll(
		[screening],
		[accepted(0, { ...screening, address: OTHER_TRON, sanctions_hit: false })],
	);
	expect(errorOf(run).description).toContain(unknown('another_order', ['a']));
});

test.each(['500', '408'])(
	'a result that failed with status %p says nothing of the order',
	async (status) => {
		const run = await send(['a'], [{ ...refused(0), status, error: 'internal_error' }]);
		expect(errorOf(run).description).toContain(unknown('internal_error', ['a']));
	},
);

test.each(['failed', '422'])('a result that failed with status %p is refused', async (status) => {
	const run = await send(['a'], [{ ...refused(0), status }]);
	expect(errorOf(run).description).toContain('Refused: nothing was spent.');
});

test.each<[string, IDataObject, IDataObject]>([
	['refused (not_allowed)', { status: '422' }, { error: 'not_allowed' }],
	['refused (no_error_code)', { status: '403' }, {}],
	['refused (no_error_code)', { status: 'failed' }, { http_status: '400', error: { code: 7 } }],
	['outcome unknown (no_error_code)', { status: '500' }, {}],
	['outcome unknown (no_error_code)', { status: 'failed' }, { status: 503 }],
	['outcome unknown (not_allowed)', { status: 'failed' }, { error: 'not_allowed' }],
	['outcome unknown (not_allowed)', { error: null }, { ext_id: 'a', error: 'not_allowed' }],
])(
	'a result is %s that says so without an error: %j with the body %j',
	async (said, result, record) => {
		const run = await send(['a'], [{ ...accepted(0, record), ...result }]);
		expect(errorOf(run).message).toMatch(`Batch: Create: ${said}`);
	},
);

test('a result whose record has an empty error is that of the order', async () => {
	const run = await send(['a'], [accepted(0, { ext_id: 'a', status: '201', error: '' })]);
	expect(outputs(run)[0]?.[0]?.json).toMatchObject({ ext_id: 'a', status: 'accepted' });
});

test('a result of a batch that is spelled otherwise, or says less, is that of the order', async () => {
	const shown = { ext_id: 'a', amount: '500.00', to_address: TRON };
	const run = await send(['a', 'b'], [accepted(1, {}), accepted(0, shown)]);
	expect(outputs(run)[0]?.map(({ json }) => json)).toMatchObject([
		{ ext_id: 'a', body: shown },
		{ ext_id: 'b', body: {} },
	]);
});

describe('a batch with a top-up of a card', () => {
	const topUp = { card_id: 'c', amount: '25', ext_id: 'a' };

	test('is answered with what the card was credited with, for all we know', async () => {
		const credited = { ...topUp, amount: '24.37' };
		const run = await sendAll([topUp], [accepted(0, credited)]);
		expect(outputs(run)[0]?.[0]?.json).toMatchObject({ ext_id: 'a', body: credited });
	});

	test('is not taken for that of another card', async () => {
		const run = await sendAll([topUp], [accepted(0, { ...topUp, card_id: 'd' })]);
		expect(errorOf(run).description).toContain(unknown('another_order', ['a']));
	});
});

test.each([
	['from 1 on', [refused(1), accepted(2, { ext_id: 'b' })]],
	['twice the same', [refused(0), refused(0)]],
	['with a gap', [refused(1)]],
])('a batch whose results are numbered %s says nothing of its orders', async (_, results) => {
	const run = await send(['a', 'b'], results);
	expect(errorOf(run).description).toContain(unknown('unexpected_answer', ['a', 'b']));
});

test('a refusal in a batch that carries the key of another order is none of this one', async () => {
	const run = await send(['a', 'b'], [refused(0, { ext_id: 'b' }), refused(1, { ext_id: 'a' })]);
	expect(errorOf(run).description).toContain(unknown('another_order', ['a', 'b']));
});

test('a refusal in a batch that shows the order its key was used for is a refusal', async () => {
	const run = await send(['a'], [refused(0, { ext_id: 'a', amount: '1' })]);
	expect(errorOf(run).message).toBe('Batch: Create: refused (not_allowed)');
});

describe('a result with an error', () => {
	const open = /^Batch: Create: outcome unknown \(provider_timeout\)/;
	const made = { ext_id: 'a', withdrawal_id: 'w-1' };

	/** What is said of the order: where the API knows none, and where it does not tell. */
	async function told(result: IDataObject, record: IDataObject) {
		const results = [{ ...refused(0, record), ...result, error: 'provider_timeout' }];
		const order = { ...body, ext_id: 'a' };
		return {
			ofNone: errorOf(await sendAll([order], results)),
			untold: errorOf(await sendAll([order], results, silent)),
		};
	}

	test.each<[string, IDataObject, IDataObject]>([
		['a status of one that was placed', { status: 'Processing' }, {}],
		['a record with such a status', { status: 'failed' }, { document_status: 'pending' }],
	])('is no refusal where it shows %s', async (_, result, record) => {
		const { ofNone, untold } = await told(result, record);
		expect(ofNone.message).toMatch(open);
		expect(ofNone.description).toMatch('Document: Get shows no order with this ext_id');
		expect(untold.message).toMatch(open);
	});

	test.each<[string, IDataObject, IDataObject]>([
		['the order with an id of its own', { status: 'error' }, made],
		['that of the order it is in conflict with', { status: '409' }, made],
		['the same in its body', { status: 'failed' }, { ...made, http_status: '409' }],
		['itself as done, and nothing of the order', { status: 'done' }, {}],
		['itself as completed, and the order as failed', { status: 'completed' }, { status: 'failed' }],
	])('is a refusal only where there is no such order if it shows %s', async (_, result, record) => {
		const { ofNone, untold } = await told(result, record);
		expect(ofNone.message).toBe('Batch: Create: refused (provider_timeout)');
		expect(ofNone.description).toMatch('Refused: nothing was spent.');
		expect(ofNone.description).toMatch('Document: Get shows no order with this ext_id');
		expect(untold.message).toMatch(open);
	});

	test.each<[string, IDataObject, IDataObject]>([
		['the order without an id', {}, { ext_id: 'a', amount: '500' }],
		['an id without the key', {}, { withdrawal_id: 'w-1' }],
		['it as failed', { status: 'error' }, { ...made, status: 'failed' }],
		['it, and is itself rejected', { status: 'rejected' }, { ext_id: 'a', ref_id: 'r-1' }],
		['it, with a status of a refusal', { status: '422' }, made],
		['it, with one in its body', {}, { ext_id: 'a', id: 'e-1', http_status: 402 }],
	])('is a refusal where it shows %s', async (_, result, record) => {
		const { ofNone, untold } = await told(result, record);
		expect(ofNone.description).toMatch('Refused: nothing was spent.');
		expect(untold.message).toBe('Batch: Create: refused (provider_timeout)');
	});

	test('does not make an id of what was sent', async () => {
		const order = { card_id: 'c', amount: '25', ext_id: 'a' };
		const failed = { ...refused(0, order), error: 'provider_timeout' };
		expect(errorOf(await sendAll([order], [failed])).message).toMatch(
			': refused (provider_timeout)',
		);
	});
});
