const base = require('../../jest.config.cjs');

/** n8n in queue mode: several processes, Postgres and Redis. */
module.exports = {
	...base,
	rootDir: '../..',
	roots: ['<rootDir>/test/scale'],
	testPathIgnorePatterns: ['/node_modules/'],
	maxWorkers: 1,
	testTimeout: 300_000,
};
