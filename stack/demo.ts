import { type Sandbox, startSandbox } from '../sandbox/index';
import { CREDENTIAL_TYPE, credentialData } from './credential';
import { type Example, importExample, readExamples, webhooksOf } from './examples';
import { isFree } from './free-port';
import { type N8n, PACKAGE_NAME, startN8n } from './n8n';
import { N8nApi, type NewCredential, type Owner } from './n8n-api';
import type { StoredCredential, StoredWorkflow } from './n8n-api-schemas';
import { packTarball } from './package';

const TRIGGER = `${PACKAGE_NAME}.partnerSettlementTrigger`;
const CREDENTIAL_NAME = 'Partner Settlement (sandbox)';

/** For this machine only: n8n listens on 127.0.0.1, and its partners are the sandbox's. */
const OWNER: Owner = { email: 'demo@example.com', password: 'Local-demo-1' };

/** The header that the payout example asks for. For this machine only, as well. */
const PAYOUT_KEY = { name: 'x-api-key', value: 'Local-demo-1' };

/** Milliseconds until an order settles: long enough to see it pending. */
const SETTLE_MS = 2_000;

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
	/** The partner of the credential. */
	partnerId: string;
	credential: StoredCredential;
	payoutKey: typeof PAYOUT_KEY;
	examples: (Example & { stored: StoredWorkflow })[];
}

async function store(api: N8nApi, credential: NewCredential): Promise<StoredCredential> {
	const present = await api.listCredentials();
	const old = present.find(
		({ name, type }) => name === credential.name && type === credential.type,
	);
	return old ? api.updateCredential(old.id, credential) : api.createCredential(credential);
}

/** Makes a partner in the sandbox and stores its credential under this name. */
async function storePartner(
	api: N8nApi,
	sandbox: Sandbox,
	name: string,
	callbackUrl: string | undefined,
): Promise<{ partnerId: string; credential: StoredCredential }> {
	const partner = await sandbox.createPartner({ callbackUrl });
	const data = credentialData(sandbox, partner);
	const credential = await store(api, { name, type: CREDENTIAL_TYPE, data });
	return { partnerId: partner.partnerId, credential };
}

/** Where the examples that have one want their events. */
async function callbackUrls(
	api: N8nApi,
	n8n: N8n,
	examples: Example[],
): Promise<{ example: Example; url: string }[]> {
	const types = await api.nodeTypes();
	return examples.flatMap((example) => {
		const trigger = webhooksOf(example.workflow, types).find(({ node }) => node.type === TRIGGER);
		return trigger ? [{ example, url: n8n.webhookUrl(trigger.path) }] : [];
	});
}

/**
 * Brings the demo up: the packed package in a real n8n, a sandbox, the credentials and the examples, which are updated
 * where an earlier start has left them.
 *
 * @throws Error when the port is taken
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

	step('Starting the sandbox');
	const sandbox = await startSandbox({ settleMs: SETTLE_MS });
	stopLater(() => sandbox.close());

	step('Storing the credentials and importing the examples');
	const examples = await readExamples();
	// A partner has one callback URL, so each further example with a trigger has a partner of its own.
	const [first, ...others] = await callbackUrls(api, n8n, examples);
	const main = await storePartner(api, sandbox, CREDENTIAL_NAME, first?.url);
	const own = new Map<Example, StoredCredential>();
	for (const { example, url } of others) {
		const name = `${CREDENTIAL_NAME}, ${example.name}`;
		own.set(example, (await storePartner(api, sandbox, name, url)).credential);
	}
	const payoutDesk = await store(api, {
		name: 'Payout desk (sandbox)',
		type: 'httpHeaderAuth',
		data: PAYOUT_KEY,
	});
	const imported: Demo['examples'] = [];
	for (const example of examples) {
		const credentials = [own.get(example) ?? main.credential, payoutDesk];
		const stored = await importExample(api, example.workflow, credentials);
		imported.push({ ...example, stored });
	}
	return {
		...main,
		url: n8n.url,
		api,
		owner: OWNER,
		sandboxUrl: sandbox.url,
		payoutKey: PAYOUT_KEY,
		examples: imported,
	};
}
