// The project's files and texts: workflows of GitHub, Docker, the links of texts, CONTRIBUTING's walks, and the names of tests.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { projectRoot } from '../../../dev/stack/paths';

const read = (file: string) => readFileSync(path.join(projectRoot, file), 'utf8');
const yaml = (file: string): unknown => parse(read(file), { merge: true });
const inFolder = (folder: string) =>
	readdirSync(path.join(projectRoot, folder)).map((name) => `${folder}/${name}`);

const WORKFLOWS = inFolder('.github/workflows');
const DOCKERFILE = 'dev/docker/Dockerfile';
const COMPOSE = 'dev/docker/compose.yaml';

const manifestSchema = z.object({
	scripts: z.record(z.string()),
	devDependencies: z.record(z.string()),
	dependencies: z.record(z.string()).optional(),
});
const manifestOf = (folder: string) =>
	manifestSchema.partial().parse(JSON.parse(read(`${folder}package.json`)));

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, it = '']) => it);

/** The npm scripts that a text runs but that don't exist. */
function unknownScripts(text: string): string[] {
	const run = all(text, /\bnpm (?:run )?((?<=run )[a-z:]+|start|test)\b/g);
	expect(run.length).toBeGreaterThan(0);
	return run.filter((name) => manifestOf('').scripts?.[name] === undefined);
}

describe('the workflows', () => {
	test('run scripts and files that are there', () => {
		const text = WORKFLOWS.map(read).join('\n');
		expect(unknownScripts(text)).toEqual([]);
		const files = all(text, /\b(dev\/\S+\.\w+)/g);
		expect(files.length).toBeGreaterThan(1);
		expect(files.filter((file) => !existsSync(path.join(projectRoot, file)))).toEqual([]);
	});

	test.each(WORKFLOWS)(
		'%s may do nothing by itself, and takes each action by its commit',
		(file) => {
			expect(yaml(file)).toMatchObject({ permissions: { contents: 'read' } });
			const actions = all(read(file), /uses: ((?!\.\/).*)/g);
			const loose = actions.filter((one) => !/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(one));
			expect(loose).toEqual([]);
		},
	);

	test('test on Node 22 and 24, and each version of n8n that the tests know', () => {
		const MATRIX = /^ +matrix:\n +\w+: \[(.*)\]$/m;
		const matrixOf = (file: string) => MATRIX.exec(read(file))?.[1];
		expect(matrixOf('.github/workflows/test.yml')).toBe('22, 24');
		const folders = inFolder('dev/stack/n8n-versions').map((name) => path.basename(name));
		const versions = folders.filter((name) => name !== 'README.md').sort();
		expect(matrixOf('.github/workflows/versions.yml')).toBe(
			[...versions, 'newest', 'latest'].join(', '),
		);
	});

	test('a release checks the tag and the bundled packages before it publishes', () => {
		const steps = all(read('.github/workflows/release.yml'), /- run: (.*)/g);
		const at = (text: string) => steps.findIndex((step) => step.includes(text));
		expect(at('release.mjs "$GITHUB_REF_NAME"')).toBeGreaterThanOrEqual(0);
		expect(at('audit.ts')).toBeGreaterThan(at('npm run build'));
		expect(at('npm publish --provenance')).toBe(steps.length - 1);
	});
});

