/** The tasks in the editor take as long as all else, in a file that looks short: one worker begins with them. */
module.exports = class LongestFirst {
	sort(tests) {
		const isLong = ({ path }) => path.endsWith('operator-tasks.test.ts');
		return [...tests.filter(isLong), ...tests.filter((test) => !isLong(test))];
	}

	/** jest's own remembers how long each took. */
	cacheResults() {
		return undefined;
	}
};
