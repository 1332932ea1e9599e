// Whatever becomes of orders on their way, the API's ledger shows no more debits than the budget has, and what fits is paid.
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import type { Fault } from '../../dev/sandbox/http/faults';
import { redisUrl } from '../../dev/stack/services.cjs';
import { useOrders, WITHDRAWAL } from '../engine/support/orders';
import { errorOf, outputs, startNode } from '../engine/support/run-node';
import { Contract } from '../support/partner';
import { useRedis } from './support/own-redis';

const { api } = useOrders({ settleMs: 0 });
useRedis('partner-settlement:{budget');
const [MAXIMUM, DEPOSIT, FEE] = [40, 5_000, 1];
const CUSTOM = { ...WITHDRAWAL, extIdMode: 'custom', extId: '={{ $json.id }}' };

beforeAll(() => {
	// n8n's engine prints every error of a node.
	jest.spyOn(console, 'log').mockImplementation(() => undefined);
});

interface Step {
	/** Order numbers, each sent by a run of its own at the same moment. */
	numbers: number[];
	amount: number;
	fault?: Fault;
	noLookups: boolean;
}

const LOSSES: Fault[] = [
	'closed_before',
	'closed_after_commit',
	'500_after_commit',
	'503',
	'empty',
];
const step: fc.Arbitrary<Step> = fc.record({
	numbers: fc.uniqueArray(fc.nat(6), { minLength: 1, maxLength: 3 }),
	amount: fc.constantFrom(3, 7, 7, 7, 15),
	fault: fc.option(fc.constantFrom<Fault>('403', '403', '403', ...LOSSES), { nil: undefined }),
	noLookups: fc.boolean(),
});

const seen = { done: 0, refused: 0, unknown: 0, overBudget: 0 };

async function live(story: readonly Step[]): Promise<void> {
	const contract = await Contract.of(api.sandbox, { balance: String(DEPOSIT) });
	const fields = { deduplicationRedisUrl: redisUrl, withdrawalFee: String(FEE) };
	const credential = contract.credential({ ...fields, maximumPerDay: String(MAXIMUM) });
	const run = async (parameters: IDataObject, item: IDataObject) =>
		await startNode({ parameters: parameters as never, items: [item], credential });
	const shown = async (resource: string, field: string) => {
		const [[first] = []] = outputs(await run({ resource, operation: 'get' }, {}));
		return Number(first?.json[field]);
	};
	/** The most that each number may have been charged, by the outcomes alone. */
	const charged = new Map<number, number>();
	const sum = (costs: ReadonlyMap<number, number>) =>
		[...costs.values()].reduce((total, cost) => total + cost, 0);
	for (const { numbers, amount, fault, noLookups } of story) {
		const cost = amount + FEE;
		const with_ = new Map(charged);
		for (const number of numbers) with_.set(number, Math.max(charged.get(number) ?? 0, cost));
		if (fault) api.sandbox.addFault({ match: { path: '/withdrawals', times: 1 }, fault });
		if (noLookups)
			api.sandbox.addFault({ match: { path: '/document_get', times: 0 }, fault: '500' });
		const runs = await Promise.all(
			numbers.map(
				async (id) => await run(CUSTOM, { id: `o-${String(id)}`, amount: String(amount) }),
			),
		);
		api.sandbox.clearFaults();
		for (const [index, one] of runs.entries()) {
			const { message } = errorOf(one);
			const number = numbers[index] ?? 0;
			if (/^The credential's Maximum per 24 Hours .* is spent or reserved/.test(message)) {
				seen.overBudget += 1;
				// It did not fit, even if what the others of this moment wanted counts.
				expect(sum(with_)).toBeGreaterThan(MAXIMUM);
				continue;
			}
			const isDone = message === '';
			const isUnknown = message.includes('outcome unknown');
			seen[isDone ? 'done' : isUnknown ? 'unknown' : 'refused'] += 1;
			if (isDone || isUnknown) charged.set(number, Math.max(charged.get(number) ?? 0, cost));
		}
		const debited = DEPOSIT - (await shown('balance', 'available_balance'));
		expect(debited).toBeLessThanOrEqual(MAXIMUM);
		const spent = await shown('budget', 'spent');
		expect(spent).toBeGreaterThanOrEqual(debited);
		expect(spent).toBeLessThanOrEqual(sum(charged));
	}
}

test('any mix of orders, refusals, losses, lookups and second attempts', async () => {
	await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), live), {
		numRuns: 20,
		endOnFailure: true,
	});
	for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0);
});
