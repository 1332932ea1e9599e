/** In-process tests. The real n8n has a configuration of its own: test/n8n/jest.config.cjs. */
module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test'],
	testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/n8n/'],
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
