// npm run mutants: breaks the product in one place at a time, and expects tests to fail. For a room or a part of a name:
// npm run mutants -- decide. It works in a copy of the repository.
import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MUTANTS } from './list.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** What the copy does not need, or gets as a link. */
const LEFT_OUT = new Set(['.git', '.cache', 'dist', 'node_modules', 'coverage']);
const AT_ONCE = 2;
/** Jest finds the tests that import a file only if the file is under one of its roots. */
const ROOTS = ['test', 'nodes', 'credentials', 'partner-api', 'dev'];

/** A folder with a copy of the repository, in which one mutant after another is tried. */
async function makeCopy() {
	const folder = await mkdtemp(path.join(tmpdir(), 'mutants-'));
	const filter = (source) => !LEFT_OUT.has(path.relative(ROOT, source));
	await cp(ROOT, folder, { recursive: true, filter });
	await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
	return folder;
}

/** @returns the test files that fail */
async function failuresIn(folder, args) {
	const jest = path.join(ROOT, 'node_modules/jest/bin/jest.js');
	const report = path.join(folder, 'report.json');
	const all = [jest, '--bail=1', '--silent', '--maxWorkers=1', '--forceExit', ...args];
	const json = ['--json', `--outputFile=${report}`];
	const child = spawn(process.execPath, [...all, ...json], { cwd: folder, stdio: 'ignore' });
	await new Promise((resolve) => child.on('close', resolve));
	const { testResults } = JSON.parse(await readFile(report, 'utf8'));
	await rm(report);
	const failed = testResults.filter(({ status }) => status === 'failed');
	return failed.map(({ name }) => path.relative(folder, name));
}

const unbroken = new Map();

/** Tests that fail anyway would notice nothing. @returns those that do */
async function failuresUnbroken(folder, tests) {
	const key = tests.join(' ');
	if (!unbroken.has(key)) unbroken.set(key, failuresIn(folder, tests));
	return await unbroken.get(key);
}

async function tryMutant(folder, { file, from, to, tests }) {
	const place = path.join(folder, file);
	const text = await readFile(place, 'utf8');
	if (text.split(from).length !== 2) return `not there once: ${from}`;
	let failed;
	try {
		await writeFile(
			place,
			text.replace(from, () => to),
		);
		failed = await failuresIn(folder, tests);
		// Then all tests that import its file.
		const related = ['--roots', ...ROOTS, '--passWithNoTests', '--findRelatedTests', file];
		if (failed.length === 0) failed = await failuresIn(folder, related);
	} finally {
		await writeFile(place, text);
	}
	if (failed.length === 0) return 'survived';
	const already = await failuresUnbroken(folder, failed);
	return already.length === 0 ? 'killed' : `without it, too, these fail: ${already.join(' ')}`;
}

const [asked = ''] = process.argv.slice(2);
const open = MUTANTS.filter(({ room, file, to }) => `${room} ${file} ${to}`.includes(asked));
if (open.length === 0) throw new Error(`No mutant has ${asked} in its room, file or change`);
const counts = { killed: 0, alive: 0 };
async function worker() {
	const folder = await makeCopy();
	try {
		for (let mutant = open.shift(); mutant; mutant = open.shift()) {
			const result = await tryMutant(folder, mutant);
			counts[result === 'killed' ? 'killed' : 'alive'] += 1;
			const shown = `${mutant.from} -> ${mutant.to}`.replace(/\s+/g, ' ');
			console.log(`${result}: ${mutant.room}, ${mutant.file}: ${shown}`);
		}
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
await Promise.all(Array.from({ length: AT_ONCE }, worker));
console.log(`${counts.killed} killed, ${counts.alive} not killed`);
if (counts.alive > 0) process.exitCode = 1;
