import { chain, DROPS_DUPLICATES, doNothingTrigger, ownTrigger, webhookNode } from './contestants';
import { newDeliveries, repeated } from './deliveries';
import { type Arena, deliver, type Endpoint, publish } from './endpoint';
import { type PassOptions, type Rounds, runPasses, type Turn } from './passes';
import type { Setting } from './setting';

export const DO_NOTHING = 'do-nothing trigger';
export const WEBHOOK = 'Webhook node';
export const CHAIN = 'Webhook, Crypto, Remove Duplicates';

/** Events that come again and again. */
const REPEATED_EVENTS = 10;

export interface Contest {
	arena: Arena;
	setting: Setting;
	options: PassOptions;
}

/** This package's trigger when it remembers so many events from before the contest. */
export function ownName(events: number): string {
	return events === 0 ? 'this trigger' : `this trigger, ${events} events remembered`;
}

/** @throws Error unless the newest run of the chain has dropped what it got */
async function assertDropped({ api }: Arena, { workflowId }: Endpoint): Promise<void> {
	const [newest] = await api.listExecutions(workflowId, 1);
	const { data } = await api.getExecution(newest?.id ?? '');
	const [kept, dropped] = data.resultData.runData[DROPS_DUPLICATES]?.at(-1)?.data?.main ?? [];
	if (kept?.length === 0 && dropped?.length === 1) return;
	throw new Error('The chain did not drop a duplicate');
}

/** Deliveries of events that are known: only the chain needs runs for them. */
export async function contestOfDuplicates(contest: Contest): Promise<Rounds> {
	const { arena, setting, options } = contest;
	const { api } = arena;
	const events = newDeliveries(REPEATED_EVENTS, setting.secret);
	const again =
		(endpoint: Endpoint, runsEach: 0 | 1): Turn =>
		(count) =>
			deliver(arena, endpoint, repeated(events, count), count * runsEach);

	const turns: Record<string, Turn> = {};
	const own = { events: 0, endpoint: await publish(api, ownTrigger(setting.own)) };
	for (const { events: remembered, endpoint } of [own, ...setting.filled]) {
		await deliver(arena, endpoint, events, REPEATED_EVENTS);
		turns[ownName(remembered)] = again(endpoint, 0);
	}
	turns[DO_NOTHING] = again(await publish(api, doNothingTrigger(false)), 0);
	const chained = await publish(api, chain(setting.crypto));
	// One by one: of new events that come together, the chain fails or forgets some.
	for (const event of events) await deliver(arena, chained, [event], 1);
	turns[CHAIN] = again(chained, 1);

	const rounds = await runPasses(turns, options);
	await assertDropped(arena, chained);
	return rounds;
}

/** Deliveries of new events, with a run for each and No Operation behind the trigger. */
export async function contestOfFirsts({ arena, setting, options }: Contest): Promise<Rounds> {
	const { api } = arena;
	const each = (endpoint: Endpoint, count: number) =>
		deliver(arena, endpoint, newDeliveries(count, setting.secret), count);
	const webhook = await publish(api, webhookNode());
	const doNothing = await publish(api, doNothingTrigger(true));
	const filled = setting.filled.map(({ events, endpoint }) => {
		const turn: Turn = (count) => each(endpoint, count);
		return [ownName(events), turn] as const;
	});
	const turns: Record<string, Turn> = {
		// Another one for each turn, as it remembers what it gets.
		[ownName(0)]: async (count) => each(await publish(api, ownTrigger(setting.own)), count),
		[WEBHOOK]: (count) => each(webhook, count),
		...Object.fromEntries(filled),
		[DO_NOTHING]: (count) => each(doNothing, count),
	};
	return await runPasses(turns, options);
}
