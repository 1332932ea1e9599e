import type { Sandbox } from '../sandbox/index';
import { CREDENTIAL_TYPE, credentialData } from './credential';
import { type Example, importExample, readExamples, webhooksOf } from './examples';
import { PACKAGE_NAME } from './n8n';
import type { N8nApi } from './n8n-api';
import type { NewCredential, StoredCredential, StoredWorkflow } from './n8n-api-schemas';
import { withSandboxRules } from './sandbox-rules';

const TRIGGER = `${PACKAGE_NAME}.partnerSettlementTrigger`;
const CREDENTIAL_NAME = 'Partner Settlement (sandbox)';

/** The header that the payout example asks for. For this machine only. */
const PAYOUT_KEY = { name: 'x-api-key', value: 'Local-demo-1' };

/** The examples in an n8n, and what they work with. */
export interface DemoExamples {
	/** The partner of the credential. */
	partnerId: string;
	credential: StoredCredential;
	/** What is in the credential. */
	fields: Record<string, string>;
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
): Promise<Pick<DemoExamples, 'partnerId' | 'credential' | 'fields'>> {
	const partner = await sandbox.createPartner({ callbackUrl });
	const fields = credentialData(sandbox, partner);
	const credential = await store(api, { name, type: CREDENTIAL_TYPE, data: fields });
	return { partnerId: partner.partnerId, credential, fields };
}

/** Where the examples that have one want their events. */
async function callbackUrls(
	api: N8nApi,
	examples: Example[],
): Promise<{ example: Example; url: string }[]> {
	const types = await api.nodeTypes();
	return examples.flatMap((example) => {
		const trigger = webhooksOf(example.workflow, types).find(({ node }) => node.type === TRIGGER);
		return trigger ? [{ example, url: `${api.url}/webhook/${trigger.path}` }] : [];
	});
}

/** Stores the credentials and imports all examples with the sandbox's rules; those that an earlier start has left are updated. */
export async function importExamples(api: N8nApi, sandbox: Sandbox): Promise<DemoExamples> {
	const examples = await readExamples();
	// A partner has one callback URL, so each further example with a trigger has a partner of its own.
	const [first, ...others] = await callbackUrls(api, examples);
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
	const imported: DemoExamples['examples'] = [];
	for (const example of examples) {
		const credentials = [own.get(example) ?? main.credential, payoutDesk];
		const workflow = withSandboxRules(example.workflow);
		const stored = await importExample(api, workflow, credentials);
		imported.push({ ...example, stored });
	}
	return { ...main, payoutKey: PAYOUT_KEY, examples: imported };
}
