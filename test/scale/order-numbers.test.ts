// Proves that a budget counts every order under a number that the API takes once for each of its calls.
import type { INodeParameters } from 'n8n-workflow';
import { redisConnection } from '../../nodes/redis';
import { redisUrl } from '../../dev/stack/services.cjs';
import { useServers } from '../support/servers';
import { startFront } from '../engine/support/answers';
import { boughtEsim } from '../engine/support/creating';
import { useOrders, WITHDRAWAL } from '../engine/support/orders';
import { outputs, startNode } from '../engine/support/run-node';
import { Contract } from '../support/partner';
import { ownRedis } from './support/own-redis';

const { api } = useOrders({ settleMs: 0, deduplicates: false });
const own = ownRedis();

beforeAll(() => {
	// n8n's engine prints every error of a node.
	jest.spyOn(console, 'log').mockImplementation(() => undefined);
});

afterAll(async () => {
	redisConnection(redisUrl).disconnect();
	await own.clean('partner-settlement:{budget');
});

test('orders of several calls under one number all count', async () => {
	const contract = await Contract.of(api.sandbox, { balance: '1000' });
	const esimId = await boughtEsim(contract);
	const limits = { deduplicationRedisUrl: redisUrl, withdrawalFee: '1', maximumPerDay: '40' };
	const credential = contract.credential(limits);
	const run = async (parameters: INodeParameters, extId = '') =>
		await startNode({
			parameters: { options: { retries: 0 }, extIdMode: 'custom', extId, ...parameters },
			items: [{}],
			credential,
		});
	const shown = async (resource: string, field: string) => {
		const [[item]] = outputs(await run({ resource, operation: 'get' })) as [[{ json: object }]];
		return Number(new Map(Object.entries(item.json)).get(field));
	};
	const before = await shown('balance', 'available_balance');
	const offer = { resource: 'esim', offerId: 'esim-tr-1gb' };
	for (const extId of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) {
		await run({ ...WITHDRAWAL, amount: '2' }, extId);
		await run({ ...offer, operation: 'purchase' }, extId);
		await run({ ...offer, operation: 'topUp', esimId }, extId);
		await run({ resource: 'esim', operation: 'purchasePlan', planId: 'esim-tr-1gb' }, extId);
	}
	const debited = before - (await shown('balance', 'available_balance'));
	expect(await shown('budget', 'spent')).toBeCloseTo(debited, 6);
	expect(debited).toBeLessThanOrEqual(40);
	expect(debited).toBeGreaterThan(30);
});

const servers = useServers();

test('what an API charges again adds up, at the price that its record shows', async () => {
	const contract = await Contract.of(api.sandbox, { balance: '1000' });
	const front = await startFront(
		servers,
		api.sandbox.url,
		(path) => {
			const none = { status: 404, body: { error: 'document_not_found' } };
			return path.endsWith('/document_get') ? none : undefined;
		},
		(path, given) =>
			path.endsWith('/purchase')
				? { ...(given as object), debit_amount: '9', debit_currency: 'USDT' }
				: given,
	);
	const credential = contract.credential({
		...{ deduplicationRedisUrl: redisUrl, maximumPerDay: '40' },
		...{ apiUrl: `${front}/gw`, baseUrl: `${front}/core` },
		apiDifferences: JSON.stringify({ documentDelay: 0, noRepeats: ['gift_purchase'] }),
	});
	const run = async (parameters: INodeParameters) =>
		await startNode({ parameters, items: [{}], credential });
	const gift = { resource: 'giftCard', operation: 'purchase', offerId: 'gift-music-5' };
	const again = { ...gift, extIdMode: 'custom', extId: 'one', options: { retries: 0 } };
	api.sandbox.addFault({ match: { path: '/purchase', times: 1 }, fault: 'closed_after_commit' });
	expect(outputs(await run(again)).flat()).toEqual([]);
	expect(outputs(await run(again)).flat()).toHaveLength(1);
	const [window] = outputs(await run({ resource: 'budget', operation: 'get' })).flat();
	// The first attempt at the price of the catalog, the second at that of its record.
	expect(window?.json.spent).toBe('15.75');
});