describe('Docker', () => {
	const dockerfile = read(DOCKERFILE);
	const stages = all(dockerfile, /^FROM \S+ AS (\S+)$/gm);
	const service = z.object({
		build: z.object({ target: z.string() }).optional(),
		command: z.string().optional(),
		environment: z.record(z.string()).optional(),
	});
	const compose = z
		.object({ services: z.record(service), secrets: z.record(z.object({ file: z.string() })) })
		.parse(yaml(COMPOSE));
	const services = Object.entries(compose.services);

	test('builds from files, scripts and stages that are there, with the n8n of the tests', () => {
		const stagesUsed = all(dockerfile, /--from=(\S+)/g);
		expect(stagesUsed.filter((name) => !stages.includes(name))).toEqual([]);
		const [, first = ''] = /^COPY (.*) \.\/$/m.exec(dockerfile) ?? [];
		expect(first.split(' ').filter((file) => !existsSync(path.join(projectRoot, file)))).toEqual(
			[],
		);
		expect(unknownScripts(dockerfile.replaceAll('", "', ' '))).toEqual([]);
		const { n8n } = manifestOf('dev/stack/n8n/').dependencies ?? {};
		expect(all(dockerfile, /^FROM n8nio\/n8n:(\S+)/gm)).toEqual([n8n]);
	});

	test('queue mode has a main process, one for deliveries and one for runs, which share all', () => {
		const ofN8n = services.filter(([, { build }]) => build?.target === 'n8n');
		expect(ofN8n.map(([, { command }]) => command)).toEqual([undefined, 'webhook', 'worker']);
		for (const [, { environment }] of ofN8n) {
			expect(environment).toEqual(compose.services.n8n?.environment);
			expect(environment).toMatchObject({ EXECUTIONS_MODE: 'queue', DB_TYPE: 'postgresdb' });
		}
	});

	test('no secret is in the repository, or gets into an image', () => {
		expect(read('.gitignore')).toContain('dev/docker/secrets/\n');
		expect(read(`${DOCKERFILE}.dockerignore`)).toContain('dev/docker/secrets\n');
		for (const { file } of Object.values(compose.secrets)) expect(file).toMatch(/^\.\/secrets\//);
	});
});

test('no script of a dependency runs in the installation: it may ask for another package manager', () => {
	expect(read('dev/stack/bootstrap.mjs')).toContain("runNpm('npm ci', ['ci', '--ignore-scripts'],");
});

test.each(['AGENTS.md', 'SECURITY.md', 'CHANGELOG.md', 'CONTRIBUTING.md'])(
	'the links of %s lead to files',
	(file) => {
		const links = all(read(file), /\]\(((?!https?:|#)[^)#]+)/g);
		expect(links.filter((link) => !existsSync(path.join(projectRoot, link)))).toEqual([]);
	},
);

const text = read('CONTRIBUTING.md');

function walk(title: string): string[] {
	const [, chapter = ''] = text.split(`## ${title}\n`);
	const [body = ''] = chapter.split('\n## ');
	return [...body.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = '']) => file);
}

test.each([
	['Walk 1: an order', 12],
	['Walk 2: an event', 9],
	['Walk 3: an item at the gate', 6],
])('%s has at most %d files, each in one place', (title, most) => {
	const files = walk(title);
	expect(files.length).toBeGreaterThan(4);
	expect(files.length).toBeLessThanOrEqual(most);
	expect(new Set(files).size).toBe(files.length);
	expect(files.filter((file) => !existsSync(path.join(projectRoot, file)))).toEqual([]);
});

function testFiles(folder = ''): string[] {
	const all = readdirSync(path.join(projectRoot, 'test', folder), {
		recursive: true,
		encoding: 'utf8',
	});
	return all.filter((file) => file.endsWith('.test.ts'));
}

test('each test file says in its first line what it proves', () => {
	const files = testFiles();
	expect(files.length).toBeGreaterThan(100);
	const silent = files.filter((file) => !/^\/[/*]/.test(read(`test/${file}`)));
	expect(silent).toEqual([]);
});

/** Whether there is a file of the project that a unit test names: `a/b.test.ts` and `a/b.more.test.ts` name `a/b.ts`. */
function hasSubject(file: string): boolean {
	const parts = file.split('.');
	const names = parts.map((_, index) => parts.slice(0, index + 1).join('.'));
	return names.some((name) =>
		['.ts', '.mjs', '.cjs'].some((ending) => existsSync(path.join(projectRoot, name + ending))),
	);
}

test('each unit test stands where its subject does, and bears its name', () => {
	const files = testFiles('unit').filter((file) => !file.startsWith(`docs${path.sep}`));
	expect(files.length).toBeGreaterThan(50);
	expect(files.filter((file) => !hasSubject(file))).toEqual([]);
});
