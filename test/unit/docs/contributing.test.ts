// CONTRIBUTING.md holds: its walks follow the imports and are short; test files stand where and begin as it says.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(__dirname, '..', '..', '..');
const INDEXES = [
	'partner-api/index.ts',
	...['index.ts', 'all.ts'].map((name) => `nodes/PartnerSettlement/operations/${name}`),
];
const FROM = /(?:from|import\()\s*'(\.{1,2}\/[^']+|\.{1,2})'/g;

const text = readFileSync(path.join(ROOT, 'CONTRIBUTING.md'), 'utf8');

function walk(title: string): string[] {
	const [, chapter = ''] = text.split(`## ${title}\n`);
	const [body = ''] = chapter.split('\n## ');
	return [...body.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = '']) => file);
}

/** The files of the project that a file imports; those that an index names as well. */
function importsOf(file: string): string[] {
	const source = readFileSync(path.join(ROOT, file), 'utf8');
	const direct = [...source.matchAll(FROM)].map(([, given = '']) => {
		const target = path.join(path.dirname(file), given);
		const candidates = [`${target}.ts`, path.join(target, 'index.ts')];
		return candidates.find((one) => existsSync(path.join(ROOT, one))) ?? target;
	});
	const indexes = INDEXES.filter((index) => direct.includes(index) && file !== index);
	return [...direct, ...indexes.flatMap(importsOf)];
}

test.each([
	['Walk 1: an order', 12],
	['Walk 2: an event', 9],
	['Walk 3: an item at the gate', 6],
])('%s: each file is imported by one before it, and there are at most %d', (title, most) => {
	const files = walk(title);
	expect(files.length).toBeGreaterThan(4);
	expect(files.length).toBeLessThanOrEqual(most);
	const strangers = files.slice(1).filter((file, index) => {
		const before = files.slice(0, index + 1);
		return !before.some((one) => importsOf(one).includes(file));
	});
	expect(strangers).toEqual([]);
});

test('each file that a walk names stands in one place of it', () => {
	const files = walk('Walk 1: an order');
	expect(new Set(files).size).toBe(files.length);
});

function testFiles(folder = ''): string[] {
	const all = readdirSync(path.join(ROOT, 'test', folder), { recursive: true, encoding: 'utf8' });
	return all.filter((file) => file.endsWith('.test.ts'));
}

test('each test file says in its first line what it proves', () => {
	const files = testFiles();
	expect(files.length).toBeGreaterThan(100);
	const silent = files.filter(
		(file) => !/^\/[/*]/.test(readFileSync(path.join(ROOT, 'test', file), 'utf8')),
	);
	expect(silent).toEqual([]);
});

/** Whether there is a file of the project that a unit test names: `a/b.test.ts` and `a/b.more.test.ts` name `a/b.ts`. */
function hasSubject(file: string): boolean {
	const parts = file.split('.');
	const names = parts.map((_, index) => parts.slice(0, index + 1).join('.'));
	return names.some((name) =>
		['.ts', '.mjs'].some((ending) => existsSync(path.join(ROOT, name + ending))),
	);
}

test('each unit test stands where its subject does, and bears its name', () => {
	const files = testFiles('unit').filter((file) => !file.startsWith(`docs${path.sep}`));
	expect(files.length).toBeGreaterThan(50);
	expect(files.filter((file) => !hasSubject(file))).toEqual([]);
});
