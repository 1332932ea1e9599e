const base = require('../../jest.base.cjs');

/** The packed tarball in a real n8n that the tests kill and start again. */
module.exports = {
	...base,
	rootDir: '../..',
	roots: ['<rootDir>/test/own-n8n'],
	testTimeout: 180_000,
};
