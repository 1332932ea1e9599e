import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const files = [];

/** Notes how long each test file took, as jest's JSON says it. */
export function noteFiles({ testResults }) {
	for (const { name, startTime, endTime } of testResults) {
		files.push({
			name: path.relative(process.cwd(), name),
			seconds: (endTime - startTime) / 1_000,
		});
	}
}

/** Makes dev/stack/n8n.ts note every start of n8n in a file, which a variable names. */
export async function noteStarts() {
	const folder = await mkdtemp(path.join(tmpdir(), 'n8n-starts-'));
	process.env.N8N_STARTS = path.join(folder, 'starts.txt');
}

async function startLines() {
	const { N8N_STARTS: file } = process.env;
	try {
		return (await readFile(file, 'utf8')).trimEnd().split('\n');
	} catch (error) {
		// None was started.
		if (error.code === 'ENOENT') return [];
		throw error;
	} finally {
		await rm(path.dirname(file), { recursive: true, force: true });
	}
}

const row = (seconds, name) => `${seconds.toFixed(1).padStart(7)} s  ${name}`;

/** Prints the files, the slowest first, and every start of n8n. */
export async function printTimes() {
	const sorted = files.toSorted((a, b) => b.seconds - a.seconds);
	const sum = sorted.reduce((total, { seconds }) => total + seconds, 0);
	console.log(`\n=== Times of ${files.length} test files, ${sum.toFixed(0)} s ===\n`);
	for (const { name, seconds } of sorted) console.log(row(seconds, name));
	const starts = await startLines();
	console.log(`\n=== Starts of n8n: ${starts.length} ===\n`);
	for (const line of starts) {
		const [seconds, name] = line.split('\t');
		console.log(row(Number(seconds), name));
	}
}
