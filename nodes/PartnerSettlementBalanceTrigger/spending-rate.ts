import Big from 'big.js';
import type { IPollFunctions } from 'n8n-workflow';

import type { ApiCall, Dialect, JsonObject } from '../../partner-api';
import { directCall } from '../PartnerSettlement/definition/operation';
import { readLedgerLine } from '../PartnerSettlement/lists/ledger-line';
import { splitList } from '../PartnerSettlement/lists/list';
import { readPages, restOfList } from '../PartnerSettlement/lists/pages';
import { ledgerGetAll } from '../PartnerSettlement/operations/ledger/get-all';
import { callAsTrigger } from '../trigger-call';

const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_DAYS = 7;
/** Spending in a longer gap between two polls is not counted. */
const GAP_MS = 26 * HOUR_MS;
/** A ledger of more pages counts as incomplete: a poll has a minute. */
const MAX_PAGES = 10;
/** More polls than a week has minutes. */
const MAX_POLLS = 11_000;

/** A balance as a poll saw it. */
export interface Sample {
	at: number;
	available: string;
}

export interface Rate {
	/** USDT. */
	perDay: Big;
	from: 'ledger' | 'polls';
}

const polls = new Map<string, Sample[]>();
const ledgers = new Map<string, { at: number; perDay?: Big }>();

/**
 * The account's spending per day, averaged over the last seven days: from its ledger, read once an hour at most, otherwise
 * from the polls of this process.
 *
 * @returns undefined if the ledger can't be used, and the polls cover less than a day
 */
export async function spendingRate(
	context: IPollFunctions,
	{ account, dialect, available }: { account: string; dialect: Dialect; available: string },
): Promise<Rate | undefined> {
	const now = Date.now();
	const samples = [...(polls.get(account) ?? []), { at: now, available }].slice(-MAX_POLLS);
	polls.set(account, samples);
	let ledger = ledgers.get(account);
	if (!ledger || now - ledger.at >= HOUR_MS) {
		ledger = { at: now, perDay: await readLedger(context, dialect, now) };
		ledgers.set(account, ledger);
	}
	if (ledger.perDay) return { perDay: ledger.perDay, from: 'ledger' };
	const perDay = rateOfPolls(samples, now);
	return perDay && { perDay, from: 'polls' };
}

async function readLedger(
	context: IPollFunctions,
	dialect: Dialect,
	now: number,
): Promise<Big | undefined> {
	let left = MAX_PAGES;
	const send = async ({ body }: ApiCall) =>
		(left -= 1) < 0
			? undefined
			: (await callAsTrigger(context, ledgerGetAll, body as JsonObject)).response;
	try {
		const from = new Date(now - WEEK_DAYS * DAY_MS).toISOString();
		const call = directCall(ledgerGetAll, { body: { from } });
		const response = await readPages(call, send, dialect, ledgerGetAll);
		const { entries } = splitList(response, dialect.envelope) ?? { entries: [] };
		const isAll = restOfList(response, entries.length) === undefined;
		return isAll ? rateOfLedger(entries, dialect.ledger, now) : undefined;
	} catch {
		// The balance is still read.
		return undefined;
	}
}

/** @returns USDT a day; undefined if a line cannot be read, none is a day old, or none is a debit of this week */
export function rateOfLedger(
	lines: readonly unknown[],
	names: Dialect['ledger'],
	now: number,
): Big | undefined {
	let spent = new Big(0);
	let first = now;
	for (const line of lines) {
		const read = readLedgerLine(line, names);
		if (!read) return undefined;
		const { amount, at, isDebit } = read;
		first = Math.min(first, at);
		const isInWeek = at > now - WEEK_DAYS * DAY_MS && at <= now;
		if (isDebit && isInWeek) spent = spent.plus(amount);
	}
	return now - first < DAY_MS || spent.eq(0) ? undefined : spent.div(WEEK_DAYS);
}

/**
 * The rate at which the balance fell between polls, over the time that they cover. A deposit is not spending, and
 * neither is one odd balance between two others: of every three balances, the median counts.
 *
 * @returns USDT a day; undefined during the first day
 */
export function rateOfPolls(samples: readonly Sample[], now: number): Big | undefined {
	const week = samples.filter(({ at }) => at > now - WEEK_DAYS * DAY_MS);
	const seen = week.slice(1, -1).map(({ at }, index) => {
		const three = week.slice(index, index + 3).map(({ available }) => new Big(available));
		three.sort((left, right) => left.cmp(right));
		return { at, available: three[1] ?? new Big(0) };
	});
	let [spent, time] = [new Big(0), 0];
	for (const [index, { at, available }] of seen.entries()) {
		const before = seen[index - 1];
		if (!before || at - before.at > GAP_MS) continue;
		time += at - before.at;
		const fall = before.available.minus(available);
		if (fall.gt(0)) spent = spent.plus(fall);
	}
	return time < DAY_MS ? undefined : spent.times(DAY_MS).div(time);
}
