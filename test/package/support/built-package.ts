import { readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(__dirname, '../../..');

interface Manifest {
	name: string;
	dependencies?: object;
	optionalDependencies?: object;
	peerDependencies: object;
	bundleDependencies?: string[];
	scripts: object;
	n8n: { nodes: string[]; credentials: string[] };
}

/** Reads a JSON file of the package (path from its root). */
export function readJson(file: string): unknown {
	return JSON.parse(readFileSync(path.join(root, file), 'utf8'));
}

export const manifest = readJson('package.json') as Manifest;

/** The files n8n loads: package.json names them, the build writes them. */
export const loadedFiles = [...manifest.n8n.nodes, ...manifest.n8n.credentials];

/** n8n takes a class' name from its file's: `Foo.node.js` exports `Foo`. */
export function classNameOf(file: string): string {
	return path.basename(file).replace(/\..*$/, '');
}
