// Run by isolated-load.test.ts: loads every file n8n would load and reports what that brought in.
const path = require('node:path');

const folder = process.argv[2];
const files = process.argv.slice(3);

const shared = require(path.join(folder, 'dist/package.js'));
const main = require(folder);
const classes = files.map((file) => {
	const loaded = require(path.join(folder, file));
	return Object.entries(loaded).map(([name, loadedClass]) => ({
		name,
		isShared: loadedClass === shared[name] && loadedClass === main[name],
		constructs: new loadedClass() instanceof loadedClass,
	}));
});
const modules = Object.keys(require.cache)
	.filter((file) => file.startsWith(folder + path.sep))
	.map((file) => path.relative(folder, file).replaceAll(path.sep, '/'));

console.log(JSON.stringify({ classes: classes.flat(), modules }));
