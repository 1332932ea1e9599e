// Run by isolated-load.test.ts: loads every file that n8n would load, and prints which files that loaded.
const path = require('node:path');

const folder = process.argv[2];
const { nodes, credentials } = JSON.parse(process.argv[3]);

const filesLoaded = () =>
	Object.keys(require.cache)
		.filter((file) => file.startsWith(folder + path.sep))
		.map((file) => path.relative(folder, file).replaceAll(path.sep, '/'))
		.sort();

const classesOf = (files) =>
	files.flatMap((file) => Object.values(require(path.join(folder, file))));

async function main() {
	const credentialTypes = classesOf(credentials).map((type) => new type());
	const withCredentials = filesLoaded();

	// It fails, because nothing is filled in. It fails inside the client, so the client was found.
	const refusals = [];
	for (const credential of credentialTypes) {
		await credential.authenticate({}, {}).catch((error) => refusals.push(error.name));
	}
	const withClient = filesLoaded();

	const shared = require(folder);
	const nodeTypes = classesOf(nodes).map((type) => ({
		name: type.name,
		isShared: type === shared[type.name],
		constructs: new type() instanceof type,
	}));
	console.log(
		JSON.stringify({ withCredentials, refusals, withClient, nodeTypes, withAll: filesLoaded() }),
	);
}

main();
