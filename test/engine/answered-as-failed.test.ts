import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { TRON } from '../addresses';
import { Servers } from '../contract/support/servers';
import { useSandbox } from '../contract/support/use-sandbox';
import { type OwnAnswer, startFront } from './support/front';
import { errorOf, outputs, startNode } from './support/run-node';
import { hintsOf } from './support/screenings';
import { WITHDRAWAL } from './support/withdrawal';

const api = useSandbox();
const servers = new Servers();

afterAll(() => {
	servers.close();
});

const CUSTOM = { ...WITHDRAWAL, extIdMode: 'custom', extId: '={{ $json.id }}' };
const SENT = { currency: 'USDT', network: 'TRON', amount: '1', to_address: TRON };
const SUBJECT = { network: 'tron_usdt', address: TRON };
const REFUSED: OwnAnswer = { status: 403, body: { error: 'not_allowed' } };
const SHORT = 'insufficient_balance';
const WAITING = { retries: 0, waitForOutcome: true, maxWait: 0.1, pollInterval: 0.1 };
const FAILED = 'Shown as failed: item 1 with ext_id o-1. Look at that before you order it again';

/** Sends items `o-1`, `o-2` and so on, which are answered with these records, or refused. */
async function send(
	parameters: INodeParameters,
	records: (IDataObject | undefined)[],
	document: IDataObject = {},
	onError?: 'continueRegularOutput',
) {
	const front = await startFront(servers, api.sandbox.url, (url, _, before) => {
		if (url.endsWith('/document_get')) return { status: 200, body: { ...SENT, ...document } };
		if (!/(withdrawals|batch|kyt_check)$/.test(url)) return undefined;
		const record = records[before];
		return record ? { status: 200, body: record } : REFUSED;
	});
	const items = records.map((_, index) => ({ amount: '1', id: `o-${String(index + 1)}` }));
	const credential = {
		...api.contract.settings({ apiUrl: `${front}/gw`, baseUrl: `${front}/core` }),
	};
	const run = await startNode({ parameters, items, credential, onError });
	const json = (outputs(run)[0] ?? []).map((item) => item.json);
	return { items: json, hints: hintsOf(run), description: errorOf(run).description };
}

const order = { ...SENT, ext_id: 'o-1' };
const failed = { ...order, status: 'failed' };

describe('an order that is answered as failed', () => {
	test('comes out with its record, and the operator is told', async () => {
		const { items, hints } = await send(CUSTOM, [failed]);
		expect(items).toMatchObject([{ ext_id: 'o-1', status: 'failed' }]);
		expect(hints).toEqual([expect.stringContaining(FAILED)]);
	});

	test('is not called carried out in the error of another item', async () => {
		const { description } = await send(CUSTOM, [failed, undefined]);
		expect(description).toContain(FAILED);
		expect(description).not.toContain('Carried out');
	});

	test.each<[IDataObject, IDataObject]>([
		[{ status: 'pending' }, { status: 'failed' }],
		[{ status: 'pending' }, { ext_id: 'o-1', document_status: 'failed', error: 'declined' }],
		[
			{ status: 'pending', document_status: 'processing', error: 'slow' },
			{ ext_id: 'o-1', status: 'failed' },
		],
	])('nor where that was waited for: %j, then %j', async (answer, document) => {
		const parameters = { ...CUSTOM, options: WAITING };
		const { description } = await send(parameters, [{ ...order, ...answer }, undefined], document);
		expect(description).toContain(FAILED);
		expect(description).not.toContain('Carried out');
		const { items } = await send(parameters, [{ ...order, ...answer }], document);
		const { error, ...shown } = document;
		const failure = error === undefined ? {} : { failure: { error } };
		expect(items).toEqual([{ ...order, ...shown, ...failure, outcome_reached: true }]);
	});

	test('nor where another status stands beside it', async () => {
		const both = { ...failed, document_status: 'done', error: 'provider_declined' };
		const { description } = await send(CUSTOM, [both, undefined]);
		expect(description).toContain(FAILED);
		expect(description).not.toContain('Carried out');
	});

	test.each<[IDataObject, IDataObject]>([
		[{ error: SHORT }, {}],
		[{ document_status: 'done', error: SHORT }, {}],
		[{ status: 'pending' }, { ext_id: 'o-1', document_status: 'failed', error: SHORT }],
	])('stops the run where that was for want of balance: %j, then %j', async (answer, document) => {
		const records = [{ ...failed, ...answer }, undefined];
		const parameters = { ...CUSTOM, options: WAITING };
		const { items } = await send(parameters, records, document, 'continueRegularOutput');
		expect(items[1]?.details).toMatchObject({ code: 'stopped_spending' });
	});
});

test('one that is answered as carried out is, whatever error stands beside it', async () => {
	const done = { ...failed, status: 'completed', error: 'webhook_delivery_failed' };
	const { description } = await send(CUSTOM, [done, undefined]);
	expect(description).toContain('Carried out before it: item 1.');
});

