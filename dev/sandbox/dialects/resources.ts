import { badRequest } from '../http/errors';
import { asShown } from './as-shown';
import { listIn, type Dialect, type Reshape } from './dialect';

/** So small that every catalog has several pages. */
const PAGE_SIZE = 5;

function cursorAt(start: number): string {
	return Buffer.from(`from ${start}`).toString('base64url');
}

function startOf(cursor: unknown): number {
	if (cursor === undefined) return 0;
	const text = typeof cursor === 'string' ? Buffer.from(cursor, 'base64url').toString() : '';
	const [, start] = /^from (\d+)$/.exec(text) ?? [];
	if (start === undefined) throw badRequest('invalid_cursor', 'This cursor was not given here');
	return Number(start);
}

const page: Reshape = (response, { cursor }) => {
	const all = listIn(response);
	const start = startOf(cursor);
	const end = start + PAGE_SIZE;
	return { items: all.slice(start, end), next_cursor: end < all.length ? cursorAt(end) : null };
};

/**
 * Calls that the document only names are resources, lists come in pages, and {base_url} needs its own kind of token.
 * `document_get` and the catalogs keep the paths that the document shows (section 1, rules 9 and 10).
 */
export const resources: Dialect = {
	...asShown,
	differences: {
		calls: {
			deposit_address: { method: 'GET', base: 'api', path: '/partner/deposit-address' },
			card_topup: { method: 'POST', base: 'api', path: '/partner/cards/{card_id}/topups' },
			card_freeze: { method: 'POST', base: 'api', path: '/partner/cards/{card_id}/freeze' },
			card_products: { method: 'GET' },
			esim_offers: { method: 'GET' },
			gift_offers: { method: 'GET' },
			kyt_check_get: { method: 'GET', base: 'api', path: '/partner/kyt-checks/{id}' },
			kyt_check_history: { method: 'GET', base: 'api', path: '/partner/kyt-checks' },
			reconciliation_ledger: { method: 'GET', base: 'api', path: '/partner/ledger' },
			webhook_register: { method: 'PATCH', base: 'api', path: '/partner/webhook' },
		},
		noOrder: ['document_unknown'],
		pages: { '*': { next: 'next_cursor', send: 'cursor' } },
		agentTokenPath: '/auth/v1/agent/token',
	},
	responses: {
		'/api/cards': page,
		'/api/partner/card_products': page,
		'/api/partner/esim_offers': page,
		'/api/partner/gift_offers': page,
		'/api/partner/kyt_check_history': page,
		'/api/partner/reconciliation_ledger': page,
	},
	errorOf: (error) =>
		error.code === 'document_not_found' ? badRequest('document_unknown', error.message) : error,
};
