const base = require('../../jest.base.cjs');

/** The operator's tasks in a real browser and the real n8n, with the packed tarball. */
module.exports = {
	...base,
	rootDir: '../..',
	roots: ['<rootDir>/test/browser'],
	testTimeout: 180_000,
};
