import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startSandbox } from './index';
import { tokenShapeSchema, type SandboxOptions } from './options';

const DEFAULT_PORT = 8455;
const DEFAULT_FOLDER = resolve(__dirname, '../../.cache', 'sandbox');

const text = { type: 'string' } as const;
const { values } = parseArgs({
	options: {
		port: text,
		host: text,
		'tls-key': text,
		'tls-cert': text,
		'latency-ms': text,
		'token-ttl-seconds': text,
		'token-shape': text,
		'omit-expires-in': { type: 'boolean' },
		'clock-offset-seconds': text,
		'settle-ms': text,
		'kyt-delay-ms': text,
		'rate-limit-per-second': text,
		'initial-balance': text,
		'service-code': text,
		'callback-url': text,
		duplicates: text,
		'credentials-folder': text,
		quiet: { type: 'boolean' },
	},
});

function numberOf(value: string | undefined): number | undefined {
	if (value === undefined) return undefined;
	const number = Number(value);
	if (value.trim() === '' || !Number.isFinite(number)) throw new Error(`${value} is not a number`);
	return number;
}

async function tlsOf(key?: string, cert?: string): Promise<SandboxOptions['tls']> {
	if (key === undefined && cert === undefined) return undefined;
	if (key === undefined || cert === undefined)
		throw new Error('TLS needs --tls-key and --tls-cert');
	return { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') };
}

function print(line: string): void {
	process.stdout.write(`${line}\n`);
}

/** Secrets go to files only their owner can read, never to the log. */
async function writeSecret(name: string, secret: string): Promise<string> {
	const folder = values['credentials-folder'] ?? DEFAULT_FOLDER;
	const path = join(folder, name);
	await mkdir(folder, { recursive: true, mode: 0o700 });
	await rm(path, { force: true }); // an existing file would keep its mode
	await writeFile(path, secret, { mode: 0o600 });
	return path;
}

async function main(): Promise<void> {
	const shape = values['token-shape'];
	const sandbox = await startSandbox({
		port: numberOf(values.port) ?? DEFAULT_PORT,
		host: values.host,
		tls: await tlsOf(values['tls-key'], values['tls-cert']),
		latencyMs: numberOf(values['latency-ms']),
		tokenTtlSeconds: numberOf(values['token-ttl-seconds']),
		tokenShape: shape === undefined ? undefined : tokenShapeSchema.parse(shape),
		omitExpiresIn: values['omit-expires-in'],
		clockOffsetSeconds: numberOf(values['clock-offset-seconds']),
		settleMs: numberOf(values['settle-ms']),
		kytDelayMs: numberOf(values['kyt-delay-ms']),
		rateLimitPerSecond: numberOf(values['rate-limit-per-second']),
		initialBalance: values['initial-balance'],
		serviceCode: values['service-code'],
		callbackUrl: values['callback-url'],
		duplicates: numberOf(values.duplicates),
		logger: values.quiet === true ? undefined : print,
	});
	const partner = await sandbox.createPartner();
	print(`API URL:             ${sandbox.apiUrl}`);
	print(`Base URL:            ${sandbox.baseUrl}`);
	print(`Partner ID:          ${partner.partnerId}`);
	print(`Key ID:              ${partner.keyId}`);
	print(`Private key:         ${await writeSecret('private-key.pem', partner.privateKeyPem)}`);
	print(`Webhook secret:      ${await writeSecret('webhook-secret', partner.webhookSecret)}`);
	print(`Card encryption key: ${await writeSecret('card-key.pem', partner.cardEncryptionKeyPem)}`);
	print(`Magic values:        ${resolve(__dirname, 'README.md')}`);
	print('State is in memory only. Ctrl-C stops the sandbox.');
	const stop = (): void => {
		void sandbox.close();
	};
	process.once('SIGINT', stop);
	process.once('SIGTERM', stop);
}

main().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
});
