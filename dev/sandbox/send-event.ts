import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { print, readArguments, run } from './command-line';
import { parseJson, toJson } from './http/json';
import { sampleData } from './sample-events';
import { timestamp } from './state/clock';
import { EVENTS, messageOf, TAMPERS, type Envelope } from './state/webhooks';

const USAGE =
	'npm run sandbox:event -- --url <webhook url> --secret-file <file> --event <name> ' +
	'[--duplicate 10] [--tamper body|signature|header] [--data <json>] [--event-id <uuid>] ' +
	'[--service-code svc]; the secret may come from PARTNER_WEBHOOK_SECRET instead\n' +
	'npm run sandbox:event -- --again <delivery> [--sandbox http://127.0.0.1:8455] ' +
	'[--duplicate 10] [--tamper body|signature|header]';

const argumentsSchema = z.object({
	url: z.string().url().optional(),
	again: z.coerce.number().int().min(1).optional(),
	sandbox: z.string().url().default('http://127.0.0.1:8455'),
	'secret-file': z.string().optional(),
	event: z.enum(EVENTS).default('test.ping'),
	duplicate: z.coerce.number().int().min(1).default(1),
	tamper: z.enum(TAMPERS).optional(),
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

type Message = Omit<ReturnType<typeof messageOf>, 'signature'>;

function newMessage({ event, data, tamper, ...options }: Arguments, secret: string): Message {
	const envelope: Envelope = {
		event_id: options['event-id'],
		event,
		occurred_at: timestamp(new Date()),
		data: data === undefined ? sampleData(event) : z.record(z.unknown()).parse(parseJson(data)),
	};
	const { body, headers } = messageOf(toJson(envelope), secret, options['service-code'], tamper);
	return { body, headers };
}

async function send(url: string, message: Message): Promise<string> {
	try {
		const response = await fetch(url, { method: 'POST', redirect: 'manual', ...message });
		return `${response.status} ${await response.text()}`;
	} catch (error) {
		const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
		return `no response: ${cause instanceof Error ? cause.message : String(cause)}`;
	}
}

const sentSchema = z.object({
	deliveries: z.array(z.object({ status: z.number().nullable(), answer: z.string() })),
});

/** Makes the sandbox send one of its deliveries again. @returns each response */
async function sendAgain(delivery: number, options: Arguments): Promise<string[]> {
	const { sandbox, duplicate: times, tamper } = options;
	const url = `${sandbox}/_sandbox/deliveries/${delivery}`;
	const response = await fetch(url, { method: 'POST', body: toJson({ times, tamper }) });
	const text = await response.text();
	if (!response.ok) throw new Error(text);
	const { deliveries } = sentSchema.parse(parseJson(text));
	return deliveries.map(({ status, answer }) => `${status ?? 'no response:'} ${answer}`);
}

async function sendNew(options: Arguments): Promise<string[]> {
	const { url, duplicate } = options;
	if (url === undefined) throw new Error(`--url is missing\n${USAGE}`);
	const message = newMessage(options, await readSecret(options['secret-file']));
	return await Promise.all(Array.from({ length: duplicate }, () => send(url, message)));
}

run(async () => {
	const options = readArguments(argumentsSchema, USAGE);
	const { again } = options;
	const answers = await (again === undefined ? sendNew(options) : sendAgain(again, options));
	for (const answer of answers) print(answer);
});
