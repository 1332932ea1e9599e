import type { FastifyReply } from 'fastify';
import type { ApiError } from './errors';
import type { FaultAfter, FaultBefore } from './fault-names';
import { toJson } from './json';

/** What goes out: the JSON text is made before it is spoilt. */
export interface Answer {
	status: number;
	text: string;
	headers: Readonly<Record<string, string>>;
	/** Announced whole, sent by half. */
	cut?: boolean;
}

/** An answer, or how the connection goes without one. */
export type Outcome = Answer | 'close' | 'hang';

const HTML = '<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>';

/** 200 with this body: the API answers so for whatever was done. */
export function answerOf(body: unknown): Answer {
	return { status: 200, text: toJson(body), headers: {} };
}

/** Section 2.9. */
export function answerOfError(error: ApiError): Answer {
	return {
		status: error.status,
		text: toJson({ error: error.code, message: error.message }),
		headers: error.headers,
	};
}

function failure(status: number, code: string, headers: Record<string, string> = {}): Answer {
	const message = 'This fault was asked for';
	return { status, text: toJson({ error: code, message }), headers };
}

const HTML_502: Answer = { status: 502, text: HTML, headers: { 'content-type': 'text/html' } };
const SERVER_ERROR = failure(500, 'internal_error');

/** The answer of a fault that lets nothing happen, or how the connection ends without one. */
export function faultyAnswer(fault: FaultBefore, retryAfter?: string): Outcome {
	switch (fault) {
		case 'closed_before':
			return 'close';
		case 'timeout':
			return 'hang';
		case '401_once':
			return failure(401, 'token_expired');
		case '403':
			return failure(403, 'not_allowed');
		case '429':
			return failure(429, 'rate_limited', { 'retry-after': retryAfter ?? '1' });
		case '500':
			return SERVER_ERROR;
		case '502_html':
			return HTML_502;
		case '503':
			return failure(
				503,
				'unavailable',
				retryAfter === undefined ? {} : { 'retry-after': retryAfter },
			);
		case 'redirect':
			return failure(307, 'moved', { location: '/elsewhere' });
	}
}

/** The spoilt form of an answer whose work is done. */
export function spoiltAnswer(fault: FaultAfter, answer: Answer): Outcome {
	switch (fault) {
		case 'closed_after_commit':
			return 'close';
		case 'timeout_after_commit':
			return 'hang';
		case 'truncated':
			return { ...answer, cut: true };
		case '500_after_commit':
			return SERVER_ERROR;
		case '502_html_after_commit':
			return HTML_502;
		case 'broken_json':
			return { ...answer, text: answer.text.slice(0, -1) };
		case 'empty':
			return { ...answer, text: '' };
	}
}

/** Announces the whole body, sends half of it and closes the connection. */
function sendHalf(reply: FastifyReply, answer: Answer): void {
	const bytes = Buffer.from(answer.text);
	reply.raw.writeHead(answer.status, {
		'content-type': 'application/json; charset=utf-8',
		'content-length': bytes.length,
	});
	reply.raw.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => {
		reply.raw.socket?.destroy();
	});
}

/** Sends the outcome; the Date header is the sandbox's own time. */
export async function send(reply: FastifyReply, outcome: Outcome, now: Date): Promise<void> {
	if (outcome === 'hang' || outcome === 'close' || outcome.cut === true) reply.hijack();
	if (outcome === 'hang') return;
	if (outcome === 'close') {
		reply.raw.socket?.destroy();
	} else if (outcome.cut === true) {
		sendHalf(reply, outcome);
	} else {
		await reply
			.code(outcome.status)
			.headers({ 'content-type': 'application/json; charset=utf-8', date: now.toUTCString() })
			.headers(outcome.headers)
			.send(outcome.text);
	}
}
