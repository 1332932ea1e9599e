import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { PACKAGE_NAME } from '../stack/n8n';

export interface Sizes {
	/** Bytes. */
	tarball: number;
	/** Bytes of all files. */
	installed: number;
	files: number;
	/** What an install puts beside the package. */
	otherPackages: number;
}

/** The tarball, and what n8n's user folder holds once it is installed there. */
export async function measureSizes(tarball: string, userFolder: string): Promise<Sizes> {
	const modules = path.join(userFolder, '.n8n', 'nodes', 'node_modules');
	const inside = await readdir(path.join(modules, PACKAGE_NAME), {
		recursive: true,
		withFileTypes: true,
	});
	const files = inside.filter((entry) => entry.isFile());
	const sizes = await Promise.all(
		files.map(async (file) => (await stat(path.join(file.parentPath, file.name))).size),
	);
	const packages = (await readdir(modules)).filter((name) => !name.startsWith('.'));
	return {
		tarball: (await stat(tarball)).size,
		installed: sizes.reduce((sum, size) => sum + size, 0),
		files: files.length,
		otherPackages: packages.filter((name) => name !== PACKAGE_NAME).length,
	};
}
