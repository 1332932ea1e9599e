import type { IDataObject } from 'n8n-workflow';
import { TRON } from '../addresses';
import { Servers } from '../contract/support/servers';
import { CART, OFFER, useApiCalls, withdrawal } from './support/api-calls';
import { startFront } from './support/front';
import { errorOf, type NodeRun, outputs } from './support/run-node';

const { api, call, orders } = useApiCalls();
const servers = new Servers();

afterAll(() => {
	servers.close();
});

describe('a cart made by an API Call', () => {
	const patient = { retries: 2, longestWait: 0 };
	const gift = (extId?: string | number) => ({ body: { offer_id: OFFER, ext_id: extId } });
	const send = (entries: unknown[], more?: Partial<NodeRun>) =>
		call([{ path: '/partner/batch', body: { items: entries } }], patient, more);

	test('whose orders do not all carry an ext_id is not repeated after a lost answer', async () => {
		api.sandbox.addFault({ match: { path: '/batch', times: 0 }, fault: 'closed_after_commit' });
		expect((await send([gift('a'), gift()])).status).toBe('error');
		expect(api.contract.arrived(CART)).toBe(1);
	});

	test('is not known by an ext_id beside its orders', async () => {
		const body = { items: [gift()], ext_id: 'top' };
		api.sandbox.addFault({ match: { path: '/batch', times: 0 }, fault: 'closed_before' });
		await call([{ path: '/partner/batch', body }], patient);
		expect(api.contract.arrived(CART)).toBe(1);
	});

	test('nor run by Retry On Fail', async () => {
		const { message } = errorOf(await send([gift('a'), gift()], { maxTries: 2 }));
		expect(message).toMatch('Retry On Fail is on, and this call carries no ext_id');
		expect(api.contract.arrived(CART)).toBe(0);
	});

	test('whose orders all carry one is, and a number becomes the text that the API wants', async () => {
		api.sandbox.addFault({ match: { path: '/batch' }, fault: 'closed_after_commit' });
		expect((await send([gift('a'), gift(1042)])).status).toBe('success');
		expect(api.contract.arrived(CART)).toBe(2);
		expect(orders().map(({ extId }) => extId)).toEqual(['a', '1042']);
	});
});

describe('a cart whose answer was lost, and that is refused in the next try of Retry On Fail', () => {
	const batch = '/partner/batch';
	const send = (entries: unknown[]) =>
		call([{ path: batch, body: { items: entries } }], { retries: 0 }, { maxTries: 2 });
	const gift = (extId: string) => ({ body: { offer_id: OFFER, ext_id: extId } });

	beforeEach(() => {
		api.sandbox.addFault({ match: { path: '/batch' }, fault: 'closed_after_commit' });
		api.sandbox.addFault({ match: { path: '/batch', times: 0 }, fault: '403' });
	});

	test('stays unknown, and the error names every key', async () => {
		const { message, description } = errorOf(await send([gift('z1'), gift('z2')]));
		expect(api.contract.arrived(CART)).toBe(2);
		expect(orders().map(({ extId }) => extId)).toEqual(['z1', 'z2']);
		expect(message).toBe(
			'API Call: Request: outcome unknown (not_allowed); repeat only with ext_id z1, z2',
		);
		expect(description).toMatch(
			/earlier try.*may have gone through.*Outcome unknown: repeat with ext_id z1, z2\./,
		);
		expect(description).not.toMatch('nothing was spent.');
	});

	test('names the one key of a cart of one', async () => {
		expect(errorOf(await send([gift('z3')])).message).toMatch(/repeat only with ext_id z3$/);
	});
});

