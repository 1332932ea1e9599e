const base = require('../../jest.base.cjs');

/** n8n in queue mode: several processes, Postgres and Redis. */
module.exports = {
	...base,
	rootDir: '../..',
	roots: ['<rootDir>/test/scale'],
	maxWorkers: 1,
	testTimeout: 600_000,
};
