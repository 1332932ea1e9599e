/**
 * Proves that over 25 generated conversations of an AI agent the ledger never has more than the limits allow, and no order
 * twice: whatever the calls of a turn, their spellings, lost responses, refusals and a retry of the execution.
 */
import { randomUUID } from 'node:crypto';
import Big from 'big.js';
import fc from 'fast-check';
import { createRunExecutionData, type IExecuteContextData, type IRun } from 'n8n-workflow';
import { z } from 'zod';
import type { Fault } from '../../dev/sandbox/http/faults';
import { OTHER_TRON, TRON } from '../support/addresses';
import { Contract } from '../support/partner';
import { useSandbox } from '../support/use-sandbox';
import { AS_TOOL, outputs, startNode } from './support/run-node';

const api = useSandbox({ settleMs: 0 });

const LIMITS = { maximumPerItem: '12', maximumPerRun: '25' };
const FAULTS: (Fault | undefined)[] = [
	...[undefined, undefined, undefined, undefined],
	...(['closed_after_commit', '500_after_commit', 'truncated', 'empty'] as const),
	...(['closed_before', '500'] as const),
	// It is told as a refusal only where the lookup works.
	...(['403', '403', '403'] as const),
];

/** The model may give any argument that the tool has, and further ones. */
const call = fc.record({
	amount: fc.constantFrom(5, ...['5', '5.0', '05', '10', '10.00', '12', '12.5', '20', '1e1']),
	to: fc.constantFrom(TRON, TRON, OTHER_TRON),
	ext_id: fc.constantFrom(undefined, 'mine'),
	maximumPerRun: fc.constantFrom(undefined, '1000000'),
});
const turn = fc.record({
	calls: fc.array(call, { minLength: 1, maxLength: 3 }),
	/** Strikes one withdrawal of the turn. */
	fault: fc.constantFrom(...FAULTS),
	lookupFails: fc.boolean(),
});
const conversations = fc.record({
	turns: fc.array(turn, { minLength: 1, maxLength: 5 }),
	isRetried: fc.boolean(),
});

/** A refusal comes up by itself in most runs, but not in all. */
const ONE = { amount: '5', to: TRON, ext_id: undefined, maximumPerRun: undefined };
const FIRST = { calls: [ONE], fault: '403' as const, lookupFails: false };

type Call = typeof call extends fc.Arbitrary<infer T> ? T : never;

/** What the model is told of a call. */
const toldSchema = z.union([
	z.object({ ext_id: z.string(), amount: z.string(), note_for_agent: z.string() }),
	z.object({ error: z.string(), message: z.string(), details: z.object({ outcome: z.string() }) }),
]);

/** One execution of the agent, with its calls of the tool. */
class Execution {
	/** What n8n keeps of it for each node. */
	private contextData: IExecuteContextData = {};
	private readonly signature = randomUUID();

	constructor(
		private readonly contract: Contract,
		private mode: 'trigger' | 'retry' = 'trigger',
	) {}

	async call(item: Call) {
		const stored = createRunExecutionData({
			resumeToken: this.signature,
			executionData: { contextData: this.contextData },
		});
		const run: IRun = await startNode({
			parameters: {
				...{ resource: 'withdrawal', operation: 'create', currency: 'USDT', network: 'TRON' },
				...{ amount: '={{ $json.amount }}', toAddress: '={{ $json.to }}', extIdMode: 'auto' },
				options: { ...LIMITS, retries: 0 },
			},
			items: [{ ...item }],
			credential: this.contract.credential(),
			...AS_TOOL,
			mode: this.mode,
			stored,
		});
		return toldSchema.parse(outputs(run)[0]?.[0]?.json);
	}

	/** As n8n takes it up again, from what it has stored. */
	retry(): void {
		this.mode = 'retry';
		this.contextData = structuredClone(this.contextData);
	}
}

const contentOf = ({ amount, to }: { amount: unknown; to: unknown }) =>
	`${new Big(String(amount)).toFixed()} to ${String(to)}`;

test('25 conversations', async () => {
	const seen = { done: 0, repeated: 0, unknown: 0, refused: 0, not_sent: 0 };
	await fc.assert(
		fc.asyncProperty(conversations, async ({ turns, isRetried }) => {
			const { sandbox } = api;
			const contract = await Contract.of(sandbox);
			const execution = new Execution(contract);
			/** What the ledger may contain, according to what the model was told. */
			const possible = new Set<string>();
			for (const round of isRetried ? [turns, turns] : [turns]) {
				for (const { calls, fault, lookupFails } of round) {
					sandbox.clearFaults();
					if (fault) sandbox.addFault({ match: { path: '/withdrawals' }, fault });
					if (lookupFails) sandbox.addFault({ match: { path: '/document_get' }, fault: '403' });
					const told = await Promise.all(calls.map(async (item) => await execution.call(item)));
					for (const [index, one] of told.entries()) {
						const item = calls[index];
						if (!item) throw new Error('An answer without a call');
						const content = contentOf(item);
						if ('note_for_agent' in one) {
							seen[one.note_for_agent.startsWith('Not') ? 'repeated' : 'done'] += 1;
							possible.add(content);
							expect(placed(contract)).toContain(content);
							continue;
						}
						const { outcome } = one.details;
						seen[outcome as keyof typeof seen] += 1;
						if (outcome === 'unknown') {
							possible.add(content);
							const words = `${one.error} ${one.message}`;
							// An amount that cannot be sent has no order number, and in a retry may have been another.
							expect(words).toMatch(
								/call this tool again with the same arg|check before you repeat/,
							);
						}
						expect(JSON.stringify(one)).not.toMatch(/another ext_id|number of its own|repeat with/);
					}
				}
				execution.retry();
			}
			const orders = placed(contract);
			expect(new Set(orders).size).toBe(orders.length);
			for (const order of orders) expect(possible).toContain(order);
			const amounts = orders.map((order) => new Big(order.split(' ')[0] ?? ''));
			for (const amount of amounts) expect(amount.lte(LIMITS.maximumPerItem)).toBe(true);
			const total = amounts.reduce((sum, amount) => sum.plus(amount), new Big(0));
			expect(total.lte(LIMITS.maximumPerRun)).toBe(true);
		}),
		{ numRuns: 25, examples: [[{ turns: [FIRST], isRetried: false }]] },
	);
	// Each of them came up.
	for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0);
}, 600_000);

/** What the ledger has of a partner, as `contentOf` writes it. */
const placed = (contract: Contract): string[] =>
	contract.orders().map(({ facts }) => contentOf({ amount: facts.amount, to: facts.to_address }));
