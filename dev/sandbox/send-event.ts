import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { parseJson, toJson } from './http/json';
import { sampleData } from './sample-events';
import { timestamp } from './state/clock';
import { EVENTS, signatureHeader, signatureOf, type Envelope } from './state/webhooks';

const USAGE =
	'npm run sandbox:event -- --url <webhook url> --secret-file <file> --event <name> ' +
	'[--duplicate 10] [--tamper body|signature|header] [--data <json>] [--event-id <uuid>] ' +
	'[--service-code svc]; the secret may come from PARTNER_WEBHOOK_SECRET instead';

const text = { type: 'string' } as const;

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

function readArguments(): Arguments {
	const { values } = parseArgs({
		options: {
			url: text,
			'secret-file': text,
			event: text,
			duplicate: text,
			tamper: text,
			data: text,
			'event-id': text,
			'service-code': text,
		},
	});
	const parsed = argumentsSchema.safeParse(values);
	if (parsed.success) return parsed.data;
	const [issue] = parsed.error.issues;
	throw new Error(`--${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}\n${USAGE}`);
}

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

function flipped(signature: string): string {
	return `${signature.startsWith('0') ? '1' : '0'}${signature.slice(1)}`;
}

/** The signed message, with one thing wrong if that is asked for. */
function messageOf(options: Arguments, secret: string): Message {
	const envelope: Envelope = {
		event_id: options['event-id'],
		event: options.event,
		occurred_at: timestamp(new Date()),
		data:
			options.data === undefined
				? sampleData(options.event)
				: z.record(z.unknown()).parse(parseJson(options.data)),
	};
	const body = toJson(envelope);
	const signature = signatureOf(body, secret);
	const name = signatureHeader(options['service-code']);
	const type = { 'content-type': 'application/json' };
	switch (options.tamper) {
		case 'body':
			return { body: `${body} `, headers: { ...type, [name]: signature } };
		case 'signature':
			return { body, headers: { ...type, [name]: flipped(signature) } };
		case 'header':
			return { body, headers: type };
		case undefined:
			return { body, headers: { ...type, [name]: signature } };
	}
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

async function main(): Promise<void> {
	const options = readArguments();
	const message = messageOf(options, await readSecret(options['secret-file']));
	const copies = Array.from({ length: options.duplicate }, () => send(options.url, message));
	for (const answer of await Promise.all(copies)) process.stdout.write(`${answer}\n`);
}

main().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
});
