import type { FastifyReply } from 'fastify';
import type { ApiError } from './errors';
import { toJson } from './json';

/** A response before it is sent. Its JSON is already text, so a fault can spoil it. */
export interface Answer {
	status: number;
	text: string;
	headers: Readonly<Record<string, string>>;
	/** True: the whole body is announced, and half of it is sent. */
	cut?: boolean;
}

/** A response, or what happens to the connection instead. */
export type Outcome = Answer | 'close' | 'hang';

/** 200 with this body, as for every successful call. */
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
