import { row } from './row';

/** Of lists: their entries, and their pages. */
export const LISTS = {
	catalog_id: row('2.10', 'The field of a catalog entry that holds its ID.', {
		assumed: 'The field of the order, one that ends like it, or `id`, `offer_id` or `sku`.',
		whenWrong: 'A list in the panel holds no ID, or Price (USDT) is asked for.',
		replace: 'Choose By ID, and type it. For a limit, fill in Price (USDT) under Options.',
		value: ['offerid', 'sku'],
	}),
	catalog_name: row('2.10', 'The field of a catalog entry that holds its name.', {
		assumed: 'The first of seven usual names, such as `name` and `title`.',
		whenWrong: 'A list in the panel shows IDs.',
		replace: 'Choose By ID, and type it.',
		value: ['name', 'title', 'displayname', 'productname', 'offername', 'planname', 'label'],
	}),
	catalog_price: row('2.10', 'The field of a catalog entry that holds its price.', {
		assumed: 'A usual name such as `price_usdt`, in USDT unless it says another currency.',
		whenWrong: 'With a spending limit, nothing is sent, and the error asks for Price (USDT).',
		replace: 'Price (USDT) under Options.',
		// Not `amount`, which may be a face value, nor `cost`, which may be the seller's own.
		value: ['priceusdt', 'usdtprice', 'price', 'debitamount'],
	}),
	gift_form: row('4.5', 'The shape of what a gift offer asks for (`required_fields`).', {
		assumed:
			'A list of names or objects, an object by name, or a JSON schema. A field that is named like an amount, or holds a digit or a list, lets the buyer choose the price. One whose name ends like `phone` or `user_id` does not. By an `amount` in it, two orders differ.',
		whenWrong: 'The form does not tell what the offer asks for, or a limit finds no price.',
		replace: 'Required Fields as JSON under Additional Fields.',
		value:
			/(?:amount|denomination|nominal|pieces|price|qty|quantity|total|units|value)[^"]{0,40}"\s*:|"(?![^"]{0,60}(?:account|(?:account|customer|member|meter|mobile|phone)_?number|address|birth|birthday|(?<!capa)city|contact|country|date|dob|language|login|mail|message|mobile|msisdn|(?:(?<=")|(?:account|buyer|character|city|customer|family|first|full|given|last|middle|nick|player|receiver|recipient|region|sender|server|street|sur|user)[_-]?)name|nick|(?<!bank)note|phone|reference|region|server|street|tel|uid|user|zip|(?:country|post|postal|zip)_?code|(?:account|character|client|customer|member|player|profile|riot|role|server|steam|user|zone)_?id)")[^"]*"\s*:\s*(?:"[^"]*\p{N}|\[|-?\d)/iu,
	}),
	pages: row('2.10', 'Whether a list comes in pages, and what tells that there is more.', {
		assumed:
			'It comes whole, but for a `total` above the count, a `next...` or a `has_more`. With a cursor, it ends with the same mark on an empty page, or with two empty pages.',
		whenWrong: 'A hint says "This is not all", or entries behind two empty pages are missing.',
		replace: 'API Differences, `cursor`.',
		value: {
			// Not the total of an amount.
			total: /(?:^|\.)total(?:_?(?:count|items|entries|records|results))?$/i,
			pages: /(?:^|\.)(?:total_?)?(?:pages|page_?count)$/i,
			more: /(?:^|\.)(?:next|has_?more)[^.]*$/i,
			mark: /(?:^|\.)(?:next[^.]*|[^.]*cursor|page_?token)$/i,
		},
	}),
};
