import type { FunctionsBase } from 'n8n-workflow';

import { isQueueMode } from './queue-mode';
import { redisConnection } from './redis';

/** The outcomes of deliveries to the triggers of a workflow, apart from tests in the editor. */
export interface DeliveryCounts {
	/** When the count began. */
	since: string;
	accepted: number;
	duplicates: number;
	/** By reason. */
	refused: Record<string, number>;
	last_refused: { at: string; reason: string } | null;
}

type Counted = 'accepted' | 'duplicates' | { refused: string };

const processStart = new Date(Date.now() - process.uptime() * 1000).toISOString();
const inProcess = new Map<string, Record<string, string>>();
/** An older count is of no use. */
const KEPT_SECONDS = 31 * 24 * 3600;

function keyOf(context: FunctionsBase): string {
	return `partner-settlement:deliveries:${context.getWorkflow().id ?? ''}`;
}

/** The Redis in which the processes of n8n count together; undefined outside queue mode, or without a Redis URL. */
function sharedUrl(redisUrl: unknown): string | undefined {
	return isQueueMode() && typeof redisUrl === 'string' && redisUrl !== ''
		? redisUrl.trim()
		: undefined;
}

/** Counts a delivery, unless it came to a test in the editor. It never fails, and the delivery does not wait for it. */
export function countDelivery(context: FunctionsBase, counted: Counted, redisUrl?: unknown): void {
	if (context.getMode?.() === 'manual') return;
	count(context, counted, redisUrl).catch(() => undefined);
}

async function count(context: FunctionsBase, counted: Counted, redisUrl: unknown): Promise<void> {
	const key = keyOf(context);
	const now = new Date().toISOString();
	const isRefused = typeof counted === 'object';
	const name = isRefused ? `refused ${counted.refused}` : counted;
	const last: Record<string, string> = isRefused
		? { last_at: now, last_reason: counted.refused }
		: {};
	const url = sharedUrl(redisUrl);
	if (url === undefined) {
		const counts = inProcess.get(key) ?? {};
		inProcess.set(key, { ...counts, ...last, [name]: String(Number(counts[name] ?? 0) + 1) });
		return;
	}
	const steps = redisConnection(url).pipeline().hsetnx(key, 'since', now).hincrby(key, name, 1);
	if (isRefused) steps.hset(key, last);
	await steps.expire(key, KEPT_SECONDS).exec();
}

/** The counts for the workflow of a node, in queue mode from its credential's Redis. @throws Error if Redis does not respond */
export async function readDeliveryCounts(
	context: FunctionsBase,
	redisUrl: unknown,
): Promise<DeliveryCounts> {
	const url = sharedUrl(redisUrl);
	const key = keyOf(context);
	const counts =
		url === undefined ? (inProcess.get(key) ?? {}) : await redisConnection(url).hgetall(key);
	const refused = Object.entries(counts).flatMap(([name, count]) =>
		name.startsWith('refused ') ? [[name.slice('refused '.length), Number(count)]] : [],
	);
	const { last_at: at, last_reason: reason } = counts;
	return {
		since: counts.since ?? processStart,
		accepted: Number(counts.accepted ?? 0),
		duplicates: Number(counts.duplicates ?? 0),
		refused: Object.fromEntries(refused) as Record<string, number>,
		last_refused: at === undefined || reason === undefined ? null : { at, reason },
	};
}
