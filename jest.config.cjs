const { availableParallelism } = require('node:os');

/** What all tests have in common. */
const base = {
	testEnvironment: 'node',
	// Far above what any test takes: a busy machine must not make one fail.
	testTimeout: 120_000,
	testMatch: ['**/*.test.ts'],
	transform: {
		'^.+\\.[jt]s$': [
			'@swc/jest',
			{ jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'commonjs' } },
		],
	},
	// These ship ES modules only, which jest's CommonJS runtime cannot load as they are.
	transformIgnorePatterns: [
		'/node_modules/(?!(@noble|@scure|get-port|jose|p-map|p-timeout|p-wait-for|qr)/)',
	],
};

/** One n8n and one sandbox serve all files of the stages that are run together, one at a time. */
const SHARED_N8N = {
	globalSetup: '<rootDir>/test/support/n8n/global-setup.ts',
	globalTeardown: '<rootDir>/test/support/n8n/global-teardown.ts',
	// The workflows that examples call are updated by name, so files take turns.
	maxWorkers: 1,
};

/** The stages with the packed tarball in a real n8n, by their folders. */
const IN_N8N = {
	browser: SHARED_N8N,
	n8n: SHARED_N8N,
	// Each test first prepares everything that must be in progress when n8n is killed.
	'own-n8n': { testTimeout: 600_000 },
	scale: { maxWorkers: 1, testTimeout: 600_000 },
	versions: SHARED_N8N,
};

const inN8n = ([stage, ...others]) => ({
	...base,
	roots: [stage, ...others].map((folder) => `<rootDir>/test/${folder}`),
	testTimeout: 180_000,
	...IN_N8N[stage],
});

const inThisProcess = {
	...base,
	roots: ['<rootDir>/test'],
	testPathIgnorePatterns: Object.keys(IN_N8N).map((stage) => `<rootDir>/test/${stage}/`),
	testEnvironment: '<rootDir>/test/support/shared-environment.cjs',
	setupFiles: ['<rootDir>/test/support/share-modules.ts'],
	// By default, jest uses one worker on two cores.
	maxWorkers: Math.max(2, availableParallelism() - 1),
};

/** The stages in JEST_STAGE, which the runner in test/ sets. Without it, all tests that run in this process. */
const { JEST_STAGE } = process.env;
module.exports = JEST_STAGE ? inN8n(JEST_STAGE.split(' ')) : inThisProcess;
