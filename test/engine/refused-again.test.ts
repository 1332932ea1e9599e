import type { IDataObject, IRun } from 'n8n-workflow';
import { TRON } from '../addresses';
import { Servers } from '../contract/support/servers';
import { useSandbox } from '../contract/support/use-sandbox';
import { type OwnAnswer, startFront } from './support/front';
import { errorOf, type NodeRun, outputs, startNode } from './support/run-node';
import { WITHDRAWAL } from './support/withdrawal';

const api = useSandbox();
const servers = new Servers();

afterAll(() => {
	servers.close();
});

const SHORT: OwnAnswer = { status: 402, body: { error: 'insufficient_balance' } };
const LOST: OwnAnswer = { status: 503, body: { error: 'unavailable' } };
const ITEMS = ['1', '2'].map((amount) => ({ amount, id: `o-${amount}` }));

function cartOf(extId: string) {
	const body = { currency: 'USDT', network: 'TRON', amount: '1', to_address: TRON, ext_id: extId };
	const items = JSON.stringify([{ body }]);
	return {
		resource: 'batch',
		operation: 'create',
		items,
		extIdMode: 'auto',
		options: { retries: 0 },
	};
}

/** Orders what the API answers so, and whose documents show this. */
async function orderShown(
	document: IDataObject,
	answer: (before: number) => OwnAnswer,
	more: Partial<NodeRun> = {},
): Promise<IRun> {
	const front = await startFront(servers, api.sandbox.url, (url, body, before) => {
		if (url.endsWith('/withdrawals')) return answer(before);
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
		[{ status: 'pending', error: 'insufficient_balance' }],
	])('is refused where its document says that it came to nothing: %j', async (document) => {
		const more = { ...retry, items: ITEMS, onError: 'continueRegularOutput' as const };
		const [items = []] = outputs(await orderShown(document, () => SHORT, more));
		expect(items.map(({ json }) => json.details)).toMatchObject([
			{ outcome: 'refused', code: 'insufficient_balance' },
			{ outcome: 'not_sent', code: 'stopped_spending' },
		]);
		expect(items[0]?.json.message).toMatch('shows this order as one that failed');
	});

	test('is open where its document has a status that nobody knows', async () => {
		const run = await orderShown({ status: 'declined' }, () => SHORT, retry);
		expect(errorOf(run).message).toMatch('outcome unknown (insufficient_balance)');
		expect(errorOf(run).description).toMatch('shows an order with this ext_id (status declined)');
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
