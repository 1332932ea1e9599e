// Proves, in the Node 24 of n8n, that the record in a file decides as a list of all attempts does, and survives its process.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { ensureN8n } from '../../dev/stack/n8n-install';

const run = promisify(execFile);
let folder = '';

beforeAll(async () => {
	folder = await mkdtemp(path.join(tmpdir(), 'record-'));
});

afterAll(async () => {
	await rm(folder, { recursive: true, force: true });
});

async function inNode24(script: string, ...values: string[]): Promise<string> {
	const { nodeBinary } = await ensureN8n();
	const file = path.join(__dirname, 'support', script);
	const env = { ...process.env, N8N_USER_FOLDER: folder };
	const { stdout } = await run(nodeBinary, ['--import', 'tsx', file, ...values], { env });
	return stdout;
}

test('whatever is ordered, the file decides as a list of all attempts does', async () => {
	const told = await inNode24('sqlite-stories.ts', path.join(folder, 'stories.sqlite'), '60');
	const { refused, taken } = JSON.parse(told) as { refused: number; taken: number };
	expect(refused).toBeGreaterThan(10);
	expect(taken).toBeGreaterThan(30);
});

test('processes that take room at the same moment take no more than there is', async () => {
	const file = path.join(folder, 'shared.sqlite');
	const told = await Promise.all(
		Array.from({ length: 2 }, async () => await inNode24('sqlite-contest.ts', file)),
	);
	const taken = told.map((text) => Number(text));
	expect(taken.reduce((left, right) => left + right)).toBe(37);
});

test('under Keep at Least alone, the next process knows the orders of the one before', async () => {
	await mkdir(path.join(folder, '.n8n'));
	await inNode24('sqlite-floor.ts', 'first');
	expect((await inNode24('sqlite-floor.ts', 'second')).trim()).toBe('first,second');
});

test('a file that is no database takes nothing', async () => {
	const file = path.join(folder, 'damaged.sqlite');
	await writeFile(file, 'damaged '.repeat(1_000));
	await expect(inNode24('sqlite-contest.ts', file)).rejects.toThrow(/not a database/);
});
