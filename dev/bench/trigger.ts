import { randomUUID } from 'node:crypto';
import { sampleData } from '../sandbox/sample-events';
import type { EventName } from '../sandbox/state/webhooks';
import { createDatabase } from '../stack/own-database';
import { type Bench, type Row, type Section, temporaryFolder } from './bench';
import { startSender } from './contest';
import { type Arena, chain, deliver, type Delivery, type Endpoint, signed } from './endpoint';
import { doNothingTrigger, ownTrigger, webhookNode } from './endpoint';
import { BENCH_NODES, newestResult, startReadyN8n } from './n8n';
import { startApi } from './scripted-api';

/** Makes `count` deliveries to a contestant. @returns deliveries per second */
type Turn = (count: number) => Promise<number>;
/** Each contestant's rates by its name, one rate per pass. */
type Rates = Map<string, number[]>;

/** The engines that n8n can evaluate expressions with. */
const ENGINES: Record<string, NodeJS.ProcessEnv> = {
	legacy: { N8N_EXPRESSION_ENGINE: 'legacy' },
	vm: { N8N_EXPRESSION_ENGINE: 'vm' },
	'vm on demand': { N8N_EXPRESSION_ENGINE: 'vm', N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' },
};
/**
 * `levels`: how many events each trigger remembers. Another one remembers none. `seconds`: about how long a turn takes.
 */
const FULL = { databases: ['SQLite', 'Postgres'], levels: [1_000, 5_000], passes: 5, seconds: 4 };
const QUICK = { databases: ['SQLite'], levels: [1_000], passes: 2, seconds: 0.5 };
type Plan = typeof FULL;

interface Contest {
	arena: Arena;
	/** This package's triggers, by the minimum number of events they remember. They outlive a restart of n8n. */
	filled: Map<number, Endpoint>;
	plan: Plan;
}

const DO_NOTHING = 'do-nothing trigger';
const WEBHOOK = 'Webhook node';
const CHAIN = "chain of n8n's nodes";
/** How many events are delivered again and again. */
const REPEATED_EVENTS = 10;
/** Enough deliveries to compile the code and to estimate how many a turn takes. */
const WARM_UP = 100;
const FEWEST = 24;
const MOST = 3_000;
const EVENT: EventName = 'card_issue.status_changed';

/** The name of this package's trigger that remembers this many events from before the contest. */
function ownName(events: number): string {
	return `this trigger, ${events} events remembered`;
}

/** Deliveries of `count` new events. */
function newDeliveries(count: number): Delivery[] {
	return Array.from({ length: count }, () => {
		const occurred_at = new Date().toISOString();
		const event = { event_id: randomUUID(), event: EVENT, occurred_at, data: sampleData(EVENT) };
		return signed(JSON.stringify(event));
	});
}

/**
 * Runs all contestants in turn, pass after pass, every other pass in reverse order. Other load and changes over time
 * then affect all of them alike.
 */
async function runPasses(turns: Map<string, Turn>, { passes, seconds }: Plan): Promise<Rates> {
	const contestants: { turn: Turn; rate: number; rates: number[]; name: string }[] = [];
	for (const [name, turn] of turns) {
		contestants.push({ name, turn, rate: await turn(WARM_UP), rates: [] });
	}
	for (let pass = 0; pass < passes; pass += 1) {
		for (const contestant of pass % 2 === 0 ? contestants : contestants.toReversed()) {
			const count = Math.round(contestant.rate * seconds);
			contestant.rate = await contestant.turn(Math.min(Math.max(count, FEWEST), MOST));
			contestant.rates.push(contestant.rate);
		}
	}
	return new Map(contestants.map(({ name, rates }) => [name, rates]));
}

/** Deliveries of known events. Only the chain needs runs for them. */
async function contestOfDuplicates({ arena, filled, plan }: Contest): Promise<Rates> {
	const events = newDeliveries(REPEATED_EVENTS);
	const again =
		(endpoint: Endpoint, runsEach: 0 | 1): Turn =>
		(count) => {
			const rounds = Array.from({ length: Math.ceil(count / events.length) }, () => events);
			return deliver(arena, endpoint, rounds.flat().slice(0, count), count * runsEach);
		};
	const turns = new Map<string, Turn>();
	const empty = await ownTrigger(arena);
	for (const [level, endpoint] of [[0, empty] as const, ...filled]) {
		await deliver(arena, endpoint, events, REPEATED_EVENTS);
		turns.set(ownName(level), again(endpoint, 0));
	}
	turns.set(DO_NOTHING, again(await doNothingTrigger(arena, false), 0));
	const chained = await chain(arena);
	// One by one, because the chain fails for some new events that come at once, or forgets them.
	for (const event of events) await deliver(arena, chained, [event], 1);
	turns.set(CHAIN, again(chained, 1));
	const rates = await runPasses(turns, plan);
	const { runData = {}, lastNodeExecuted = '' } =
		(await newestResult(arena.api, chained.workflowId)) ?? {};
	const [kept, dropped] = runData[lastNodeExecuted]?.at(-1)?.data?.main ?? [];
	if (kept?.length === 0 && dropped?.length === 1) return rates;
	throw new Error('The chain did not drop a duplicate');
}

/** Deliveries of new events, with a run for each and No Operation after the trigger. */
async function contestOfFirsts({ arena, filled, plan }: Contest): Promise<Rates> {
	const each =
		(endpoint: Endpoint): Turn =>
		(count) =>
			deliver(arena, endpoint, newDeliveries(count), count);
	const turns = new Map<string, Turn>([
		// A new trigger for each turn, because a trigger remembers the events it gets.
		[ownName(0), async (count) => each(await ownTrigger(arena))(count)],
		[WEBHOOK, each(await webhookNode(arena))],
	]);
	for (const [level, endpoint] of filled) turns.set(ownName(level), each(endpoint));
	turns.set(DO_NOTHING, each(await doNothingTrigger(arena, true)));
	return await runPasses(turns, plan);
}

function compare(where: string, rates: Rates, other: string, least?: number): Row[] {
	const theirs = rates.get(other) ?? [];
	const own = [...rates].filter(([name]) => name.startsWith('this trigger'));
	return own.map(([name, ours]) => {
		return { what: `${where}: ${name}, with the ${other}`, unit: '/s', least, ours, theirs };
	});
}

/** Measures deliveries to the trigger with each database and expression engine, one n8n at a time. */
export async function measureTrigger(bench: Bench): Promise<Section[]> {
	const { step, stopLater } = bench;
	const plan = bench.isQuick ? QUICK : FULL;
	const send = startSender(bench);
	// Only its credential fields are used: nothing calls this API.
	const { fields } = await startApi(bench);
	const duplicates: Row[] = [];
	const firsts: Row[] = [];
	for (const database of plan.databases) {
		const userFolder = await temporaryFolder(bench);
		const storage = database === 'Postgres' ? await createDatabase() : undefined;
		if (storage) stopLater(storage.drop);
		const filled: Contest['filled'] = new Map();
		for (const [engine, settings] of Object.entries(ENGINES)) {
			const where = `${database}, ${engine}`;
			const env = { ...storage?.env, ...settings, ...BENCH_NODES };
			const arena = { ...(await startReadyN8n(bench, fields, { userFolder, env })), send };
			for (const events of plan.levels.filter((level) => !filled.has(level))) {
				step(`${where}: letting a trigger remember ${events} events`);
				const endpoint = await ownTrigger(arena);
				await deliver(arena, endpoint, newDeliveries(events), events);
				filled.set(events, endpoint);
			}
			step(`${where}: duplicates, and first deliveries`);
			const again = await contestOfDuplicates({ arena, filled, plan });
			const first = await contestOfFirsts({ arena, filled, plan });
			duplicates.push(...compare(where, again, DO_NOTHING, 0.9), ...compare(where, again, CHAIN));
			firsts.push(...compare(where, first, WEBHOOK), ...compare(where, first, DO_NOTHING, 0.85));
			await arena.n8n.stop();
		}
	}
	const about = `Signed deliveries of events that were seen before, from 12 senders. The do-nothing trigger ([its code](nodes)) is what
n8n itself costs; the chain is Webhook, Crypto, Remove Duplicates, as people do it now. vm, n8n's default, makes a V8 isolate
for each delivery and for each run, except that it spares its own Webhook node the first; "on demand" is an experiment.`;
	const aboutFirsts = `Deliveries of new events, with No Operation behind the trigger, timed until the last run has ended.`;
	return [
		{ title: 'Duplicates a second', about, rows: duplicates },
		{ title: 'First deliveries a second', about: aboutFirsts, rows: firsts },
	];
}
