import path from 'node:path';
import { startSandbox } from '../sandbox/index';
import { CREDENTIAL_TYPE, credentialData } from './credential';
import { type ExampleWebhook, importExamples, readExamples, webhooksOf } from './examples';
import { isFree } from './free-port';
import { PACKAGE_NAME, startN8n } from './n8n';
import { N8nApi, type Owner } from './n8n-api';
import { packTarball } from './package';
import { checkoutCache } from './paths';

const TRIGGER = `${PACKAGE_NAME}.partnerSettlementTrigger`;
const CREDENTIAL_NAME = 'Partner Settlement (sandbox)';

/** For this machine only: n8n listens on 127.0.0.1, and its partner is the sandbox's. */
const OWNER: Owner = { email: 'demo@example.com', password: 'Local-demo-1' };

export interface Demo {
	url: string;
	owner: Owner;
	sandboxUrl: string;
	credentialName: string;
	webhooks: (ExampleWebhook & { workflow: string; url: string })[];
}

async function storeCredential(
	api: N8nApi,
	data: Record<string, string>,
): Promise<ReturnType<N8nApi['createCredential']>> {
	const credential = { name: CREDENTIAL_NAME, type: CREDENTIAL_TYPE, data };
	const present = await api.listCredentials();
	const old = present.find(
		({ name, type }) => name === CREDENTIAL_NAME && type === CREDENTIAL_TYPE,
	);
	return old ? api.updateCredential(old.id, credential) : api.createCredential(credential);
}

/**
 * Brings the demo up: the packed package in a real n8n, a sandbox, the credential and the
 * examples. Its user folder is kept in the checkout's cache, and a second start goes on with it.
 * Whatever has been started is handed to `stopLater`, also when a later step throws.
 */
export async function startDemo(
	port: number,
	step: (line: string) => void,
	stopLater: (stop: () => Promise<void>) => void,
): Promise<Demo> {
	if (!(await isFree(port))) {
		throw new Error(`Port ${port} is in use. Choose another one: PORT=${port + 1} npm start`);
	}
	step('Packing the package');
	const tarball = await packTarball(step);
	step('Starting n8n with the packed package installed');
	const userFolder = path.join(checkoutCache, 'demo');
	const n8n = await startN8n({ tarball, userFolder, port, report: step });
	stopLater(() => n8n.stop());

	step('Signing in and looking at the examples');
	const api = new N8nApi(n8n.url);
	await api.signIn(OWNER);
	const examples = await readExamples();
	const types = await api.nodeTypes();
	const webhooks = examples.flatMap((example) =>
		webhooksOf(example, types).map((webhook) => ({
			...webhook,
			workflow: example.name,
			url: n8n.webhookUrl(webhook.path),
		})),
	);

	step('Starting the sandbox');
	const callbackUrl = webhooks.find(({ node }) => node.type === TRIGGER)?.url;
	const sandbox = await startSandbox({ callbackUrl });
	stopLater(() => sandbox.close());

	step('Storing the credential and importing the examples');
	const credential = await storeCredential(
		api,
		credentialData(sandbox, await sandbox.createPartner()),
	);
	await importExamples(api, examples, credential);
	return {
		url: n8n.url,
		owner: OWNER,
		sandboxUrl: sandbox.url,
		credentialName: CREDENTIAL_NAME,
		webhooks,
	};
}
