// The commands that start the sandbox and send an event from it.
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../support/until';
import { Client, isSignedWith, readJson, useReceiver } from './support/client';

const ROOT = join(__dirname, '../..');
const SECRET = 'a webhook secret of this test';

interface Run {
	child: ChildProcess;
	output: () => string;
	ended: Promise<number | null>;
}

function run(script: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Run {
	// Without tsx's command: that process in between would end by itself if the script is slow to handle a signal.
	const child = spawn(process.execPath, ['--import', 'tsx', join('dev/sandbox', script), ...args], {
		cwd: ROOT,
		env: { ...process.env, ...env },
	});
	children.push(child);
	let output = '';
	const keep = (chunk: Buffer): void => {
		output += chunk.toString();
	};
	child.stdout.on('data', keep);
	child.stderr.on('data', keep);
	const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
	return { child, output: () => output, ended };
}

// A process takes long to start on a busy machine.
jest.setTimeout(120_000);

let folder: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'sandbox-commands-'));
});

afterAll(async () => {
	// One that a failed test left behind.
	for (const child of children) child.kill('SIGKILL');
	await rm(folder, { recursive: true });
});

test('npm run sandbox starts, tells where the secrets are without telling them, and stops on SIGTERM', async () => {
	const sandbox = run('cli.ts', ['--port', '0', '--credentials-folder', folder]);
	const output = await until(sandbox.output, (text) => text.includes('Ctrl-C'));
	const valueOf = (label: string): string =>
		new RegExp(`^${label}: +(.*)$`, 'm').exec(output)?.[1] ?? '';
	const keyFile = valueOf('Private key');
	const secretFile = valueOf('Webhook secret');
	expect((await fetch(valueOf('Page'))).headers.get('content-type')).toMatch(/^text\/html/);
	expect(statSync(keyFile).mode & 0o777).toBe(0o600);
	expect(statSync(secretFile).mode & 0o777).toBe(0o600);
	expect(output).not.toContain('PRIVATE KEY');
	expect(output).not.toContain(readFileSync(secretFile, 'utf8'));
	sandbox.child.kill('SIGTERM');
	expect(await sandbox.ended).toBe(0);
});

describe('npm run sandbox:event', () => {
	const receiver = useReceiver();

	async function send(...args: string[]): Promise<string> {
		const event = run('send-event.ts', ['--url', receiver.url, ...args], {
			PARTNER_WEBHOOK_SECRET: SECRET,
		});
		await event.ended;
		return event.output();
	}

	test('sends duplicates of a signed event and prints each answer', async () => {
		const secretFile = join(folder, 'secret');
		await writeFile(secretFile, `${SECRET}\n`);
		const args = ['--event', 'withdrawal.status_changed', '--duplicate', '3'];
		const output = await send(...args, '--secret-file', secretFile);
		expect(output.match(/^200 thanks$/gm)).toHaveLength(3);
		expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
		expect(isSignedWith(SECRET, receiver.received[0])).toBe(true);
		expect(readJson(receiver.received[0]?.body ?? '')).toMatchObject({
			event: 'withdrawal.status_changed',
			data: { ext_id: expect.any(String), status: 'completed', document_status: 'done' },
		});
		expect(output).not.toContain(SECRET);
	});

	test('--again lets a sandbox send its delivery again', async () => {
		const client = await Client.start({}, { callbackUrl: receiver.url });
		client.sandbox.sendEvent(client.partner.partnerId, 'test.ping', {});
		await client.sandbox.webhooksIdle();
		const again = ['--again', '1', '--sandbox', client.sandbox.url];
		const sent = run('send-event.ts', [...again, '--duplicate', '2', '--tamper', 'signature']);
		expect(await sent.ended).toBe(0);
		expect(sent.output().match(/^200 thanks$/gm)).toHaveLength(2);
		const unknown = run('send-event.ts', ['--again', '9', '--sandbox', client.sandbox.url]);
		expect(await unknown.ended).toBe(1);
		expect(unknown.output()).toContain('There is no delivery 9');
		await client.sandbox.close();
		expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
		expect(receiver.received).toHaveLength(3);
	});

	test.each(['body', 'signature', 'header'])('--tamper %s breaks the signature', async (part) => {
		await send('--event', 'test.ping', '--tamper', part);
		expect(receiver.received).toHaveLength(1);
		expect(isSignedWith(SECRET, receiver.received[0])).toBe(false);
	});
});
