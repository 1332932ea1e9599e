const { availableParallelism } = require('node:os');
const base = require('./jest.base.cjs');

const ELSEWHERE = ['browser', 'engine', 'n8n', 'own-n8n', 'scale', 'versions'];
const SUPPORT = '<rootDir>/test/engine/support';

/** In-process tests. The real n8n has configurations of its own: in test/n8n/, test/browser/, test/own-n8n/ and test/scale/. */
module.exports = {
	// Left to itself, jest takes one on two cores.
	maxWorkers: Math.max(2, availableParallelism() - 1),
	// Of several projects, jest asks none for it.
	testTimeout: base.testTimeout,
	projects: [
		{
			...base,
			roots: ['<rootDir>/test'],
			testPathIgnorePatterns: ELSEWHERE.map((folder) => `<rootDir>/test/${folder}/`),
		},
		{
			...base,
			roots: ['<rootDir>/test/engine'],
			testEnvironment: `${SUPPORT}/shared-environment.cjs`,
			setupFiles: [`${SUPPORT}/share-n8n.ts`],
		},
	],
};
