const { execFile } = require('node:child_process');
const fs = require('node:fs/promises');
const { isBuiltin } = require('node:module');
const os = require('node:os');
const path = require('node:path');
const { promisify } = require('node:util');

const esbuild = require('esbuild');
const { dest, parallel, series, src } = require('gulp');
const tsx = require('tsx/cjs/api');

const manifest = require('./package.json');
const { loadedFiles, stubSource } = require('./dev/scripts/build/entries.js');
const { bundledPackages, thirdPartyFiles } = require('./dev/scripts/build/licenses.js');

const BUNDLE = 'dist/package.js';

/** The files that n8n looks for next to a node or credential file. */
const COMPANIONS = ['nodes/*.svg', 'nodes/**/*.node.json'];

async function clean() {
	await fs.rm('dist', { recursive: true, force: true });
}

/**
 * If a module is missing from the bundle, and is required in a try or in a rarely used function, that would show only on
 * an operator's machine.
 */
function assertNothingLeftOutside(metafile) {
	const outside = Object.values(metafile.outputs)
		.flatMap((output) => output.imports)
		.filter(({ external, path: name }) => external && !name.startsWith('node:'))
		.map(({ path: name }) => name)
		.filter((name) => name !== 'n8n-workflow' && !isBuiltin(name));
	if (outside.length > 0) {
		throw new Error(`Not in the bundle, but required by it: ${outside.join(', ')}`);
	}
}

const ESBUILD = {
	bundle: true,
	format: 'cjs',
	platform: 'node',
	target: 'node20',
	legalComments: 'none',
	// Without white space, the tarball is a seventh smaller. Names stay, because a stack trace names a function. Lines
	// stay short, because Node prints the line of an uncaught error.
	minifyWhitespace: true,
	minifySyntax: true,
	lineLimit: 500,
	metafile: true,
	logLevel: 'warning',
};

/** Only what the client uses: its code imports two classes and their types. */
const partsOfUndici = {
	name: 'parts-of-undici',
	setup(build) {
		build.onResolve({ filter: /^undici$/ }, () => ({
			path: require.resolve('./dev/scripts/build/undici.js'),
		}));
	},
};

/** Everything except n8n-workflow goes into one file, so that installing the package downloads nothing else. */
async function bundle() {
	const { metafile } = await esbuild.build({
		...ESBUILD,
		entryPoints: ['package.ts'],
		outfile: BUNDLE,
		external: ['n8n-workflow'],
		plugins: [partsOfUndici],
	});
	assertNothingLeftOutside(metafile);
	for (const [name, text] of Object.entries(thirdPartyFiles(bundledPackages(metafile)))) {
		await fs.writeFile(path.join('dist', name), text);
	}
}

/** The credential uses the client in the bundle. With its own copy, it would have its own tokens. */
const clientFromBundle = (entry) => ({
	name: 'client-from-bundle',
	setup(build) {
		build.onResolve({ filter: /\/authorize$/ }, () => ({
			path: path.posix.relative(path.posix.dirname(entry.file), BUNDLE),
			external: true,
		}));
	},
});

/** n8n requires these files when it starts, so each holds only the credential, without the client. */
async function credentials() {
	for (const entry of loadedFiles(manifest.n8n.credentials)) {
		await esbuild.build({
			...ESBUILD,
			entryPoints: [entry.source],
			outfile: entry.file,
			plugins: [clientFromBundle(entry)],
		});
	}
}

async function stubs() {
	for (const entry of loadedFiles(manifest.n8n.nodes)) {
		await fs.mkdir(path.dirname(entry.file), { recursive: true });
		await fs.writeFile(entry.file, stubSource(entry, BUNDLE));
	}
}

function companions() {
	// No decoding: a file goes to dist byte for byte.
	return src(COMPANIONS, { base: '.', encoding: false }).pipe(dest('dist'));
}

/** The editor's output previews, made from the node's operations. */
async function previews() {
	const { OPERATIONS } = tsx.require('./nodes/PartnerSettlement/operations/index.ts', __filename);
	const { outputPreviews } = tsx.require('./dev/scripts/docs/previews.ts', __filename);
	for (const { file, schema } of outputPreviews(OPERATIONS)) {
		const target = path.join('dist/nodes/PartnerSettlement', file);
		await fs.mkdir(path.dirname(target), { recursive: true });
		await fs.writeFile(target, JSON.stringify(schema, null, 2));
	}
}

/**
 * dist/known and dist/types, written by n8n's own generator from the classes in dist. With these files, n8n loads the
 * nodes lazily: it requires none of their code at start.
 */
async function metadata() {
	const generator = require.resolve('n8n-core/bin/generate-metadata');
	// n8n-core reads its settings from the user folder; the build must not depend on them.
	const userFolder = await fs.mkdtemp(path.join(os.tmpdir(), 'n8n-metadata-'));
	try {
		await promisify(execFile)(process.execPath, [generator], {
			cwd: __dirname,
			env: { ...process.env, N8N_USER_FOLDER: userFolder },
		});
	} finally {
		await fs.rm(userFolder, { recursive: true, force: true });
	}
	// Lists for n8n's own linting of its built-in nodes; nothing reads them at run time.
	await fs.rm('dist/methods', { recursive: true, force: true });
}

exports.build = series(clean, parallel(bundle, credentials, stubs, companions, previews), metadata);
