import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { print, readArguments, run } from './command-line';
import { parseJson, toJson } from './http/json';
import { sampleData } from './sample-events';
import { timestamp } from './state/clock';
import { EVENTS, signatureHeader, signatureOf, type Envelope } from './state/webhooks';

const USAGE =
	'npm run sandbox:event -- --url <webhook url> --secret-file <file> --event <name> ' +
	'[--duplicate 10] [--tamper body|signature|header] [--data <json>] [--event-id <uuid>] ' +
	'[--service-code svc]; the secret may come from PARTNER_WEBHOOK_SECRET instead';

const argumentsSchema = z.object({
	url: z.string().url(),
	'secret-file': z.string().optional(),
	event: z.enum(EVENTS).default('test.ping'),
	duplicate: z.coerce.number().int().min(1).default(1),
	tamper: z.enum(['body', 'signature', 'header']).optional(),
	data: z.string().optional(),
	'event-id': z.string().default(() => randomUUID()),
	'service-code': z.string().default('svc'),
});

type Arguments = z.infer<typeof argumentsSchema>;

async function readSecret(file: string | undefined): Promise<string> {
	const secret =
		file === undefined ? process.env.PARTNER_WEBHOOK_SECRET : (await readFile(file, 'utf8')).trim();
	if (secret === undefined || secret === '') throw new Error(`No webhook secret.\n${USAGE}`);
	return secret;
}

interface Message {
	body: string;
	headers: Record<string, string>;
}

/** The signed message, with one thing wrong if that is asked for. */
function messageOf({ event, data, tamper, ...options }: Arguments, secret: string): Message {
	const envelope: Envelope = {
		event_id: options['event-id'],
		event,
		occurred_at: timestamp(new Date()),
		data: data === undefined ? sampleData(event) : z.record(z.unknown()).parse(parseJson(data)),
	};
	const body = toJson(envelope);
	const right = signatureOf(body, secret);
	const wrong = `${right.startsWith('0') ? '1' : '0'}${right.slice(1)}`;
	const name = signatureHeader(options['service-code']);
	return {
		body: tamper === 'body' ? `${body} ` : body,
		headers: {
			'content-type': 'application/json',
			...(tamper === 'header' ? {} : { [name]: tamper === 'signature' ? wrong : right }),
		},
	};
}

async function send(url: string, message: Message): Promise<string> {
	try {
		const response = await fetch(url, { method: 'POST', redirect: 'manual', ...message });
		return `${response.status} ${await response.text()}`;
	} catch (error) {
		const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
		return `no answer: ${cause instanceof Error ? cause.message : String(cause)}`;
	}
}

run(async () => {
	const options = readArguments(argumentsSchema, USAGE);
	const message = messageOf(options, await readSecret(options['secret-file']));
	const copies = Array.from({ length: options.duplicate }, () => send(options.url, message));
	for (const answer of await Promise.all(copies)) print(answer);
});
