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

/** @returns whether jest passes */
async function passes(folder, args) {
	const jest = path.join(ROOT, 'node_modules/jest/bin/jest.js');
	const all = [jest, '--bail=1', '--silent', '--maxWorkers=1', '--forceExit', ...args];
	const child = spawn(process.execPath, all, { cwd: folder, stdio: 'ignore' });
	return await new Promise((resolve) => child.on('close', (code) => resolve(code === 0)));
}

const unbroken = new Map();

/** Tests that fail anyway would notice nothing. */
async function passUnbroken(folder, tests) {
	const key = tests.join(' ');
	if (!unbroken.has(key)) unbroken.set(key, passes(folder, tests));
	return await unbroken.get(key);
}

async function tryMutant(folder, { file, from, to, tests }) {
	if (!(await passUnbroken(folder, tests))) return `its tests fail already (${tests.join(' ')})`;
	const place = path.join(folder, file);
	const text = await readFile(place, 'utf8');
	if (text.split(from).length !== 2) return `not there once: ${from}`;
	const related = ['--roots', ...ROOTS, '--passWithNoTests', '--findRelatedTests', file];
	try {
		await writeFile(
			place,
			text.replace(from, () => to),
		);
		if (!(await passes(folder, tests))) return 'killed';
		// Then all tests that import its file.
		if (await passes(folder, related)) return 'survived';
	} finally {
		await writeFile(place, text);
	}
	return (await passUnbroken(folder, related)) ? 'killed' : `the tests of ${file} fail already`;
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
