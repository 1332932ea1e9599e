const { AsyncLocalStorage } = require('node:async_hooks');
const { mkdtempSync, readFileSync, rmSync } = require('node:fs');
const { createRequire, isBuiltin } = require('node:module');
const { tmpdir } = require('node:os');
const path = require('node:path');
const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

const PARAMETERS = ['exports', 'require', 'module', '__filename', '__dirname'];

/** Loads CommonJS modules into a context, each once, as Node does it. */
class Loader {
	constructor(context) {
		this.context = context;
		this.modules = new Map();
	}

	load(filename) {
		const known = this.modules.get(filename);
		if (known) return known.exports;
		// Addons, and the few ES modules among them.
		if (/\.(node|mjs)$/.test(filename)) return require(filename);
		const module = { id: filename, filename, exports: {}, children: [], loaded: false };
		this.modules.set(filename, module);
		try {
			this.run(module);
		} catch (error) {
			this.modules.delete(filename);
			throw error;
		}
		module.loaded = true;
		return module.exports;
	}

	run(module) {
		const { filename } = module;
		const source = readFileSync(filename, 'utf8');
		if (filename.endsWith('.json')) {
			module.exports = vm.runInContext('JSON', this.context).parse(source);
			return;
		}
		module.require = this.requireFrom(filename);
		vm.compileFunction(source, PARAMETERS, { filename, parsingContext: this.context }).call(
			module.exports,
			module.exports,
			module.require,
			module,
			filename,
			path.dirname(filename),
		);
	}

	requireFrom(filename) {
		const { resolve } = createRequire(filename);
		const required = (name) => (isBuiltin(name) ? require(name) : this.load(resolve(name)));
		return Object.assign(required, { resolve, cache: {} });
	}
}

/** Symbols under which jest-circus stores in the global object what it knows of a test file. */
const OF_A_FILE = new Set(['EVENT_HANDLERS', 'JEST_STATE_SYMBOL']);

/** The storages that were used since the last file. */
const storages = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...args) {
	storages.add(this);
	return run.apply(this, args);
};

let shared;

/**
 * One for all test files of a worker, so that n8n-core is loaded once for them: that takes longer than most of them. Their own
 * code, and that of the nodes, jest loads anew for each file.
 */
class SharedEnvironment extends TestEnvironment {
	constructor(...args) {
		if (shared) return shared;
		super(...args);
		shared = this;
		this.exit = this.global.process.exit;
		// n8n-core keeps its settings in a folder, which has to be named before it is loaded.
		const folder = mkdtempSync(path.join(tmpdir(), 'n8n-core-'));
		this.global.process.env.N8N_USER_FOLDER = folder;
		// What a node fails with is logged; the tests look at the error itself.
		this.global.process.env.N8N_LOG_LEVEL = 'silent';
		process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
		this.global.requireShared = new Loader(this.context).requireFrom(__filename);
	}

	/** It ends with the process. What jest keeps in it of a file would keep all its modules, and be called in later files. */
	async teardown() {
		for (const symbol of Object.getOwnPropertySymbols(this.global)) {
			if (OF_A_FILE.has(symbol.description)) Reflect.deleteProperty(this.global, symbol);
		}
		// jest wraps it for each file.
		this.global.process.exit = this.exit;
		// jest makes one for each file, and Node 20 visits all that were ever used at each promise: it took a fifth of the time.
		for (const storage of storages) storage.disable();
		storages.clear();
		// What it would delete at its own end.
		this._globalProxy.leftovers = [];
	}
}

module.exports = SharedEnvironment;
