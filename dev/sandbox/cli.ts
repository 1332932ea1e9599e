import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { print, readArguments, run } from './command-line';
import { dialectSchema } from './dialects';
import { startSandbox } from './index';

const USAGE =
	'npm run sandbox -- [--port 8455] [--dialect as-shown|resources|wrapped] [--service-code svc] ' +
	'[--credentials-folder <folder>]';

const argumentsSchema = z.object({
	port: z.coerce.number().int().min(0).max(65_535).default(8455),
	dialect: dialectSchema.default('as-shown'),
	'service-code': z.string().optional(),
	'credentials-folder': z.string().default(resolve(__dirname, '../../.cache', 'sandbox')),
});

/** Secrets go to files only their owner can read, never to the log. */
async function writeSecret(folder: string, name: string, secret: string): Promise<string> {
	const path = join(folder, name);
	await mkdir(folder, { recursive: true, mode: 0o700 });
	await rm(path, { force: true }); // an existing file would keep its mode
	await writeFile(path, secret, { mode: 0o600 });
	return path;
}

run(async () => {
	const { port, dialect, ...options } = readArguments(argumentsSchema, USAGE);
	const folder = options['credentials-folder'];
	const serviceCode = options['service-code'];
	const sandbox = await startSandbox({ port, dialect, serviceCode, logger: print });
	const partner = await sandbox.createPartner();
	const { privateKeyPem, webhookSecret, cardEncryptionKeyPem } = partner;
	print(`Page:                ${sandbox.pageUrl}`);
	print(`Dialect:             ${dialect}`);
	print(`API URL:             ${sandbox.apiUrl}`);
	print(`Base URL:            ${sandbox.baseUrl}`);
	print(`Partner ID:          ${partner.partnerId}`);
	print(`Key ID:              ${partner.keyId}`);
	print(`Private key:         ${await writeSecret(folder, 'private-key.pem', privateKeyPem)}`);
	print(`Webhook secret:      ${await writeSecret(folder, 'webhook-secret', webhookSecret)}`);
	print(`Card encryption key: ${await writeSecret(folder, 'card-key.pem', cardEncryptionKeyPem)}`);
	print(`Magic values:        ${resolve(__dirname, 'README.md')}`);
	print('State is in memory only. Ctrl-C stops the sandbox.');
	const stop = (): void => {
		void sandbox.close();
	};
	process.once('SIGINT', stop);
	process.once('SIGTERM', stop);
});
