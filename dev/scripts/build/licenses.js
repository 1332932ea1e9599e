const fs = require('node:fs');
const path = require('node:path');

/** Licences that let us ship the code in a bundle as long as we include their text. */
const PERMISSIVE = new Set([
	'(MIT OR Apache-2.0)',
	'0BSD',
	'Apache-2.0',
	'BlueOak-1.0.0',
	'BSD-2-Clause',
	'BSD-3-Clause',
	'CC0-1.0',
	'ISC',
	'MIT',
]);

const LICENCE_FILE = /^(licen[cs]e|copying|notice)([.-].*)?$/i;

/** A file's package is the nearest package.json with a name: some packages nest nameless ones. */
function packageFolder(file) {
	let folder = path.dirname(file);
	while (folder !== path.dirname(folder)) {
		const manifest = path.join(folder, 'package.json');
		if (fs.existsSync(manifest) && JSON.parse(fs.readFileSync(manifest, 'utf8')).name) {
			return folder;
		}
		folder = path.dirname(folder);
	}
	throw new Error(`No package.json above ${file}`);
}

function describePackage(folder) {
	const { name, version, license } = JSON.parse(
		fs.readFileSync(path.join(folder, 'package.json'), 'utf8'),
	);
	if (!PERMISSIVE.has(license)) {
		throw new Error(`${name}@${version} is bundled, but its licence is ${String(license)}`);
	}
	const texts = fs
		.readdirSync(folder)
		.filter((entry) => LICENCE_FILE.test(entry))
		.sort()
		.map((entry) => fs.readFileSync(path.join(folder, entry), 'utf8').trim());
	if (texts.length === 0) {
		throw new Error(`${name}@${version} is bundled, but has no licence file to pass on`);
	}
	return { name, version, license, text: texts.join('\n\n') };
}

/**
 * Every npm package with code in the bundle, by name.
 *
 * @param {import('esbuild').Metafile} metafile esbuild's account of what went into the bundle
 * @returns {{ name: string, version: string, license: string, text: string }[]} text is the content of its licence
 *   files
 * @throws {Error} if a bundled package has no licence file, or a licence that is not permissive
 */
function bundledPackages(metafile) {
	const folders = new Set();
	for (const output of Object.values(metafile.outputs)) {
		for (const [input, { bytesInOutput }] of Object.entries(output.inputs)) {
			if (bytesInOutput > 0 && input.includes('node_modules/')) {
				folders.add(packageFolder(path.resolve(input)));
			}
		}
	}
	const packages = [...folders].map(describePackage);
	return packages.sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

/**
 * The files that say what is in the bundle. They ship with it.
 *
 * @param {ReturnType<typeof bundledPackages>} packages
 * @returns {Record<string, string>} texts by file name: a list for tools, and the licences in full
 */
function thirdPartyFiles(packages) {
	const rule = '-'.repeat(80);
	const sections = packages.map(
		({ name, version, license, text }) =>
			`${rule}\n${name} ${version} (${license})\n${rule}\n\n${text}\n`,
	);
	const list = packages.map(({ name, version, license }) => ({ name, version, license }));
	return {
		'bundled-packages.json': `${JSON.stringify(list, null, 2)}\n`,
		'THIRD-PARTY-LICENSES.txt': [
			'This package contains code of the following packages.\n',
			...sections,
		].join('\n'),
	};
}

module.exports = { bundledPackages, thirdPartyFiles };
