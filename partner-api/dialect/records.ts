import { z } from 'zod';

import { text } from './calls';
import { entry } from './entry';

const words = z.array(text.toLowerCase());
const names = z.array(text);

/** Areas of section 6.3: the kinds of orders. */
export const AREAS = [
	'card_issue',
	'card_topup',
	'card_freeze',
	'withdrawal',
	'gift_purchase',
	'esim_purchase',
	'esim_topup',
] as const;

export type Area = (typeof AREAS)[number];

const area = z.enum(AREAS);
/** Characters of a word that is compared. */
const MAX_WORD = 100;

/** A code in one spelling: `DocumentNotFound` and `document-not-found` are `document_not_found`. */
export function snakeCase(text: string): string {
	const words = text.slice(0, MAX_WORD).replace(/([a-z])([A-Z])/g, '$1_$2');
	return words.toLowerCase().replace(/[^a-z]+/g, '_');
}

/** The area that a word names: `CardIssue` and its event `card-issue.status_changed` are both `card_issue`. */
export function areaOf(word: string): Area | undefined {
	const name = snakeCase(word).replace(/_status_changed$/, '');
	return AREAS.find((one) => one === name);
}

/** Fields that have an entry of their own. */
const OWN = ['ext_id', 'amount', 'status', 'kind'];
/** Other words for an order that may have failed. */
const FAILURES = [
	...['error', 'fail', 'failure', 'unsuccessful', 'refused', 'denied', 'blocked', 'aborted'],
	...['voided', 'returned', 'revoked'],
];

/** Codes for "there is no such document, order or `ext_id`". */
const NO_ORDER = ['document', 'order', 'ext_id']
	.flatMap((noun) => [
		...['not_found', 'not_known', 'not_exist', 'not_exists', 'does_not_exist', 'unknown'].map(
			(ending) => `${noun}_${ending}`,
		),
		...['unknown', 'no', 'no_such'].map((begin) => `${begin}_${noun}`),
		// It may say that none was sent.
	])
	.filter((code) => code !== 'no_ext_id');

