/** In-process tests. The real n8n has configurations of its own: test/n8n/ and test/scale/jest.config.cjs. */
module.exports = {
	testEnvironment: 'node',
	// Far above what any test takes: a busy machine must not make one fail.
	testTimeout: 30_000,
	roots: ['<rootDir>/test'],
	testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/n8n/', '<rootDir>/test/scale/'],
	testMatch: ['**/*.test.ts'],
	transform: {
		'^.+\\.[jt]s$': [
			'@swc/jest',
			{ jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'commonjs' } },
		],
	},
	// jose and p-map ship ES modules only, which jest's CommonJS runtime cannot load as they are.
	transformIgnorePatterns: ['/node_modules/(?!(jose|p-map)/)'],
};
