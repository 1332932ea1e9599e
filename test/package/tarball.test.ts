// What is in the tarball, and what package.json says of it.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { used } from '../support/used';
import { classNameOf, loadedFiles, manifest, readJson, root } from './support/built-package';

const MAX_PACKED_BYTES = 450_000;

const REQUIRED = [
	'package.json',
	'README.md',
	'LICENSE',
	'CHANGELOG.md',
	'index.js',
	'dist/package.js',
	'dist/THIRD-PARTY-LICENSES.txt',
	'dist/bundled-packages.json',
	'dist/known/nodes.json',
	'dist/known/credentials.json',
	'dist/types/nodes.json',
	'dist/types/credentials.json',
	...loadedFiles,
];

const COMPANIONS = [
	/^dist\/(nodes|credentials)\/([\w-]+\/)*[\w-]+(\.dark)?\.svg$/,
	/^dist\/nodes\/\w+\/\w+\.node\.json$/,
	/^dist\/nodes\/\w+\/__schema__\/v\d+\.\d+\.\d+\/\w+\/\w+\.json$/,
];

interface Bundled {
	name: string;
	version: string;
	license: string;
}

interface Packed {
	size: number;
	files: { path: string }[];
}

function pack(): { size: number; files: string[] } {
	const output = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
		cwd: root,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'ignore'],
		shell: process.platform === 'win32',
	});
	const [tarball] = JSON.parse(output) as [Packed];
	return { size: tarball.size, files: tarball.files.map((file) => file.path) };
}

const tarball = used(pack);

describe('the tarball', () => {
	it('holds everything n8n and an operator need', () => {
		expect(REQUIRED.filter((file) => !tarball.files.includes(file))).toEqual([]);
	});

	it('holds nothing else', () => {
		const surplus = tarball.files
			.filter((file) => !REQUIRED.includes(file))
			.filter((file) => !COMPANIONS.some((pattern) => pattern.test(file)));
		expect(surplus).toEqual([]);
	});

	it(`is smaller than ${MAX_PACKED_BYTES} bytes`, () => {
		expect(tarball.size).toBeLessThan(MAX_PACKED_BYTES);
	});
});

test('loading the bundle does not change how n8n makes its own calls', () => {
	// undici's own entry would set a dispatcher for the whole process.
	const script = `require(${JSON.stringify(path.join(root, 'dist/package.js'))}); process.exitCode = Symbol.for('undici.globalDispatcher.1') in globalThis ? 1 : 0`;
	expect(() => execFileSync(process.execPath, ['-e', script])).not.toThrow();
});

describe('dist/known and dist/types', () => {
	interface Type {
		name: string;
		iconUrl: Record<'light' | 'dark', string>;
	}

	it.each(['nodes', 'credentials'] as const)('list the %s that package.json names', (kind) => {
		const known = readJson(`dist/known/${kind}.json`) as Record<string, object>;
		const types = readJson(`dist/types/${kind}.json`) as Type[];
		expect(Object.values(known)).toMatchObject(
			manifest.n8n[kind].map((file) => ({ className: classNameOf(file), sourcePath: file })),
		);
		expect(types.map(({ name }) => name)).toEqual(Object.keys(known));
		// n8n looks for icons in the tarball.
		const urls = types.flatMap(({ iconUrl }) => [iconUrl.light, iconUrl.dark]);
		const prefix = `icons/${manifest.name}/`;
		expect(urls.filter((url) => !tarball.files.includes(url.replace(prefix, '')))).toEqual([]);
	});
});

describe('the list of bundled packages', () => {
	const listed = readJson('dist/bundled-packages.json') as Bundled[];

	it('names those that are imported, in the versions of the lock file', () => {
		const { packages } = readJson('package-lock.json') as { packages: Record<string, Bundled> };
		const versions = listed.map(({ name }) => packages[`node_modules/${name}`]?.version);
		expect(listed.map(({ version }) => version)).toEqual(versions);
		expect(listed.map(({ name }) => name)).toEqual(
			expect.arrayContaining(['big.js', 'ioredis', 'jose', 'qr', 'undici', 'zod']),
		);
	});

	it('has the licence of each in full beside it', () => {
		const texts = readFileSync(path.join(root, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8');
		const missing = listed.filter(
			({ name, version, license }) => !texts.includes(`\n${name} ${version} (${license})\n`),
		);
		expect(missing).toEqual([]);
	});
});

describe('package.json', () => {
	it('makes an install fetch nothing and run nothing', () => {
		const { dependencies = {}, optionalDependencies = {}, bundleDependencies = [] } = manifest;
		expect({ ...dependencies, ...optionalDependencies }).toEqual({});
		expect(bundleDependencies).toEqual([]);
		expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
		const installScripts = /^(pre|post)?(install|prepare|pack|publish)$|^prepublishOnly$/;
		expect(Object.keys(manifest.scripts).filter((name) => installScripts.test(name))).toEqual([]);
	});
});
