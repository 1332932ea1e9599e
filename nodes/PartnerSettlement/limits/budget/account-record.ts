import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';

import Big, { type RoundingMode } from 'big.js';

import { InputError, type PartnerSettings, readRedisUrl } from '../../../../partner-api';
import { isQueueMode } from '../../../queue-mode';
import type { RunContext } from '../../run/context';
import { MemoryRecord } from './memory-record';
import type { SpendingRecord, Wanted } from './spending-record';
import { sqlite, SqliteRecord } from './sqlite-record';

const HOUR_MS = 3600 * 1000;
/** The two budgets of a credential. */
export const BUDGETS = [
	{ name: 'maximumPerDay', window: '24h', label: 'Maximum per 24 Hours', length: 24 * HOUR_MS },
	{ name: 'maximumPerMonth', window: '30d', label: 'Maximum per 30 Days', length: 720 * HOUR_MS },
] as const;

/** The cap of a cost in millionths of a USDT: sums stay exact in every store, and no account holds that much. */
const MOST = 1e15;

/** A cost in millionths, rounded up. */
export function toUnits(usdt: Big | string | number): Wanted['cost'] {
	return inUnits(usdt, Big.roundUp, MOST);
}

/** The room of a limit in millionths, rounded down. */
export function roomOf(usdt: Big | string): number {
	// One less than the cap of a cost, so that a capped cost never fits.
	return inUnits(usdt, Big.roundDown, MOST - 1);
}

function inUnits(usdt: Big | string | number, rounding: RoundingMode, most: number): number {
	const units = new Big(usdt).times(1e6).round(0, rounding);
	return units.gt(most) ? most : units.toNumber();
}

/** @returns USDT decimal string */
export function toUsdt(units: number): string {
	return new Big(units).div(1e6).toFixed();
}

export function hasBudget({ policy }: Pick<PartnerSettings, 'policy'>): boolean {
	return BUDGETS.some(({ name }) => policy[name] !== undefined);
}

const known = new Map<string, SpendingRecord>();

/**
 * Where the orders of an account are counted: in the credential's Redis, otherwise in a file in n8n's user folder. Without
 * SQLite, Keep at Least alone uses the memory of this process.
 *
 * @returns the record, and its place in words for the operator
 * @throws InputError if a budget has no permanent place, or several processes have none in common
 */
export async function accountRecord({
	settings,
	redisUrl,
}: Pick<RunContext, 'settings' | 'redisUrl'>): Promise<{ record: SpendingRecord; place: string }> {
	const { apiUrl, partnerId } = settings;
	const digest = createHash('sha256').update(`${apiUrl} ${partnerId}`).digest('hex').slice(0, 32);
	const lasts = hasBudget(settings);
	// An order under Keep at Least alone counts in no budget.
	const account = lasts ? digest : `${digest} floor`;
	const url = readRedisUrl(redisUrl);
	if (url !== undefined) {
		// Loaded only here, because few runs need it.
		const { redisRecord } = await import('./redis-record');
		return { record: redisRecord(url, account), place: 'Redis' };
	}
	const isQueue = isQueueMode();
	const hasFile = sqlite() !== undefined;
	if (isQueue || (lasts && !hasFile)) {
		const why = isQueue ? 'n8n runs in queue mode' : 'this Node.js has no SQLite';
		const others = isQueue ? ": the queue's Redis will do" : ', or run n8n on Node.js 24';
		throw new InputError(
			`Orders can't be counted for the credential's limits, because ${why}`,
			`Enter a Redis URL in the credential${others}.`,
		);
	}
	const folder = join(process.env.N8N_USER_FOLDER ?? homedir(), '.n8n');
	const place = hasFile ? join(folder, 'partner-settlement-budgets.sqlite') : 'this n8n';
	const name = `${place} ${account}`;
	const record =
		known.get(name) ?? (hasFile ? new SqliteRecord(account, place) : new MemoryRecord());
	known.set(name, record);
	return { record, place };
}
