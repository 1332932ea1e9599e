// Proves that a budget counts every order under a number that the API takes once for each of its calls.
import type { INodeParameters } from 'n8n-workflow';
import { redisConnection } from '../../nodes/redis';
import { redisUrl } from '../../dev/stack/services.cjs';
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
