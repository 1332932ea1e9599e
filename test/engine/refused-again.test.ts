import type { IDataObject, IRun } from 'n8n-workflow';
import { TRON } from '../addresses';
import { Servers } from '../contract/support/servers';
import { useSandbox } from '../contract/support/use-sandbox';
import { batchOf } from './support/batch';
import { type OwnAnswer, startFront } from './support/front';
import { errorOf, type NodeRun, outputs, startNode } from './support/run-node';
import { WITHDRAWAL } from './support/withdrawal';

const api = useSandbox();
const servers = new Servers();

afterAll(() => {
	servers.close();
});

const SHORT: OwnAnswer = { status: 402, body: { error: 'insufficient_balance' } };
const FORBIDDEN: OwnAnswer = { status: 403, body: { error: 'not_allowed' } };
const LOST: OwnAnswer = { status: 503, body: { error: 'unavailable' } };
const ITEMS = ['1', '2'].map((amount) => ({ amount, id: `o-${amount}` }));

const cartOf = (extId: string) =>
	batchOf([{ currency: 'USDT', network: 'TRON', amount: '1', to_address: TRON, ext_id: extId }]);

/** Orders what the API answers so, and whose documents show this. */
async function orderShown(
	document: IDataObject,
	answer: (before: number) => OwnAnswer,
	more: Partial<NodeRun> = {},
): Promise<IRun> {
	const front = await startFront(servers, api.sandbox.url, (url, body, before) => {
		if (/\/(withdrawals|batch)$/.test(url)) return answer(before);
		if (!url.endsWith('/document_get')) return undefined;
		const { ext_id: extId } = JSON.parse(body) as { ext_id: string };
		const sent = { currency: 'USDT', network: 'TRON', amount: '1', to_address: TRON };
		return { status: 200, body: { ...sent, ext_id: extId, ...document } };
	});
	return await startNode({
		parameters: WITHDRAWAL,
		items: ITEMS.slice(0, 1),
		credential: { ...api.contract.settings({ apiUrl: `${front}/gw`, baseUrl: `${front}/core` }) },
		resumeSignature: 'a-run',
		...more,
	});
}

describe('an order that is refused in a retry', () => {
	const retry = { mode: 'retry' as const };

	test.each([
		[{ status: 'Failed' }],
		[{ document_status: 'cancelled' }],
		[{ status: 'failed', error: 'insufficient_balance' }],
	])('is refused where its document says that it came to nothing: %j', async (document) => {
		const more = { ...retry, items: ITEMS, onError: 'continueRegularOutput' as const };
		const [items = []] = outputs(await orderShown(document, () => SHORT, more));
		expect(items.map(({ json }) => json.details)).toMatchObject([
			{ outcome: 'refused', code: 'insufficient_balance' },
			{ outcome: 'not_sent', code: 'stopped_spending' },
		]);
		expect(items[0]?.json.message).toMatch('shows this order as one that failed');
	});

	test.each<[IDataObject, string]>([
		[{ status: 'declined' }, ' (status declined)'],
		[{ status: 'pending', error: 'held_back' }, ' (status pending, error held_back)'],
		[{ document_status: 'processing', error: {} }, ''],
		[{ status: 'settled', error: 'held_back' }, ' (status settled, error held_back)'],
		[{ error: 'held_back' }, ' (error held_back)'],
		[{ status: 'failed', document_status: 'done' }, ' (status failed)'],
	])('is open where its document does not tell for certain: %j', async (document, shown) => {
		const { message, description } = errorOf(await orderShown(document, () => SHORT, retry));
		expect(message).toMatch('outcome unknown (insufficient_balance)');
		expect(description).toContain(`shows an order with this ext_id${shown}, but not enough of it`);
		expect(description).not.toMatch('as one that failed');
	});

	test('is done where its document stands for one that was placed', async () => {
		const document = { status: 'pending', document_status: 'created', error: '' };
		const run = await orderShown(document, () => SHORT, retry);
		expect(outputs(run)[0]?.[0]?.json).toMatchObject({ status: 'pending', amount: '1' });
	});

	test('is open where its answer was lost before in this run, and never done', async () => {
		const options = { retries: 1, longestWait: 0 };
		const run = await orderShown({ status: 'failed' }, (before) => (before > 0 ? SHORT : LOST), {
			parameters: { ...WITHDRAWAL, options },
		});
		const { message, description } = errorOf(run);
		expect(message).toMatch('outcome unknown (insufficient_balance); repeat only with ext_id');
		expect(description).toMatch('shows this order as one that failed');
		expect(description).not.toMatch('Carried out');
	});
});

