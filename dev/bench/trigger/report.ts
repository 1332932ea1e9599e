import { table } from '../../scripts/docs/table';
import { type Machine, machineLines } from '../machine';
import { markdown } from '../markdown';
import { median } from '../statistics';
import { CHAIN, DO_NOTHING, ownName, WEBHOOK } from './contests';
import type { Rounds } from './passes';

/** What came of the contests in one n8n. */
export interface Outcome {
	/** The database, and what n8n evaluates expressions with. */
	where: string;
	duplicates: Rounds;
	firsts: Rounds;
}

export interface Results {
	machine: Machine;
	/** How many events the triggers of this package remember, besides one that remembers none. */
	levels: readonly number[];
	outcomes: Outcome[];
	seconds: number;
}

interface Comparison {
	what: string;
	with: string;
	/** The least that is aimed at; undefined where there is no target. */
	target: number | undefined;
	contest: 'duplicates' | 'firsts';
}

const COMPARISONS: Comparison[] = [
	{
		what: "Duplicates, of the do-nothing trigger's rate",
		with: DO_NOTHING,
		target: 0.9,
		contest: 'duplicates',
	},
	{
		what: "Duplicates, times the rate of n8n's own nodes",
		with: CHAIN,
		target: undefined,
		contest: 'duplicates',
	},
	{
		what: "First deliveries, of the Webhook node's rate",
		with: WEBHOOK,
		target: undefined,
		contest: 'firsts',
	},
	{
		what: "First deliveries, of the do-nothing trigger's rate",
		with: DO_NOTHING,
		target: 0.85,
		contest: 'firsts',
	},
];

/** How many times the second's rate the first's is: the median over the passes. */
function rateRatio(rounds: Rounds, first: string, second: string): number {
	const rates = rounds[second]?.map(({ rate }) => rate) ?? [];
	return median((rounds[first] ?? []).map(({ rate }, pass) => rate / (rates[pass] ?? Number.NaN)));
}

function ratios({ levels, outcomes }: Results): string {
	const cell = (ratio: number, target = 0): string =>
		ratio < target ? `**${ratio.toFixed(2)}**` : ratio.toFixed(2);
	const rows = COMPARISONS.flatMap(({ what, with: other, target, contest }) =>
		[0, ...levels].map((events) => [
			what,
			events,
			target === undefined ? '' : `at least ${target}`,
			...outcomes.map((outcome) =>
				cell(rateRatio(outcome[contest], ownName(events), other), target),
			),
		]),
	);
	return table(['', 'remembered', 'wanted', ...outcomes.map(({ where }) => where)], rows);
}

function figures({ outcomes }: Results, contest: Comparison['contest']): string {
	const rows = Object.keys(outcomes[0]?.[contest] ?? {}).map((name) => [
		name,
		...outcomes.map((outcome) => {
			const rounds = outcome[contest][name] ?? [];
			const rate = median(rounds.map((round) => round.rate));
			const cpuMs = median(rounds.map((round) => round.cpuMs));
			return `${rate.toFixed(0)} (${cpuMs.toFixed(1)} ms)`;
		}),
	]);
	return table(['', ...outcomes.map(({ where }) => where)], rows);
}

const CONTESTANTS = `- **do-nothing trigger**: ten lines, which verify and remember nothing ([its code](trigger/do-nothing)). What n8n itself
  costs.
- **Webhook node**: n8n's own, which verifies and remembers nothing either.
- **Webhook, Crypto, Remove Duplicates**: how people do it now. The HMAC over the raw body is computed, and what was seen
  in earlier runs is dropped; an If node that compares the signature would come on top. Each duplicate takes a run.`;

const ENGINES = `**legacy** and **vm** are what n8n evaluates expressions with (\`N8N_EXPRESSION_ENGINE\`). With vm, its default, n8n makes a V8
isolate for each delivery, and one for each run, whether there is an expression or not, and that costs more than all the
rest. It spares its own Webhook node the first of the two, by the name of the node's type, so no other trigger can come
near the Webhook node there: compare with the do-nothing trigger. **vm on demand** is vm with
\`N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE=true\`, an experimental setting of n8n with which isolates are made for expressions only.`;

const METHOD = `Events are signed as the service does and come over HTTP on loopback from 12 senders in a process of their own; each waits for
its answer. The contestants take turns in one n8n, every other time in reverse order, and a turn begins when n8n has
nothing more to do. A ratio is the median of the passes' ratios. What starts runs is timed until the last of them has
ended. An answer that is not 200, a run too many or too few, or a run that fails ends the bench.`;

/** Everything as a Markdown document. `file` is where it will stand. */
export async function report(results: Results, file: string): Promise<string> {
	const parts = [
		'# Bench of the trigger',
		'Written by `npm run bench:trigger`. Rates are of one machine on one day: look at the ratios.',
		machineLines(results.machine, results.seconds),
		'## Ratios',
		"How many times the other rate this trigger's is, by the number of events it remembers. Bold: below the target.",
		ratios(results),
		ENGINES,
		'## Duplicates a second',
		"Deliveries of events that were seen before. In brackets: CPU time of n8n's process for each.",
		figures(results, 'duplicates'),
		'## First deliveries a second',
		'Deliveries of new events, with No Operation behind the trigger.',
		figures(results, 'firsts'),
		'## How it is measured',
		METHOD,
		CONTESTANTS,
	];
	return await markdown(parts, file);
}
