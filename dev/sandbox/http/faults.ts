import { answerOfError, type Answer, type Outcome } from './answers';
import { ApiError } from './errors';

const HTML = '<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>';
const HTML_502: Answer = { status: 502, text: HTML, headers: { 'content-type': 'text/html' } };
const SERVER_ERROR = failure(500, 'internal_error');

function failure(status: number, code: string, headers: Record<string, string> = {}): Answer {
	return answerOfError(new ApiError(status, code, 'This fault was asked for', headers));
}

function failureUntil(status: number, code: string, retryAfter?: string): Answer {
	return failure(status, code, retryAfter === undefined ? {} : { 'retry-after': retryAfter });
}

/** A fault that spoils a call before anything is done for it. */
function before<Name extends string>(
	name: Name,
	meaning: string,
	outcome: (retryAfter?: string) => Outcome,
) {
	return { name, meaning, outcome };
}

/** A fault that lets the work be done and the money move, and then spoils the response. */
function after<Name extends string>(
	name: Name,
	meaning: string,
	spoilt: (answer: Answer) => Outcome,
) {
	return { name, meaning: `work done, ${meaning}`, spoilt };
}

/** All faults. Rules and magic values name them. A fault's position decides its magic values. */
export const FAULT_TABLE = [
	before('closed_before', 'connection closed, nothing done', () => 'close'),
	before('timeout', 'no response, nothing done', () => 'hang'),
	before('401_once', '401 token_expired', () => failure(401, 'token_expired')),
	before('403', '403 not_allowed', () => failure(403, 'not_allowed')),
	before('429', '429 with Retry-After: 1', (retryAfter = '1') =>
		failureUntil(429, 'rate_limited', retryAfter),
	),
	before('500', '500, nothing done', () => SERVER_ERROR),
	before('502_html', '502 with an HTML page', () => HTML_502),
	before('503', '503, nothing done', (retryAfter) => failureUntil(503, 'unavailable', retryAfter)),
	before('redirect', '307 to another path', () =>
		failure(307, 'moved', { location: '/elsewhere' }),
	),
	after('closed_after_commit', 'connection closed', () => 'close'),
	after('timeout_after_commit', 'no response', () => 'hang'),
	after('500_after_commit', '500', () => SERVER_ERROR),
	after('502_html_after_commit', '502 with an HTML page', () => HTML_502),
	after('truncated', 'half of the body, connection closed', (answer) => ({ ...answer, cut: true })),
	after('broken_json', 'JSON without its last brace', (answer) => ({
		...answer,
		text: answer.text.slice(0, -1),
	})),
	after('empty', '200 with an empty body', (answer) => ({ ...answer, text: '' })),
];

export type Fault = (typeof FAULT_TABLE)[number]['name'];
export const FAULTS: readonly Fault[] = FAULT_TABLE.map(({ name }) => name);

/** Whether the fault strikes before any work is done, so that no money moves. */
export function isBefore(fault: Fault): boolean {
	return FAULT_TABLE.some((row) => row.name === fault && 'outcome' in row);
}

/** A fault that strikes a request. */
export interface PlannedFault {
	fault: Fault;
	/** Seconds or date of the Retry-After header of a 429 or 503. */
	retryAfter?: string;
}

/** Runs the work unless the fault comes before it, and spoils the response if it comes after. */
export async function withFault(
	planned: PlannedFault | undefined,
	work: () => Promise<Outcome>,
): Promise<Outcome> {
	const row = FAULT_TABLE.find(({ name }) => name === planned?.fault);
	if (row && 'outcome' in row) return row.outcome(planned?.retryAfter);
	const outcome = await work();
	return row && typeof outcome === 'object' ? row.spoilt(outcome) : outcome;
}

/** A fault that a test injects into the requests that match. */
export interface FaultRule extends PlannedFault {
	match: {
		method?: string;
		/**
		 * A part of the path, including the /gw or /core prefix. In every dialect, the path in as-shown matches, too.
		 */
		path?: string;
		/** A part of the raw body. */
		body?: string;
		/** Only calls that place an order. A screening is not an order. */
		orders?: boolean;
		/** How long the rule is active after it is added. */
		seconds?: number;
		/** Only the nth matching request, counted from 1. */
		nth?: number;
		/** How many matching requests get the fault. 0 means all. Default 1. */
		times?: number;
	};
}

/** A rule and its progress. */
export interface ActiveRule {
	rule: FaultRule;
	/** Real time in milliseconds. */
	until: number;
	seen: number;
	done: number;
}

/** Calls that have an ext_id but only read. */
export const LOOKUPS = /\/(document_get|kyt_check_get)$/;
/** A batch without any of these fields holds only screenings. */
const ORDER_FIELDS = /"(to_address|card_id|offer_id|plan_id|\w+_product_id)"\s*:/;

function placesOrder(method: string, paths: readonly string[], body: string): boolean {
	if (method !== 'POST' || !body.includes('"ext_id"')) return false;
	if (paths.some((path) => path.endsWith('/partner/batch'))) return ORDER_FIELDS.test(body);
	return !paths.some((path) => LOOKUPS.test(path) || path.endsWith('/kyt_check'));
}

function mayStillStrike({ rule, until, done }: ActiveRule): boolean {
	const { times = 1, nth } = rule.match;
	const isUsedUp = nth === undefined ? times !== 0 && done >= times : done > 0;
	return !isUsedUp && until > Date.now();
}

/** Decides which requests get which fault. */
export class Faults {
	private rules: ActiveRule[] = [];
	private readonly magicDone = new Set<string>();

	add(rule: FaultRule): void {
		const { seconds = Number.POSITIVE_INFINITY } = rule.match;
		this.rules.push({ rule, until: Date.now() + seconds * 1000, seen: 0, done: 0 });
	}

	clear(): void {
		this.rules = [];
	}

	/** The rules that may still strike. */
	active(): readonly ActiveRule[] {
		return this.rules.filter(mayStillStrike);
	}

	/** The fault that a test has injected for this request, matched by any of its paths. Counts the request. */
	injected(method: string, paths: readonly string[], body: string): PlannedFault | undefined {
		for (const active of this.active()) {
			const { match } = active.rule;
			if (match.method !== undefined && match.method.toUpperCase() !== method) continue;
			const { path: part = '' } = match;
			if (!paths.some((path) => path.includes(part))) continue;
			if (match.body !== undefined && !body.includes(match.body)) continue;
			if (match.orders === true && !placesOrder(method, paths, body)) continue;
			active.seen += 1;
			if (match.nth !== undefined && match.nth !== active.seen) continue;
			active.done += 1;
			return active.rule;
		}
		return undefined;
	}

	/** A magic value strikes once for each ext_id, so that a retry succeeds. */
	strikes(partnerId: number, value: string, extId: string | undefined): boolean {
		if (extId === undefined) return true;
		const key = `${partnerId} ${extId} ${value}`;
		if (this.magicDone.has(key)) return false;
		this.magicDone.add(key);
		return true;
	}
}
