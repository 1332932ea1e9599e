import { compareDecimals, PartnerApiError, resultOrFailure } from '../../../partner-api';
import type { PriceList } from '../catalog/operation';
import { textOf, wireName } from '../catalog/request-rules';
import { readCatalog } from '../choices/catalogs';
import { lookupLimitsOf } from '../run/call-options';
import type { RunItem } from './item';

/** How long the catalog may take: without it, the price is asked for, or left out of a hint. */
const SECONDS = 15;

/**
 * The price of one of the things that an item orders: from the option Price, else from the live catalog.
 *
 * @returns USDT decimal string; undefined where nobody knows
 */
export async function priceOf(item: RunItem): Promise<string | undefined> {
	const { run, options, orders } = item;
	const { priceList } = run.operation;
	const [order] = orders;
	if (options.price !== undefined || !priceList || !order) return options.price;
	const prices = await (run.prices ??= readPrices(item, priceList));
	return prices.get(textOf(order.fields[wireName(priceList.id, run.settings.serviceCode)]));
}

/** @returns none where the catalog cannot be read, or shows none */
async function readPrices(
	{ run, options }: RunItem,
	catalog: PriceList,
): Promise<ReadonlyMap<string, string>> {
	const limits = lookupLimitsOf(options, SECONDS);
	const read = await resultOrFailure(readCatalog(run.client, run.settings, catalog, limits));
	const entries = read instanceof PartnerApiError ? [] : read;
	const prices = entries.flatMap(({ id, price }): [string, string][] =>
		id === undefined || price === undefined ? [] : [[id, price]],
	);
	// The dearest of those with the same ID: a limit must hold.
	return new Map(prices.sort(([, left], [, right]) => compareDecimals(left, right)));
}
