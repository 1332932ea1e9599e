const base = require('../../jest.base.cjs');

/** The packed tarball in the real n8n. One n8n and one sandbox serve all files, one at a time. */
module.exports = {
	...base,
	rootDir: '../..',
	roots: ['<rootDir>/test/n8n'],
	globalSetup: '<rootDir>/test/n8n/global-setup.ts',
	globalTeardown: '<rootDir>/test/n8n/global-teardown.ts',
	maxWorkers: 1,
	testTimeout: 180_000,
};
