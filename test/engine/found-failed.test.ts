import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { TRON } from '../addresses';
import { Servers } from '../contract/support/servers';
import { useSandbox } from '../contract/support/use-sandbox';
import { batchOf } from './support/batch';
import { type OwnAnswer, startFront } from './support/front';
import { errorOf, NAME, type NodeRun, outputs, startNode } from './support/run-node';
import { WITHDRAWAL } from './support/withdrawal';

const api = useSandbox();
const servers = new Servers();

afterAll(() => {
	servers.close();
});

const CUSTOM = { ...WITHDRAWAL, extIdMode: 'custom', extId: '={{ $json.id }}' };
const LOST: OwnAnswer = { status: 503, body: { error: 'unavailable' } };
const FAILED = 'Shown as failed: item 1 with ext_id o-1. Look at that before';

/** Orders amounts 1, 2 and so on; the answer to the first is lost, and its document shows this as well. */
async function order(count: number, document: IDataObject, more: Partial<NodeRun> = {}) {
	const front = await startFront(servers, api.sandbox.url, (url, body) => {
		if (/withdrawals$|batch$/.test(url)) return body.includes('"amount":"1"') ? LOST : undefined;
		if (!url.endsWith('/document_get') || !body.includes('o-1')) return undefined;
		const sent = { currency: 'USDT', network: 'TRON', amount: '1', to_address: TRON };
		return { status: 200, body: { ...sent, ext_id: 'o-1', ...document } };
	});
	const items = Array.from({ length: count }, (_, index) => {
		const place = String(index + 1);
		return { amount: place, id: `o-${place}` };
	});
	const run = await startNode({
		parameters: CUSTOM,
		items,
		credential: { ...api.contract.settings({ apiUrl: `${front}/gw`, baseUrl: `${front}/core` }) },
		...more,
	});
	const [task] = run.data.resultData.runData[NAME] ?? [];
	return {
		items: (outputs(run)[0] ?? []).map(({ json }) => json),
		hints: (task?.hints ?? []).map(({ message }) => message),
		...errorOf(run),
	};
}

function batchOfKeys(...ids: string[]): INodeParameters {
	const common = { currency: 'USDT', network: 'TRON', to_address: TRON };
	return batchOf(ids.map((id) => ({ ...common, amount: id.slice(-1), ext_id: id })));
}

describe('an order whose answer was lost, and whose document shows it as failed,', () => {
	test('comes out with its record, and the operator is told', async () => {
		const { items, hints } = await order(1, { status: 'failed' });
		expect(items).toMatchObject([{ ext_id: 'o-1', status: 'failed' }]);
		expect(hints).toEqual([expect.stringContaining(FAILED)]);
	});

	test('is not called carried out in the error of another item', async () => {
		api.sandbox.addFault({ match: { path: '/withdrawals' }, fault: '403' });
		const { description } = await order(2, { document_status: 'cancelled' });
		expect(description).toContain(FAILED);
		expect(description).not.toContain('Carried out');
	});

	test('nor, in a batch, in that of another order', async () => {
		await order(1, {}, { parameters: batchOfKeys('o-2'), items: [{}] });
		const more = { parameters: batchOfKeys('o-1', 'o-2', 'o-3'), items: [{}] };
		const { description } = await order(1, { status: 'failed' }, more);
		expect(description).toContain(FAILED);
		expect(description).toContain('Carried out before it: of item 1 only ext_id o-2 (');
	});

	test('stops the run where that was for want of balance', async () => {
		const onError = 'continueRegularOutput';
		const document = { status: 'failed', error: 'insufficient_balance' };
		const { items } = await order(2, document, { onError });
		expect(items).toMatchObject([
			{ ext_id: 'o-1', status: 'failed' },
			{ details: { code: 'stopped_spending', outcome: 'not_sent' } },
		]);
		expect(api.contract.bodies('/withdrawals')).toEqual([]);
	});
});

test.each<[IDataObject]>([
	[{ status: 'pending' }],
	[{ status: 'completed', document_status: 'done', error: 'webhook_delivery_failed' }],
])('one whose document shows it as placed is said to have been found: %j', async (document) => {
	const { hints } = await order(1, document);
	expect(hints).toEqual([expect.stringContaining('An order of item 1 was found by a lookup')]);
});

test.each<[IDataObject]>([
	[{ status: 'pending', error: 'held_back' }],
	[{ status: 'failed', document_status: 'done' }],
])('one whose document does not tell for certain is open: %j', async (document) => {
	const { hints, message, description } = await order(1, document);
	expect(message).toMatch('outcome unknown (unavailable); repeat only with ext_id o-1');
	expect(description).toMatch('but not enough of it to be sure that this one was placed');
	expect(hints).toEqual([]);
});

test('a screening that failed has been found all the same', async () => {
	const check = { id: 1, status: 'failed', price_usdt: '0', cached: false, created_at: 'now' };
	const subject = { network: 'tron_usdt', address: TRON };
	const front = await startFront(servers, api.sandbox.url, (url, _, before) => {
		if (!url.endsWith('/kyt_check')) return undefined;
		return before > 0 ? { status: 200, body: { ...check, ...subject } } : LOST;
	});
	const { hints } = await order(
		1,
		{},
		{
			parameters: { ...CUSTOM, resource: 'kyt', operation: 'check', ...subject },
			credential: { ...api.contract.settings({ apiUrl: `${front}/gw`, baseUrl: `${front}/core` }) },
		},
	);
	expect(hints).toContainEqual(expect.stringContaining('An order of item 1 was found by a lookup'));
});
