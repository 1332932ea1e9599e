import { notFound } from '../http/errors';
import type { JsonObject } from '../http/json';
import { asShown } from './as-shown';
import { listIn, type Dialect, type Reshape } from './dialect';

/** Orders whose status values the document shows (sections 2.2 and 2.6). */
const SHOWN = new Set(['withdrawal', 'kyt_check']);

const WORDS = new Map([
	['pending', 'accepted'],
	['active', 'fulfilled'],
	['completed', 'fulfilled'],
	['failed', 'rejected'],
	['cancelled', 'rejected'],
]);

const CATALOG_NAMES: readonly [RegExp, string][] = [
	[/^(offer|\w+_product)_id$/, 'sku'],
	[/^name$/, 'title'],
	[/^price_usdt$/, 'usdt_price'],
	[/^available$/, 'in_stock'],
];

function worded(status: string): string {
	return WORDS.get(status) ?? status;
}

function renamed(entry: JsonObject): JsonObject {
	const otherName = (name: string): string =>
		CATALOG_NAMES.find(([pattern]) => pattern.test(name))?.[1] ?? name;
	return Object.fromEntries(Object.entries(entry).map(([name, value]) => [otherName(name), value]));
}

function inData(data: JsonObject): JsonObject {
	return { data };
}

function inResult(result: JsonObject): JsonObject {
	return { result };
}

function order(record: JsonObject): JsonObject {
	return inResult({ ...record, message: `Order ${String(record.status)}` });
}

/** A record with this dialect's word for its status. */
function inWords(record: JsonObject): JsonObject {
	return { ...record, status: worded(String(record.status)) };
}

function listOf(change: (entry: JsonObject) => JsonObject): Reshape {
	return (response) => {
		const list = listIn(response).map(change);
		return { data: { list, total: list.length } };
	};
}

const catalog = listOf(renamed);
const records = listOf((record) => record);

/** Section 2.8 shows neither where the index starts nor the order of the results. */
function batch(response: JsonObject): JsonObject {
	const results = listIn(response).map((result, index) => {
		return { ...inWords(result), index: index + 1 };
	});
	return { ...response, results: results.reverse() };
}

/**
 * Responses whose fields the document doesn't show come in an envelope. Statuses have other words, and batch indexes
 * start at 1.
 */
export const wrapped: Dialect = {
	differences: {
		noOrder: ['not_found'],
		catalogs: {
			card_products: { id: 'sku', price: 'usdt_price' },
			esim_offers: { id: 'sku', price: 'usdt_price' },
			gift_offers: { id: 'sku', price: 'usdt_price' },
		},
		failedStatuses: ['rejected'],
		terminalStatuses: ['fulfilled'],
	},
	responses: {
		'/auth/v1/partner/token': ({ access_token: jwt, expires_in: expires }) => ({
			data: { jwt, expires },
		}),
		'/api/pin/create_card': order,
		'/api/purchase': order,
		'/api/esim/new_plan5': order,
		'/api/partner/card_topup': order,
		'/api/partner/card_freeze': order,
		'/partner/cards/:card_id': (card) => inData(inWords(card)),
		'/partner/gift-cards/:purchase_id': (gift) => inData(inWords(gift)),
		'/partner/esims/:esim_id': inWords,
		'/api/cards': listOf(inWords),
		'/api/offers': catalog,
		'/api/partner/card_products': catalog,
		'/api/partner/esim_offers': catalog,
		'/api/partner/gift_offers': catalog,
		'/api/partner/kyt_check_history': records,
		'/api/partner/reconciliation_ledger': records,
		'/api/partner/kyt_check_get': inData,
		'/api/partner/document_get': inData,
		'/api/partner/deposit_address': inData,
		'/api/kyt_quote': inResult,
		'/api/partner/webhook_register': inResult,
		'/partner/batch': batch,
	},
	// A new screening starts as `processing` (section 4.7, rule 2). The document doesn't show what follows.
	screeningSteps: ['processing', 'queued', 'processing'],
	words: (kind, status) => {
		if (SHOWN.has(kind)) return asShown.words(kind, status);
		return {
			status: worded(status),
			// Failed orders, too: the document itself is done.
			document_status: status === 'pending' ? 'processing' : 'done',
		};
	},
	errorOf: (error) => (error.status === 404 ? notFound('not_found', error.message) : error),
};