describe('a cart that is refused in a new run', () => {
	const send = (...extIds: (string | undefined)[]) => {
		const items = extIds.map((extId) => ({ body: { offer_id: OFFER, ext_id: extId } }));
		return call([{ path: '/partner/batch', body: { items } }]);
	};

	beforeEach(() => {
		api.sandbox.addFault({ match: { path: '/batch', times: 0 }, fault: '403' });
	});

	test('may have been carried out by a run before, with the keys it names', async () => {
		const { message, description } = errorOf(await send('x1', 'x2'));
		expect(message).toBe('API Call: Request: refused (not_allowed)');
		expect(description).toMatch(
			/nothing was spent by this try\. .* repeat it only with ext_id x1, x2, or look it up/,
		);
	});

	test('is to be looked at where only some of its orders have a key', async () => {
		expect(errorOf(await send('x3', undefined)).description).toMatch('check before you repeat it');
	});

	test('is refused, and no more, where none has', async () => {
		expect(errorOf(await send(undefined)).description).toMatch('Refused: nothing was spent.');
	});
});

test('a failed item of a cart says its keys', async () => {
	const body = { items: ['y1', 'y2'].map((id) => ({ body: withdrawal(id) })) };
	api.sandbox.addFault({ match: { path: '/batch' }, fault: '500' });
	const run = await call([{ path: '/partner/batch', body }], undefined, {
		onError: 'continueRegularOutput',
	});
	expect(outputs(run)[0]?.[0]?.json.details).toMatchObject({
		outcome: 'unknown',
		ext_ids: ['y1', 'y2'],
	});
});

describe('a cart that is answered with a result of an order that failed', () => {
	const entries = ['a', 'b'].map((id) => ({ body: withdrawal(id) }));
	const failed: IDataObject = { index: 1, op: 'x', status: 'failed', body: {}, error: '' };
	const done: IDataObject = { ...failed, index: 0, status: 'accepted' };

	/** Sends a cart that is answered so, and a withdrawal that is refused. */
	async function send(results: IDataObject[], items: IDataObject[] = entries) {
		const front = await startFront(servers, api.sandbox.url, (url) => {
			if (url.endsWith('/batch')) return { status: 200, body: { count: 2, results } };
			return url.endsWith('/withdrawals')
				? { status: 403, body: { error: 'not_allowed' } }
				: undefined;
		});
		const credential = { ...api.contract.settings({ apiUrl: `${front}/gw` }) };
		const calls = [{ path: '/partner/batch', body: { items } }, { body: withdrawal('c') }];
		const start = async (more: Partial<NodeRun>) =>
			await call(calls, undefined, { credential, ...more });
		const [shown = []] = outputs(await start({ onError: 'continueRegularOutput' }));
		return { ...errorOf(await start({})), next: shown.at(-1)?.json.details };
	}

	test.each<[string, IDataObject]>([
		['its status', failed],
		['an error', { ...failed, status: 'accepted', error: 'not_allowed' }],
		['an HTTP status', { ...failed, status: '422' }],
		['the status of its record', { ...failed, status: 'accepted', body: { status: 'rejected' } }],
		['the error of its record', { ...failed, status: 'x', body: { error: 'not_allowed' } }],
		['less than the document shows', { error: { code: 7 } }],
	])('by %s is not called carried out', async (_, result) => {
		const { description } = await send([done, result]);
		expect(description).toContain(
			'with an error for one or more of its orders: item 1 with ext_id a, b. Others of them may have been carried out: look each up with Document: Get, and repeat it only with the same ext_id.',
		);
		expect(description).not.toContain('Carried out');
	});

	test('is named by the key of its one order', async () => {
		const { description } = await send([failed], entries.slice(0, 1));
		expect(description).toContain('one or more of its orders: item 1 with ext_id a. Others');
	});

	test.each<[string, IDataObject]>([
		['of the result', { ...failed, error: 'insufficient_balance' }],
		['of its record', { ...failed, body: { error: 'insufficient_balance' } }],
	])('stops the run where that was for want of balance, by the error %s', async (_, result) => {
		expect((await send([done, result])).next).toMatchObject({ code: 'stopped_spending' });
	});

	test('is carried out where none did, or where that is a screening', async () => {
		const screening = {
			...failed,
			body: { network: 'tron_usdt', address: TRON, status: 'failed' },
		};
		const { description, next } = await send([done, screening]);
		expect(description).toContain('Carried out before it: item 1.');
		expect(next).toMatchObject({ code: 'not_allowed' });
	});
});