test('an order whose answer was lost is open where a repeat shows it under way, with an error', async () => {
	const document = { ext_id: 'own', status: 'pending', error: 'held_back' };
	const run = await orderShown(
		document,
		(before) => (before > 0 ? { status: 200, body: document } : LOST),
		{ parameters: { ...WITHDRAWAL, extIdMode: 'custom', extId: 'own' } },
	);
	expect(errorOf(run).message).toMatch('outcome unknown (unavailable); repeat only with');
});

describe.each([
	['Custom', { ...WITHDRAWAL, extIdMode: 'custom', extId: 'own' }, '/withdrawals'],
	['in the body of an order of a cart', cartOf('own'), '/batch'],
])('an order with a key of its own (%s) that is refused in a new run', (_, parameters, path) => {
	async function order(): Promise<IRun> {
		const credential = { ...api.contract.settings() };
		return await startNode({ parameters, items: ITEMS.slice(0, 1), credential });
	}

	test('is done where a run before had placed it', async () => {
		await order();
		api.sandbox.addFault({ match: { path }, fault: '403' });
		expect(outputs(await order())[0]?.[0]?.json).toMatchObject({ ext_id: 'own' });
	});

	test.each<[IDataObject]>([
		[{ status: 'completed', document_status: 'done', error: 'webhook_delivery_failed' }],
		[{ status: 'completed', error: {} }],
	])('is done where its document shows it as carried out, and an error: %j', async (document) => {
		const run = await orderShown(document, () => FORBIDDEN, { parameters });
		const record = path === '/batch' ? { body: document } : { status: 'completed' };
		expect(outputs(run)[0]?.[0]?.json).toMatchObject({ ext_id: 'own', ...record });
	});

	test('is refused, and nothing spent, where the API knows no such order', async () => {
		api.sandbox.addFault({ match: { path }, fault: '403' });
		const { message, description } = errorOf(await order());
		expect(message).toMatch(': refused (not_allowed)');
		expect(description).toMatch('Refused: nothing was spent.');
		expect(api.contract.bodies('/document_get')).toHaveLength(1);
	});

	test('is refused where that cannot be looked up, and the error says so', async () => {
		await order();
		api.sandbox.addFault({ match: { path }, fault: '403' });
		api.sandbox.addFault({ match: { path: '/document_get' }, fault: '403' });
		const { message, description } = errorOf(await order());
		expect(message).toMatch(': refused (not_allowed)');
		expect(description).toMatch('Refused: nothing was spent by this try.');
		expect(description).toMatch('A try or a run before may have carried this out');
		expect(description).toMatch('looking the order up failed too (not_allowed)');
	});
});

test.each<[IDataObject, string]>([
	[{ status: 'failed' }, 'shows this order as one that failed'],
	[{ status: 'settled' }, 'outcome unknown (provider_timeout)'],
])(
	'an order of a batch that is refused and shown goes by its document: %j',
	async (document, said) => {
		const shown = { ext_id: 'own', withdrawal_id: 'w-1' };
		const result = { index: 0, op: 'x', status: 'error', body: shown, error: 'provider_timeout' };
		const answer = { status: 200, body: { count: 1, results: [result] } };
		const run = await orderShown(document, () => answer, { parameters: cartOf('own') });
		const { message, description } = errorOf(run);
		expect(`${message} ${description}`).toContain(said);
	},
);

test('a screening with a key of its own that is refused is not looked up', async () => {
	api.sandbox.addFault({ match: { path: '/kyt' }, fault: '403' });
	const parameters = {
		resource: 'kyt',
		operation: 'check',
		network: 'tron_usdt',
		address: TRON,
		extIdMode: 'custom',
		extId: 'own',
		options: { retries: 0 },
	};
	const credential = { ...api.contract.settings() };
	const run = await startNode({ parameters, items: [{}], credential });
	expect(errorOf(run).description).toMatch('Refused: nothing was spent.');
	expect(api.contract.bodies('/document_get')).toEqual([]);
});
