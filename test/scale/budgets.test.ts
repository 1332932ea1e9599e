// Proves that a budget holds over runs, losses, retries and lookups, with its orders counted in a real Redis.
import { randomUUID } from 'node:crypto';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { redisUrl } from '../../dev/stack/services.cjs';
import { Relay } from '../support/relay';
import { useServers } from '../support/servers';
import { startFront } from '../engine/support/answers';
import { useOrders, WITHDRAWAL } from '../engine/support/orders';
import { errorOf, type NodeRun, outputs, startNode } from '../engine/support/run-node';
import { Contract } from '../support/partner';
import { GONE, useRedis } from './support/own-redis';

const { api, order } = useOrders({ settleMs: 0, kytDelayMs: 0 });
const own = useRedis('partner-settlement:{budget');
/** The sandbox takes 1 USDT for each withdrawal. */
const REDIS = { deduplicationRedisUrl: redisUrl, withdrawalFee: '1' };
const BUDGET: INodeParameters = { resource: 'budget', operation: 'get' };
const CUSTOM = { ...WITHDRAWAL, extIdMode: 'custom', extId: '={{ $json.id }}' };
const CHECK = {
	...{ resource: 'kyt', operation: 'check', network: 'tron_usdt' },
	...{ address: WITHDRAWAL.toAddress, extIdMode: 'auto' },
};

beforeAll(() => {
	// n8n's engine prints every error of a node.
	jest.spyOn(console, 'log').mockImplementation(() => undefined);
});

interface Window extends IDataObject {
	window: string;
	spent: string;
	left: string | null;
}

/** A partner with a credential of its own. */
async function account(fields: Record<string, string>) {
	const contract = await Contract.of(api.sandbox, { balance: '5000' });
	const credential = contract.credential({ ...REDIS, ...fields });
	const run = async (
		parameters: INodeParameters,
		items: IDataObject[],
		more: Partial<NodeRun> = {},
	) => await startNode({ parameters, items, credential, ...more });
	const windows = async (): Promise<Window[]> =>
		outputs(await run(BUDGET, [{}]))
			.flat()
			.map(({ json }) => json as Window);
	const id = Number(contract.partner.partnerId);
	const paid = () => api.sandbox.state.orders.filter(({ partnerId }) => partnerId === id).length;
	return { contract, run, windows, paid };
}

const items = (count: number, amount = '1') =>
	Array.from({ length: count }, () => ({ amount, id: randomUUID() }));

test('refused and unsent orders give back; a lost one keeps its room, and its retry takes no more', async () => {
	const { contract, run, windows } = await account({ maximumPerDay: '12' });
	api.sandbox.addFault({ match: { path: '/withdrawals', times: 1 }, fault: '403' });
	await run(WITHDRAWAL, items(1, '9'));
	expect((await windows())[0]).toMatchObject({ spent: '0' });
	const lost = items(1, '9');
	api.sandbox.addFault({ match: { path: '/withdrawals', times: 1 }, fault: 'closed_after_commit' });
	api.sandbox.addFault({ match: { path: '/document_get', times: 0 }, fault: '500' });
	expect(errorOf(await run(CUSTOM, lost)).message).toMatch('outcome unknown');
	api.sandbox.clearFaults();
	expect((await windows())[0]).toMatchObject({ spent: '10' });
	expect(outputs(await run(CUSTOM, lost)).flat()).toHaveLength(1);
	expect((await windows())[0]).toMatchObject({ spent: '10', orders: { withdrawal: 1 } });
	expect(contract.bodies('/withdrawals').length).toBeGreaterThanOrEqual(2);
});

test('an order number of another order takes nothing out of the count', async () => {
	const { run, windows, paid } = await account({ maximumPerDay: '100' });
	const first = items(1, '50');
	await run(CUSTOM, first);
	const other = [{ ...first[0], amount: '3' }];
	expect(errorOf(await run(CUSTOM, other)).message).not.toBe('');
	expect((await windows())[0]).toMatchObject({ spent: '51', orders: { withdrawal: 1 } });
	expect(paid()).toBe(1);
});

