import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The oldest n8n that these nodes are made for; `npm run test:versions` runs it. */
const OLDEST = '1.123';

// Here, so that an old n8n is told before anything is loaded that it lacks. It shows the error where a node is used first.
refuseOldN8n();

/** @throws Error that names n8n's version and the oldest supported one */
function refuseOldN8n(): void {
	const version = versionOfN8n();
	if (version === undefined || version.localeCompare(OLDEST, 'en', { numeric: true }) >= 0) return;
	throw new Error(
		`Partner Settlement needs n8n ${OLDEST} or newer, and this is n8n ${version}. Update n8n.`,
	);
}

/**
 * n8n tells a node nothing of its version, but its command stands in its package.
 *
 * @returns undefined where something else than n8n's own command started the process
 */
function versionOfN8n(): string | undefined {
	try {
		const command = require.main?.filename ?? '';
		const file = path.join(path.dirname(command), '..', 'package.json');
		const { name, version } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
		return name === 'n8n' && typeof version === 'string' ? version : undefined;
	} catch {
		return undefined;
	}
}
