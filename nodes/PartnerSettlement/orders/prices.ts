import { attempt, compareDecimals, PartnerApiError } from '../../../partner-api';
import type { Ordered } from '../catalog/responses';
import { textOf, wireName } from '../catalog/request-rules';
import { readEntry } from '../choices/catalog-entry';
import { entriesIn } from '../choices/catalogs';
import { lookupLimitsOf } from '../run/call-options';
import type { RunItem } from './item';
import { cameToNothing, type Order } from './order';
import { costOf } from './spending-limits';

/** How long the catalog may take: without it, the price is asked for, or left out of a hint. */
const SECONDS = 15;

/** Learns what one costs, where a limit needs it: from the option Price, else from the live catalog. */
export async function learnPrice(item: RunItem): Promise<void> {
	const { maximumPerItem, maximumPerRun } = item.options;
	if (maximumPerItem === undefined && maximumPerRun === undefined) return;
	item.price = await priceOf(item);
}

/** What orders came to, for the summary of the run. */
export function orderedOf(item: RunItem, orders: readonly Order[], record: unknown): Ordered {
	return {
		count: orders.reduce((sum, { fields }) => sum + Number(textOf(fields.quantity ?? 1)), 0),
		amount: costOf(orders, undefined),
		catalogPrice: async () => costOf(orders, await priceOf(item)),
		mayBeRepeat: orders.some(({ sentBefore }) => sentBefore),
		cameToNothing: cameToNothing(record),
	};
}

async function priceOf(item: RunItem): Promise<string | undefined> {
	const { run, options, orders } = item;
	const { catalog } = run.operation;
	const [order] = orders;
	if (options.price !== undefined || !catalog || !order) return options.price;
	const prices = await (run.prices ??= readPrices(item, catalog));
	return prices.get(textOf(order.fields[wireName(catalog.id, run.settings.serviceCode)]));
}

/** @returns none where the catalog cannot be read, or shows none */
async function readPrices(
	{ run, options }: RunItem,
	{ read, id }: NonNullable<RunItem['run']['operation']['catalog']>,
): Promise<ReadonlyMap<string, string>> {
	const { method, base, path } = read.endpoint;
	const call = { method, base, path, body: {}, retrySafety: 'safe' } as const;
	const catalog = await attempt(
		run.client.call({ ...call, scope: read.scope ?? undefined }, lookupLimitsOf(options, SECONDS)),
	);
	const entries = catalog instanceof PartnerApiError ? [] : entriesIn(catalog);
	const prices = entries
		.map((entry) => readEntry(entry, wireName(id, run.settings.serviceCode)))
		.flatMap((entry): [string, string][] =>
			entry.id === undefined || entry.price === undefined ? [] : [[entry.id, entry.price]],
		);
	// The dearest of those with the same ID: a limit must hold.
	return new Map(prices.sort(([, left], [, right]) => compareDecimals(left, right)));
}
