import type { Sandbox } from '../sandbox/index';
import { CREDENTIAL_TYPE, credentialData } from './credential';
import {
	callbackUrlOf,
	type Example,
	importExample,
	readBuildingBlocks,
	readExamples,
} from './examples';
import type { N8nApi } from './n8n-api';
import type { NewCredential, StoredCredential, StoredWorkflow, Workflow } from './n8n-api-schemas';
import { withSandboxValues } from './sandbox-values';

/** The people who open the examples' forms, by their names in the files. For this machine only. */
export const PEOPLE = {
	'Operator (sandbox)': { user: 'operator', password: 'Local-demo-1' },
	'First approver (sandbox)': { user: 'first', password: 'Local-demo-2' },
	'Second approver (sandbox)': { user: 'second', password: 'Local-demo-3' },
} as const;

/** The examples in an n8n, and what they work with. */
export interface DemoExamples {
	/** The partner of the credential. */
	partnerId: string;
	credential: StoredCredential;
	/** The fields of the credential. */
	fields: Record<string, string>;
	examples: (Example & { stored: StoredWorkflow })[];
	/** The workflows that the examples call. */
	blocks: StoredWorkflow[];
}

async function store(api: N8nApi, credential: NewCredential): Promise<StoredCredential> {
	const present = await api.listCredentials();
	const { name, type } = credential;
	const old = present.find((one) => one.name === name && one.type === type);
	return old ? api.updateCredential(old.id, credential) : api.createCredential(credential);
}

/** Stores the passwords that open the examples' forms. */
export async function storePeople(api: N8nApi): Promise<StoredCredential[]> {
	const stored: StoredCredential[] = [];
	for (const [name, data] of Object.entries(PEOPLE)) {
		stored.push(await store(api, { name, type: 'httpBasicAuth', data }));
	}
	return stored;
}

/** Imports the workflows that examples call. */
export async function importBlocks(
	api: N8nApi,
	credentials: StoredCredential[],
): Promise<StoredWorkflow[]> {
	const blocks: StoredWorkflow[] = [];
	for (const { workflow } of await readBuildingBlocks()) {
		blocks.push(await importExample(api, withSandboxValues(workflow), credentials));
	}
	return blocks;
}

/**
 * Stores the credentials and imports all examples with the sandbox's values. Existing ones from an earlier start are
 * updated.
 *
 * @param change changes each example before its import
 */
export async function importExamples(
	api: N8nApi,
	sandbox: Sandbox,
	change: (workflow: Workflow) => Workflow = (workflow) => workflow,
): Promise<DemoExamples> {
	const partner = await sandbox.createPartner();
	const fields = credentialData(sandbox, partner);
	const name = 'Partner Settlement (sandbox)';
	const credential = await store(api, { name, type: CREDENTIAL_TYPE, data: fields });
	const credentials = [credential, ...(await storePeople(api))];
	const blocks = await importBlocks(api, credentials);
	const examples: DemoExamples['examples'] = [];
	for (const { name: file, workflow } of await readExamples()) {
		const changed = change(withSandboxValues(workflow));
		const stored = await importExample(api, changed, credentials, blocks);
		const callbackUrl = callbackUrlOf(api.url, changed);
		if (callbackUrl !== undefined) sandbox.setCallbackUrl(partner.partnerId, callbackUrl);
		examples.push({ name: file, workflow: changed, stored });
	}
	return { partnerId: partner.partnerId, credential, fields, examples, blocks };
}
