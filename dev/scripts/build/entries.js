const path = require('node:path');

/**
 * The files n8n loads, as package.json's "n8n" section names them. n8n takes the class name from
 * the file name (`dist/nodes/Foo/Foo.node.js` exports `Foo`), and so do we.
 *
 * @param {string[]} files paths in dist, relative to the package's root
 * @returns {{ file: string, className: string, source: string }[]} source is the TypeScript it is made of
 */
function loadedFiles(files) {
	return files.map((file) => ({
		file,
		className: path.posix.basename(file).split('.')[0],
		source: file.replace(/^dist\//, '').replace(/\.js$/, '.ts'),
	}));
}

/**
 * A file that only re-exports one class of the shared bundle. All such files share one module instance and so one token
 * cache.
 *
 * @param {{ file: string, className: string }} entry one of loadedFiles()
 * @param {string} bundle the bundle's path, relative to the package's root
 * @returns {string} the stub's source
 */
function stubSource({ file, className }, bundle) {
	const request = path.posix.relative(path.posix.dirname(file), bundle);
	return `exports.${className} = require('${request}').${className};\n`;
}

module.exports = { loadedFiles, stubSource };