test('a screening counts what it cost: nothing if its result was there already', async () => {
	const { run, windows } = await account({ maximumPerDay: '10' });
	const screen = { ...CHECK, operation: 'screen' };
	await run(screen, [{}]);
	expect((await windows())[0]).toMatchObject({ spent: '0.75', orders: { screening: 1 } });
	await run(screen, [{}]);
	expect((await windows())[0]).toMatchObject({ spent: '0.75' });
});

const servers = useServers();

type Front = Parameters<typeof startFront>;

/** The addresses of an API whose responses differ from the sandbox's. */
async function frontUrls(...[answer, change]: [Front[2], Front[3]?]) {
	const front = await startFront(servers, api.sandbox.url, answer, change);
	return { apiUrl: `${front}/gw`, baseUrl: `${front}/core` };
}

test.each([
	[
		'a screening in progress without a price',
		CHECK,
		{ status: 'processing', price_usdt: '0' },
		'0.75',
	],
	[
		'a completed screening without one',
		CHECK,
		{ status: 'completed', price_usdt: 'unknown' },
		'0.75',
	],
	['a withdrawal that shows less', WITHDRAWAL, { status: 'completed', debit_amount: '0.01' }, '2'],
])('%s counts what was reserved for it', async (_, parameters, shown, spent) => {
	const urls = await frontUrls(
		() => undefined,
		(path, given) =>
			/\/(kyt_check|withdrawals)$/.test(path) ? { ...(given as object), ...shown } : given,
	);
	const { run, windows } = await account({ maximumPerDay: '10', ...urls });
	expect(outputs(await run(parameters, items(1))).flat()).toMatchObject([{ json: shown }]);
	expect((await windows())[0]).toMatchObject({ spent });
});

test('a screening whose first response is lost counts its quote, whatever its replay costs', async () => {
	let isLost = false;
	const urls = await frontUrls(async (path, body, _, pass) => {
		if (!path.endsWith('/kyt_check')) return undefined;
		const { text, ...answer } = await pass(body);
		if (!isLost) {
			isLost = true;
			throw new Error('The response is lost');
		}
		const replay = { ...(JSON.parse(text) as object), cached: true, price_usdt: '0' };
		return { ...answer, text: JSON.stringify(replay) };
	});
	const { run, windows } = await account({ maximumPerDay: '10', ...urls });
	const options = { retries: 1, longestWait: 0.01 };
	const done = await run({ ...CHECK, operation: 'screen', options }, [{}]);
	expect(outputs(done).flat()).toHaveLength(1);
	expect((await windows())[0]).toMatchObject({ spent: '0.75' });
});

test('a screening under the number of a withdrawal counts beside it, if the API takes both', async () => {
	const { address } = CHECK;
	const record = {
		...{ id: 1, status: 'completed', network: 'tron_usdt', address, price_usdt: '0.75' },
		...{ cached: false, created_at: new Date().toISOString() },
	};
	const urls = await frontUrls((path, body) => {
		if (!path.endsWith('/kyt_check')) return undefined;
		const { ext_id } = JSON.parse(body) as { ext_id: string };
		return { status: 200, body: { ...record, ext_id } };
	});
	const { run, windows } = await account({ maximumPerDay: '10', ...urls });
	const list = items(1);
	const { extIdMode, extId } = CUSTOM;
	await run(CUSTOM, list);
	await run({ ...CHECK, extIdMode, extId }, list);
	expect((await windows())[0]).toMatchObject({ spent: '2.75' });
	await run({ ...CHECK, extIdMode, extId }, list);
	expect((await windows())[0]).toMatchObject({ spent: '2.75' });
});

