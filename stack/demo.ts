import { startSandbox } from '../sandbox/index';
import { CREDENTIAL_TYPE, credentialData } from './credential';
import { type ExampleWebhook, importExamples, readExamples, webhooksOf } from './examples';
import { isFree } from './free-port';
import { PACKAGE_NAME, startN8n } from './n8n';
import { N8nApi, type Owner } from './n8n-api';
import type { StoredCredential, StoredWorkflow } from './n8n-api-schemas';
import { packTarball } from './package';

const TRIGGER = `${PACKAGE_NAME}.partnerSettlementTrigger`;
const CREDENTIAL_NAME = 'Partner Settlement (sandbox)';

/** For this machine only: n8n listens on 127.0.0.1, and its partner is the sandbox's. */
const OWNER: Owner = { email: 'demo@example.com', password: 'Local-demo-1' };

export interface DemoOptions {
	/** Port of 127.0.0.1 for n8n. */
	port: number;
	/** n8n's user folder; what an earlier start left there is gone on with. */
	userFolder: string;
	/** Receives a line for each step. */
	step: (line: string) => void;
	/** Receives what has to be stopped in the end, also when a later step throws. */
	stopLater: (stop: () => Promise<void>) => void;
}

export interface Demo {
	url: string;
	/** Signed in. */
	api: N8nApi;
	owner: Owner;
	sandboxUrl: string;
	credential: StoredCredential;
	examples: StoredWorkflow[];
	webhooks: (ExampleWebhook & { workflow: string; url: string })[];
}

async function storeCredential(
	api: N8nApi,
	data: Record<string, string>,
): Promise<StoredCredential> {
	const credential = { name: CREDENTIAL_NAME, type: CREDENTIAL_TYPE, data };
	const present = await api.listCredentials();
	const old = present.find(
		({ name, type }) => name === CREDENTIAL_NAME && type === CREDENTIAL_TYPE,
	);
	return old ? api.updateCredential(old.id, credential) : api.createCredential(credential);
}

/**
 * Brings the demo up: the packed package in a real n8n, a sandbox, the credential and the
 * examples, which are updated where an earlier start has left them. Throws when the port is taken.
 */
export async function startDemo(options: DemoOptions): Promise<Demo> {
	const { port, userFolder, step, stopLater } = options;
	if (!(await isFree(port))) {
		throw new Error(`Port ${port} is in use. Choose another one: PORT=${port + 1} npm start`);
	}
	step('Packing the package');
	const tarball = await packTarball(step);
	step('Starting n8n with the packed package installed');
	const n8n = await startN8n({ tarball, userFolder, port, stopLater, report: step });

	step('Signing in');
	const api = new N8nApi(n8n.url);
	await api.signIn(OWNER);
	const workflows = await readExamples();
	const types = await api.nodeTypes();
	const webhooks = workflows.flatMap((workflow) =>
		webhooksOf(workflow, types).map((webhook) => ({
			...webhook,
			workflow: workflow.name,
			url: n8n.webhookUrl(webhook.path),
		})),
	);

	step('Starting the sandbox');
	const callbackUrl = webhooks.find(({ node }) => node.type === TRIGGER)?.url;
	const sandbox = await startSandbox({ callbackUrl });
	stopLater(() => sandbox.close());

	step('Storing the credential and importing the examples');
	const data = credentialData(sandbox, await sandbox.createPartner());
	const credential = await storeCredential(api, data);
	const examples = await importExamples(api, workflows, credential);
	const { url } = n8n;
	return { url, api, owner: OWNER, sandboxUrl: sandbox.url, credential, examples, webhooks };
}