describe('a result of a batch without an error', () => {
	const batch = (bodies: IDataObject[]) => ({
		resource: 'batch',
		operation: 'create',
		items: JSON.stringify(bodies.map((body) => ({ body }))),
		extIdMode: 'auto',
		options: { retries: 0 },
	});
	const orders = [
		{ ...SENT, ext_id: 'o-1' },
		{ ...SENT, ext_id: 'o-2' },
	];
	const refused = { index: 1, op: 'x', status: 'failed', body: {}, error: 'not_allowed' };
	const answerOf = (first: IDataObject) => ({
		count: 2,
		results: [{ index: 0, op: 'x', error: '', ...first }, refused],
	});

	test.each<[IDataObject]>([
		[{ status: 'failed', body: { ext_id: 'o-1', status: 'failed' } }],
		[{ status: 'accepted', body: { ext_id: 'o-1', document_status: 'cancelled' } }],
		[{ status: 'completed', body: { ext_id: 'o-1', status: 'failed' } }],
		[{ status: 'Rejected', body: {} }],
	])('that shows its order as failed is none of one carried out: %j', async (first) => {
		const { description } = await send(batch(orders), [answerOf(first)], { ext_id: 'none' });
		expect(description).toContain(FAILED);
		expect(description).not.toContain('Carried out');
	});

	test('comes out, and the operator is told', async () => {
		const results = [{ index: 0, op: 'x', status: 'failed', body: failed, error: '' }];
		const { items, hints } = await send(batch(orders.slice(0, 1)), [{ count: 1, results }]);
		expect(items).toMatchObject([{ ext_id: 'o-1', status: 'failed' }]);
		expect(hints).toEqual([expect.stringContaining(FAILED)]);
	});

	test('of a screening that failed is one of its own', async () => {
		const screening = { ...SUBJECT, ext_id: 'o-1' };
		const first = { status: 'accepted', body: { ...screening, status: 'failed' } };
		const parameters = batch([screening, ...orders.slice(1)]);
		const { description } = await send(parameters, [answerOf(first)], { ext_id: 'none' });
		expect(description).toContain('Carried out before it: of item 1 only ext_id o-1 (');
		expect(description).not.toContain('Shown as failed');
	});
});

test.each<[string, INodeParameters]>([
	['a screening', { ...CUSTOM, resource: 'kyt', operation: 'check', ...SUBJECT }],
	['what is only read', { resource: 'document', operation: 'get', extId: 'o-1' }],
])('%s that failed is a result of its own', async (_, parameters) => {
	const check = { id: 1, price_usdt: '0', cached: false, created_at: 'now', ...SUBJECT };
	const record = { ...check, ext_id: 'o-1', status: 'failed' };
	const { items, hints } = await send(parameters, [record], failed);
	expect(items).toMatchObject([{ status: 'failed' }]);
	expect(hints.join(' ')).not.toContain('Shown as failed');
});

describe('a status that the document does not name as a good one', () => {
	const words = ['expired', 'declined', 'refunded', 'reversed', 'voided', 'active', 'Returned'];

	test.each(words)('is told in the place of "carried out": %s', async (status) => {
		for (const shown of [{ status }, { status: 'completed', document_status: status }]) {
			const { description } = await send(CUSTOM, [{ ...order, ...shown }, undefined]);
			const text = `Answered before it with the status ${status.toLowerCase()}: item 1. Look at what`;
			expect(description).toContain(text);
			expect(description).not.toContain('Carried out');
		}
	});

	test.each(['pending', 'processing', 'accepted', 'completed', 'done', 'Completed'])(
		'is none of these: %s',
		async (status) => {
			const { description } = await send(CUSTOM, [{ ...order, status }, undefined]);
			expect(description).toContain('Carried out before it: item 1.');
			expect(description).not.toContain('Answered before it');
		},
	);

	test('is told of an order of a batch, beside those that were carried out', async () => {
		const bodies = ['o-1', 'o-2', 'o-3'].map((extId) => ({ ...SENT, ext_id: extId }));
		const results = [
			{ index: 0, op: 'x', status: 'accepted', body: { ext_id: 'o-1', status: 'completed' } },
			{ index: 1, op: 'x', status: 'accepted', body: { ext_id: 'o-2', status: 'expired' } },
			{ index: 2, op: 'x', status: 'failed', body: {}, error: 'not_allowed' },
		];
		const parameters = {
			resource: 'batch',
			operation: 'create',
			items: JSON.stringify(bodies.map((body) => ({ body }))),
			extIdMode: 'auto',
			options: { retries: 0 },
		};
		const answer = { count: 3, results };
		const { description } = await send(parameters, [answer], { ext_id: 'none' });
		expect(description).toContain('Carried out before it: of item 1 only ext_id o-1 (');
		expect(description).toContain('with the status expired: item 1 with ext_id o-2. Look');
	});

	test('is told of a call without an ext_id, also where it failed', async () => {
		const call = { resource: 'apiCall', operation: 'request', method: 'POST', base: 'api' };
		const parameters = { ...call, path: '/partner/withdrawals', body: JSON.stringify(SENT) };
		const { description } = await send(parameters, [{ ...SENT, status: 'failed' }, undefined]);
		expect(description).toContain('with the status failed: item 1.');
		expect(description).not.toContain('Carried out');
	});
});
