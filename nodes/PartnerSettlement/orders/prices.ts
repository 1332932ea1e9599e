import Big from 'big.js';

import { PartnerApiError, resultOrFailure, textOf } from '../../../partner-api';
import type { PriceList } from '../definition/operation';
import { wireName } from '../definition/request-rules';
import { readCatalog } from '../lists/catalogs';
import { lookupLimitsOf } from '../run/call-options';
import type { RunItem } from './item';

/** How long the catalog may take: without it, the price is asked for, or left out of a hint. */
const SECONDS = 15;

/**
 * The price of one of the things that an item orders: that of the option Price or of the live catalog, whichever is dearer.
 *
 * @returns USDT decimal string; undefined where nobody knows
 */
export async function priceOf(item: RunItem): Promise<string | undefined> {
	const { run, options, orders } = item;
	const { priceList } = run.operation;
	const [order] = orders;
	if (!priceList || !order) return options.price;
	const prices = await (run.prices ??= readPrices(item, priceList));
	const id = textOf(order.fields[wireName(priceList.id, run.settings.serviceCode)]);
	return dearer(prices.get(id), options.price);
}

function dearer(left: string | undefined, right: string | undefined): string | undefined {
	if (left === undefined || right === undefined) return left ?? right;
	return new Big(left).gt(right) ? left : right;
}

/** @returns none where the catalog cannot be read, or shows none */
async function readPrices(
	{ run, options }: RunItem,
	catalog: PriceList,
): Promise<ReadonlyMap<string, string>> {
	const limits = lookupLimitsOf(options, SECONDS);
	const read = await resultOrFailure(readCatalog(run.client, run.settings, catalog, limits));
	const entries = read instanceof PartnerApiError ? [] : read;
	const prices = new Map<string, string>();
	// The dearest of those with the same ID: a limit must hold.
	for (const { id = '', price } of entries) {
		const most = dearer(prices.get(id), price);
		if (most !== undefined) prices.set(id, most);
	}
	return prices;
}
