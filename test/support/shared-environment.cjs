const { AsyncLocalStorage } = require('node:async_hooks');
const { mkdtempSync, readFileSync, rmSync } = require('node:fs');
const { createRequire, isBuiltin } = require('node:module');
const { tmpdir } = require('node:os');
const path = require('node:path');
const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

const PARAMETERS = ['exports', 'require', 'module', '__filename', '__dirname'];

/** Loads CommonJS modules into a context, each once, as Node does. */
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

/** Symbols under which jest-circus stores its state of a test file in the global object. */
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
 * One environment for all test files of a worker, so that n8n-core is loaded only once: loading it takes longer than
 * most files do. Jest still loads the tests' own code and the nodes for each file.
 */
class SharedEnvironment extends TestEnvironment {
	constructor(...args) {
		if (shared) return shared;
		super(...args);
		shared = this;
		this.exit = this.global.process.exit;
		// n8n-core keeps its settings in a folder. The folder must be named before n8n-core is loaded.
		const folder = mkdtempSync(path.join(tmpdir(), 'n8n-core-'));
		this.global.process.env.N8N_USER_FOLDER = folder;
		// n8n-core would log the error of each failed node. The tests look at the error itself.
		this.global.process.env.N8N_LOG_LEVEL = 'silent';
		process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
		this.global.requireShared = new Loader(this.context).requireFrom(__filename);
	}

	/**
	 * The environment ends with the process. Jest's state of a file is removed: it would keep all modules of that file
	 * in memory, and would be called in later files.
	 */
	async teardown() {
		for (const symbol of Object.getOwnPropertySymbols(this.global)) {
			if (OF_A_FILE.has(symbol.description)) Reflect.deleteProperty(this.global, symbol);
		}
		// Jest wraps `exit` for each file.
		this.global.process.exit = this.exit;
		// Jest makes a storage for each file, and at each promise Node 20 visits every storage ever used. That took a
		// fifth of the time.
		for (const storage of storages) storage.disable();
		storages.clear();
		// The globals that the environment would delete at its end.
		this._globalProxy.leftovers = [];
	}
}

module.exports = SharedEnvironment;
