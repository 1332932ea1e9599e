// Run by metadata.test.ts: loads the package with n8n's own loader, first as n8n does when it starts, then as it does
// when a workflow uses every node and credential.
const path = require('node:path');

const [folder, n8nCore] = process.argv.slice(2);
const { LazyPackageDirectoryLoader } = require(n8nCore);

const requiredFiles = () =>
	Object.keys(require.cache).filter((file) => file.startsWith(path.join(folder, 'dist')));

async function main() {
	const loader = new LazyPackageDirectoryLoader(folder);
	await loader.loadAll();
	const atStart = { isLazyLoaded: loader.isLazyLoaded, requiredFiles: requiredFiles() };
	const nodes = Object.keys(loader.known.nodes).map((name) => {
		const { type } = loader.getNode(name);
		return { name, className: type.constructor.name, description: type.description };
	});
	const credentials = Object.keys(loader.known.credentials).map((name) => {
		const { type } = loader.getCredential(name);
		return { name, className: type.constructor.name, properties: type.properties };
	});
	console.log(JSON.stringify({ atStart, nodes, credentials }));
}

main();
