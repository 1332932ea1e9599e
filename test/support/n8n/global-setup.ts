import { randomBytes } from 'node:crypto';
import { startSandbox } from '../../../dev/sandbox/index';
import { CREDENTIAL_TYPE, credentialData } from '../../../dev/stack/credential';
import { startN8n } from '../../../dev/stack/n8n';
import { N8nApi } from '../../../dev/stack/n8n-api';
import { packTarball } from '../../../dev/stack/package';
import { publishContext } from './context';
import { stopLater } from './global-teardown';
import { filesOfThePackage } from './harness';

/** Packs the package, installs it into a real n8n, and starts that n8n and a sandbox. */
export default async function globalSetup(): Promise<void> {
	const tarball = await packTarball();
	const sandbox = await startSandbox();
	stopLater(() => sandbox.close());
	// The browser's calendar and n8n must agree on which day is today.
	const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
	const n8n = await startN8n({ tarball, stopLater, env: { GENERIC_TIMEZONE: timeZone } });

	const loadedAtStart = filesOfThePackage(await n8n.loadedFiles());

	const owner = {
		email: 'owner@example.com',
		password: `Test-1-${randomBytes(8).toString('hex')}`,
	};
	const api = new N8nApi(n8n.url);
	await api.signIn(owner);
	const partner = await sandbox.createPartner();
	const credential = await api.createCredential({
		name: 'Sandbox',
		type: CREDENTIAL_TYPE,
		data: credentialData(sandbox, partner),
	});
	publishContext({
		tarball,
		n8n: { url: n8n.url, loadedAtStart, owner, credential },
		sandbox: { url: sandbox.url, apiUrl: sandbox.apiUrl, baseUrl: sandbox.baseUrl, partner },
	});
}
