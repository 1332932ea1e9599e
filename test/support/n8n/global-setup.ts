import { randomBytes } from 'node:crypto';
import { startN8n } from '../../../dev/stack/n8n';
import { N8nApi } from '../../../dev/stack/n8n-api';
import { packTarball } from '../../../dev/stack/package';
import { publishContext } from './context';
import { stopLater } from './global-teardown';
import { filesOfThePackage } from './harness';

/** Packs the package, installs it into a real n8n, and starts that n8n. */
export default async function globalSetup(): Promise<void> {
	const tarball = await packTarball();
	// The browser's calendar and n8n must agree on which day is today.
	const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
	const n8n = await startN8n({ tarball, stopLater, env: { GENERIC_TIMEZONE: timeZone } });
	const loadedAtStart = filesOfThePackage(await n8n.loadedFiles());
	const password = `Test-1-${randomBytes(8).toString('hex')}`;
	const owner = { email: 'owner@example.com', password };
	await new N8nApi(n8n.url).signIn(owner);
	publishContext({ tarball, url: n8n.url, loadedAtStart, owner });
}
