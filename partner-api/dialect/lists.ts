import { z } from 'zod';

import { NAMED_CALLS, text } from './calls';
import { entry } from './entry';

/** How to ask for the next page of a list. */
export type Pages = { next: string; send: string } | { last: string; send: string };

/** The lists: named functions, and those of section 4.5. */
const LISTS = ['*', 'cards', 'offers', 'kyt_quote', ...NAMED_CALLS] as const;
export type ListName = (typeof LISTS)[number];

const place = z.union([
	z.object({ next: text, send: text }).strict(),
	z.object({ last: text, send: text }).strict(),
]);

/** Where the fields of a catalog entry are, with dots into objects. */
export interface CatalogFields {
	id?: string;
	name?: string;
	price?: string;
	currency?: string;
}

const catalog = z.object({ id: text, name: text, price: text, currency: text }).partial().strict();

/** Lists: their pages and the fields of their entries. */
export const LIST_ENTRIES = {
	pages: entry<Partial<Record<ListName, Pages>>>({
		section: '2.10',
		notShown: 'How to ask for the next page of a list.',
		assumed:
			'Lists are complete. A `total` above the count, a `next...` or a `has_more` shows that there is more.',
		whenWrong:
			'A hint says "This is not the whole list", or entries behind two empty pages are missing.',
		default: {},
		schema: z.record(z.enum(LISTS), place),
	}),
	cursor: entry<{ response: string; request: string } | undefined>({
		section: '2.10',
		notShown: 'The same for all lists: the older form of `pages["*"]`.',
		assumed: 'None.',
		whenWrong: 'As with `pages`.',
		default: undefined,
		schema: z.object({ response: text, request: text }).strict(),
	}),
	catalogs: entry<Partial<Record<ListName, CatalogFields>>>({
		section: '2.10',
		notShown: 'The fields of a catalog entry that hold its ID, name and price.',
		assumed:
			'The ID is `offer_id`, `<svc>_product_id` or `plan_id`, else `id`; the name `name` or `title`; the price `price_usdt` or `price`, also in a quote (`kyt_quote`). If a currency other than USDT, or a larger amount that names USDT, is beside it, there is no price.',
		whenWrong: 'A list in the panel shows no name or price, and a limit finds no price.',
		default: {},
		schema: z.record(z.enum(LISTS), catalog),
	}),
	ledger: entry<{ amount: string; at: string; debit?: string }>({
		section: '2.10',
		notShown: 'The fields of a ledger line.',
		assumed:
			'`amount`, below zero for a debit, and `created_at`. If another field marks a debit, name it as `debit`.',
		whenWrong: 'Spending that is read from the ledger is wrong.',
		default: { amount: 'amount', at: 'created_at' },
		schema: z
			.object({
				amount: text.default('amount'),
				at: text.default('created_at'),
				debit: text.optional(),
			})
			.strict(),
	}),
};