/** Records: the places of an order, its key, its status and its parts, and the meaning of words. */
export const RECORD_ENTRIES = {
	envelope: entry<'auto' | readonly string[]>({
		section: '2.10',
		notShown: 'Whether a record comes in an envelope.',
		assumed:
			'`auto`: an object that shows no key, ID, known status or field of a read, and holds exactly one object, is an envelope. At most three are unwrapped. Fields that are named here come first; with an empty list, there are none. A response holds only one list, or its list is in a field that is named here.',
		whenWrong: 'The outcome of a placed order is unknown until a lookup shows it.',
		default: 'auto',
		schema: z.union([z.literal('auto'), names]),
	}),
	key: entry<readonly string[]>({
		section: '2.10',
		notShown: 'The field in which a record shows its idempotency key.',
		assumed: '`ext_id`. With an empty list, records do not show it.',
		whenWrong: 'Every order that has to be looked up stays unknown.',
		default: ['ext_id'],
		schema: names,
	}),
	amount: entry<readonly string[]>({
		section: '2.10',
		notShown: 'The field in which a record shows the amount that was ordered.',
		assumed: "`amount`. Its sign doesn't matter.",
		whenWrong: 'The outcome of an order with an amount is unknown, and the error names the amount.',
		default: ['amount'],
		schema: names,
	}),
	fields: entry<Readonly<Record<string, readonly string[]>>>({
		section: '2.10',
		notShown: 'Where a record shows the other fields of its order.',
		assumed: 'Under their names in the API document, such as `card_id`.',
		whenWrong: 'An order that has to be looked up stays unknown, and the error names the field.',
		default: {},
		schema: z.record(
			text.refine((name) => !OWN.includes(name), 'it has an entry of its own'),
			z.union([text.transform((one) => [one]), names]),
		),
	}),
	ignored: entry<readonly string[]>({
		section: '2.10',
		notShown: 'Which objects in a record say nothing about its order.',
		assumed: '`callback`, `notification` and `report`. The status of any other object counts.',
		whenWrong: 'An order is unknown, and the error shows the status of the object.',
		default: ['callback', 'notification', 'report'],
		schema: names,
	}),
	goodsId: entry<readonly string[]>({
		section: '2.10',
		notShown: 'Where an order shows the ID of what it bought.',
		assumed: 'In `card_id`, `esim_id` or `purchase_id` of its response or its document.',
		whenWrong: 'Wait Until Ready says that the API does not show the ID.',
		default: ['card_id', 'esim_id', 'purchase_id'],
		schema: names,
	}),
	noOrder: entry<readonly string[]>({
		section: '7, rule 9',
		notShown: 'How `document_get` says that there is no such order.',
		assumed:
			'By a code that calls a document, an order or an `ext_id` "not found" or "unknown", such as `document_not_found`. The word `empty` means a success without a record.',
		whenWrong:
			'A first top-up, freeze or batch is not sent under your own number, in a Retry, or by an AI agent.',
		default: NO_ORDER,
		schema: z.union([text.transform((code) => [code]), names]),
	}),
	documentDelay: entry<number>({
		section: '1, rule 10',
		notShown: 'How long after an order its document may be missing.',
		assumed: '30 seconds. Until then, a lookup that finds nothing is repeated.',
		whenWrong: 'A placed order is reported as refused, or is sent again.',
		default: 30,
		schema: z.number().min(0).max(3600),
	}),
	noDocument: entry<readonly Area[]>({
		section: '1, rule 10',
		notShown: 'Whether all kinds of orders have a document.',
		assumed:
			'All have one. For a kind named here, a lookup that finds nothing proves nothing. A batch or API Call may be of any kind, except with `to_address`.',
		whenWrong: 'An order of that kind is reported as refused, or is sent again.',
		default: [],
		schema: z.array(area),
	}),
	noRepeats: entry<readonly Area[]>({
		section: '3.2',
		notShown: 'Which orders, except withdrawals, the API recognizes when they are sent again.',
		assumed:
			'Orders with `ext_id` in a documented body. All others, and the kinds named here, are looked up before they are sent again. A callback URL may be set twice.',
		whenWrong: 'A lost order is sent again and placed twice, but a budget counts it once.',
		default: [],
		schema: z.array(area),
	}),
	error: entry<readonly string[]>({
		section: '2.9',
		notShown: 'How a response with a 2xx status reports a failure.',
		assumed:
			'By an `error`, `errors` or `error_code` that is not empty, by `success` or `ok` that says no, by an `http_status` from 300 on, or by the `code` of an envelope, unless it is 0, 200 or a word for success. Without a status, an object beside the record counts too.',
		whenWrong: 'The outcome of a placed order is unknown until a lookup shows it.',
		default: ['error', 'errors', 'error_code', 'success', 'ok', 'http_status'],
		schema: names,
	}),
	kind: entry<{ fields: readonly string[]; words: Readonly<Record<string, Area>> }>({
		section: '2.10',
		notShown: 'Where a record names the kind of its order.',
		assumed:
			'In `kind`, `type`, `operation` or `event`, by an area of section 6.3. Other words are ignored.',
		whenWrong: 'The outcome of an order is unknown, and the error names its kind.',
		default: { fields: ['kind', 'type', 'operation', 'event'], words: {} },
		schema: z
			.object({
				fields: names.default(['kind', 'type', 'operation', 'event']),
				words: z.record(text, area).default({}),
			})
			.strict(),
	}),
	status: entry<readonly string[]>({
		section: '3.3',
		notShown: 'The field that shows the status of an order.',
		assumed: '`status`, then `document_status`. The first that is there counts.',
		whenWrong:
			'Wait Until Ready waits for the whole Maximum Wait for Result, and an order that failed comes out as one that was placed.',
		default: ['status', 'document_status'],
		schema: names,
	}),
	items: entry<readonly string[]>({
		section: '4.4',
		notShown: 'The shape of `items[]` in the response to an order with a quantity.',
		assumed: 'Each entry is the record of one eSIM, or its ID as text.',
		whenWrong:
			'Wait Until Ready says that the API does not show the `esim_id` of everything that was bought.',
		default: ['items'],
		schema: names,
	}),
	keyConflict: entry<readonly string[]>({
		section: '7, rule 9',
		notShown: 'The code for an `ext_id` that is in use.',
		assumed: '`ext_id_conflict`.',
		whenWrong: 'The error does not say that the number is taken.',
		default: ['ext_id_conflict'],
		schema: names,
	}),
	failedStatuses: entry<readonly string[]>({
		section: '3.3',
		notShown: 'The statuses that mean that an order came to nothing.',
		assumed: '`failed` and `cancelled`, as for a withdrawal.',
		whenWrong: 'An order that failed comes out as one that was placed.',
		default: ['failed', 'cancelled'],
		schema: words,
	}),
	terminalStatuses: entry<readonly string[]>({
		section: '6.6',
		notShown: 'The statuses of an order that is finished.',
		assumed: '`completed` and `done`.',
		whenWrong: 'Wait Until Ready waits for the whole Maximum Wait for Result.',
		default: ['completed', 'done'],
		schema: words,
	}),
	standingStatuses: entry<readonly string[]>({
		section: '3.3',
		notShown: 'The statuses of an order that exists.',
		assumed: '`pending`, `processing`, `completed` and `done`.',
		whenWrong: 'The outcome of an order without an ID is unknown until a lookup shows it.',
		default: ['pending', 'processing', 'completed', 'done'],
		schema: words,
	}),
	unclearStatuses: entry<readonly string[]>({
		section: '3.3',
		notShown: 'Whether an order that ended in another way was paid.',
		assumed:
			"The nodes can't know: with `canceled`, `rejected`, `expired`, `declined`, `refunded`, `reversed` and words like `error`, `denied` or `blocked`, the outcome is unknown. Any other word says nothing, and a hint names it.",
		whenWrong: 'An order that failed comes out as unknown.',
		default: ['canceled', 'rejected', 'expired', 'declined', 'refunded', 'reversed', ...FAILURES],
		schema: words,
	}),
};
