import os from 'node:os';
import path from 'node:path';

/** The root of this checkout. */
export const projectRoot = path.resolve(__dirname, '../..');

/** The cache of this checkout, ignored by git. */
export const checkoutCache = path.join(projectRoot, '.cache');

/** The cache that all clones of this user share, where the platform keeps caches. */
export function userCache(): string {
	const home = os.homedir();
	const base =
		process.env.XDG_CACHE_HOME ??
		(process.platform === 'darwin'
			? path.join(home, 'Library', 'Caches')
			: process.platform === 'win32'
				? (process.env.LOCALAPPDATA ?? path.join(home, 'AppData', 'Local'))
				: path.join(home, '.cache'));
	return path.join(base, 'n8n-nodes-partner-settlement');
}