/** What Redis holds of an order. */
async function recorded(extId: string): Promise<{ at: number; cost: string } | undefined> {
	for (const key of await own.redis.keys('partner-settlement:{budget*:orders')) {
		const row = await own.redis.hget(key, `/partner/withdrawals ${extId}`);
		if (row !== null) return JSON.parse(row) as { at: number; cost: string };
	}
	return undefined;
}

const WEEK_MS = 7 * 86_400_000;

test.each([
	['of last week', new Date(Date.now() - WEEK_MS).toISOString()],
	['of last year', '2025-01-02T03:04:05Z'],
	['without a time', undefined],
])('an order %s that is found counts at its own time, and needs no room', async (_, created) => {
	const fields = { ...REDIS, maximumPerDay: '1' };
	const sent = { amount: '1', to_address: WITHDRAWAL.toAddress, status: 'completed' };
	const document = { ...sent, currency: 'USDT', network: 'TRON', created_at: created };
	const id = randomUUID();
	const begin = Date.now() - 1_000;
	const given = { ...CUSTOM, extId: id };
	const { message, sent: calls, items: out } = await order(given, { document, fields });
	expect({ message, calls, count: out.length }).toEqual({ message: '', calls: [], count: 1 });
	const row = await recorded(id);
	expect(row?.cost).toBe('2000000');
	if (created === undefined) expect(row?.at).toBeGreaterThan(begin);
	else if (row) expect(row.at).toBe(Date.parse(created));
});

test('if a budget cannot be counted, nothing is sent', async () => {
	const { run, paid } = await account({
		...{ maximumPerDay: '10', deduplicationRedisUrl: GONE },
	});
	const { message, description } = errorOf(await run(WITHDRAWAL, items(1)));
	expect(message).toMatch("Orders can't be counted");
	expect(description).toMatch(
		/^Not sent: nothing was spent\. Check Redis, then retry this execution\.$/,
	);
	expect(paid()).toBe(0);
});

test('1,000 orders while the API is down, then up: what was not placed takes no room', async () => {
	const { apiUrl, baseUrl, url } = api.sandbox;
	const relay = await Relay.to(url);
	const urls = { apiUrl: relay.by(apiUrl), baseUrl: relay.by(baseUrl) };
	const { run, windows, paid } = await account({ maximumPerDay: '2002', ...urls });
	const spent = async () => (await windows())[0]?.spent;
	const list = items(1_000);
	const goOn = { onError: 'continueRegularOutput' } as const;
	// From here on there is a token.
	await run(WITHDRAWAL, items(1));
	await relay.shut();
	const refused = outputs(await run(CUSTOM, list, goOn)).flat();
	expect(refused.filter(({ json }) => json.error !== undefined)).toHaveLength(1_000);
	expect(await spent()).toBe('2');
	await relay.open();
	// It answers again, at first without its orders.
	for (const path of ['/withdrawals', '/document_get'])
		api.sandbox.addFault({ match: { path, times: 0 }, fault: '503' });
	await run(CUSTOM, list, goOn);
	expect([paid(), await spent()]).toEqual([1, '2002']);
	api.sandbox.clearFaults();
	expect(outputs(await run(CUSTOM, list)).flat()).toHaveLength(1_000);
	expect([paid(), await spent()]).toEqual([1_001, '2002']);
	await relay.shut();
});

test("last month's list, run again with a new budget, uses nothing of it", async () => {
	const { contract, run } = await account({});
	const list = items(100);
	await run(CUSTOM, list);
	api.sandbox.age(31);
	// The record of another service code begins now.
	const credential = contract.credential({ ...REDIS, maximumPerMonth: '1' });
	const again = await startNode({ parameters: CUSTOM, items: list, credential });
	expect(outputs(again).flat()).toHaveLength(100);
	const budget = await startNode({ parameters: BUDGET, items: [{}], credential });
	const windows = outputs(budget).flat();
	expect(windows.map(({ json }) => json.spent)).toEqual(['0', '0']);
});
