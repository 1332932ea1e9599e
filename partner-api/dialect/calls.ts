import { z } from 'zod';

import { hasDotSegment } from '../http/url-path';
import { entry } from './entry';

/** How to make a call that the document only names. */
export interface AssumedCall {
	method: 'GET' | 'POST' | 'PUT' | 'PATCH';
	base: 'api' | 'base';
	/** May contain `{field}`, which is filled from the body. */
	path: string;
}

/** The calls that the document only names (section 4.9), with their assumed bodies. */
const ASSUMED_BODIES = {
	card_freeze: '`card_id` and `ext_id`',
	card_products: 'an empty object',
	card_topup: '`card_id`, `amount` in USDT and `ext_id`',
	deposit_address: 'an empty object',
	document_get: '`ext_id`',
	esim_offers: 'an empty object',
	gift_offers: 'an empty object',
	kyt_check_get: '`id`',
	kyt_check_history: '`address` (optional)',
	reconciliation_ledger: '`from` and `to` (both optional)',
	webhook_register: '`callback_url`',
} as const;

export type NamedCall = keyof typeof ASSUMED_BODIES;

export const NAMED_CALLS = Object.keys(ASSUMED_BODIES) as [NamedCall, ...NamedCall[]];

/** Each is assumed to be a function as in section 1, rule 6. */
export function assumedCallOf(name: NamedCall): AssumedCall {
	return { method: 'POST', base: 'base', path: `/api/partner/${name}` };
}

/** A URL drops or replaces these characters, or ends there. The query is made from the fields. */
const NOT_IN_PATH = /[\s\\?#\p{Control}]/u;

const path = z
	.string()
	.refine(
		(text) => /^\/(?!\/)/.test(text) && !NOT_IN_PATH.test(text) && !hasDotSegment(text),
		'must start with one slash and hold no spaces, backslashes, question or hash marks, or segments of dots',
	);
export const text = z.string().trim().min(1);

const call = z
	.object({ method: z.enum(['GET', 'POST', 'PUT', 'PATCH']), base: z.enum(['api', 'base']), path })
	.partial()
	.strict();

const bodies = NAMED_CALLS.map((name) => `for \`${name}\`, ${ASSUMED_BODIES[name]}`).join('; ');

/** Calls: how they are made, and with which token. */
export const CALL_ENTRIES = {
	calls: entry<Partial<Record<NamedCall, Partial<AssumedCall>>>>({
		section: '4.9',
		notShown: 'Method, path or body of the calls that the document only names.',
		assumed: `Each is a function: \`POST {base_url}/api/partner/<function>\`. Its body is: ${bodies}.`,
		whenWrong: 'The call fails with 404 or 405, or the API says that a field is missing.',
		default: {},
		schema: z.record(z.enum(NAMED_CALLS), call),
	}),
	token: entry<string | undefined>({
		section: '4.1',
		notShown: 'The field of the access token in the exchange.',
		assumed:
			'The one JWT, at the top or one level down. Of several, the one whose claims have `partner_id` and `scope`.',
		whenWrong: 'Every call fails, because the token exchange gives `unexpected_answer`.',
		default: undefined,
		schema: text,
	}),
	agentTokenPath: entry<string | undefined>({
		section: '4.5',
		notShown: 'Whether {base_url} takes a token of its own (`typ=agent`).',
		assumed: 'The one token is for both addresses.',
		whenWrong: 'Calls on {base_url} fail with 401 while the balance can be read.',
		default: undefined,
		schema: path,
	}),
	agentTokenFor: entry<'base' | 'older'>({
		section: '5.2',
		notShown: 'Which calls take the agent token.',
		assumed:
			'`base`: all calls on {base_url}. `older`: only those of section 4.5 and the rotation.',
		whenWrong: 'Some calls on {base_url} fail with 401 or 403.',
		default: 'base',
		schema: z.enum(['base', 'older']),
	}),
};
