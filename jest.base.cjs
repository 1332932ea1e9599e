/** What all tests have in common. */
module.exports = {
	testEnvironment: 'node',
	// Far above what any test takes: a busy machine must not make one fail.
	testTimeout: 30_000,
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
