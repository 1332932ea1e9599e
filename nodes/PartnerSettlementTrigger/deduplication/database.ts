import { type IExecuteFunctions, sleep } from 'n8n-workflow';

import type { Claim } from './claim';

type Helpers = IExecuteFunctions['helpers'];

/** Two entries for each of the last 5,000 events, and room for those of runs in progress. */
const MAX_ENTRIES = 2 * 5_000 + 1_000;
const OPTIONS = { mode: 'entries', maxEntries: MAX_ENTRIES } as const;

/**
 * The time between two calls, in milliseconds. Each call reads and writes the whole list, which takes 40 ms of a slow CPU,
 * so in a flood many runs should share one. The first run after a pause does not wait.
 */
const BETWEEN_CALLS_MS = 200;

interface Question {
	eventId: string;
	/** The entry that tells this run from others. */
	own: string;
	/** Aborted when the run is stopped. */
	signal: AbortSignal | undefined;
	resolve: (isFirst: boolean) => void;
	reject: (error: unknown) => void;
}

/** The runs that wait for their turn, by node. A node has an entry while its questions are asked. */
const queues = new Map<string, Question[]>();

/**
 * Whether this run is the first of its event to ask, or a retry of that first run. n8n's list of a node's processed
 * data has the answer: one call says which entries are new, and records them. The list does not support simultaneous
 * calls, so the runs take turns.
 *
 * @param triggerId as `triggerIdOf` gives it
 * @throws what the database throws; whether it has recorded the run is unknown then
 */
export async function isFirstInDatabase(
	helpers: Helpers,
	triggerId: string,
	{ eventId, token }: Claim,
	signal?: AbortSignal,
): Promise<boolean> {
	return await new Promise((resolve, reject) => {
		const question = { eventId, own: `${eventId} ${token}`, signal, resolve, reject };
		const queue = queues.get(triggerId);
		if (queue) queue.push(question);
		else void processQueue(helpers, triggerId, [question]);
	});
}

async function processQueue(helpers: Helpers, triggerId: string, queue: Question[]): Promise<void> {
	queues.set(triggerId, queue);
	while (queue.length > 0) {
		await askAll(helpers, queue.splice(0));
		await sleep(BETWEEN_CALLS_MS);
	}
	queues.delete(triggerId);
}

async function askAll(helpers: Helpers, questions: Question[]): Promise<void> {
	const turn = questions.filter(({ signal }) => signal?.aborted !== true);
	for (const { signal, reject } of questions) if (signal?.aborted) reject(signal.reason);
	if (turn.length === 0) return;
	try {
		const entries = new Set(turn.flatMap(({ eventId, own }) => [eventId, own]));
		const recorded = await helpers.checkProcessedAndRecord([...entries], 'node', OPTIONS);
		const isNew = new Set(recorded.new.map(String));
		const duplicates: Question[] = [];
		for (const question of turn) {
			const isFirst = isNew.has(question.eventId);
			const isRetryOfFirst = !isNew.has(question.own);
			if (!isFirst && !isRetryOfFirst) duplicates.push(question);
			// If one turn has several runs of an event, only one is the first.
			isNew.delete(question.eventId);
		}
		if (duplicates.length > 0) {
			// The entry of a duplicate must go, or its retry would look like a retry of the first run.
			const own = duplicates.map((duplicate) => duplicate.own);
			// If it fails, the duplicate still ends well; n8n offers no Retry for a run that succeeded.
			await helpers.removeProcessed(own, 'node', OPTIONS).catch(() => undefined);
		}
		for (const question of turn) question.resolve(!duplicates.includes(question));
	} catch (error) {
		for (const { reject } of turn) reject(error);
	}
}
