import { type PartnerCredentials, type Sandbox, startSandbox } from '../../../dev/sandbox/index';
import type { RecordedRequest, SandboxOptions } from '../../../dev/sandbox/index';
import { CREDENTIAL_TYPE, credentialData } from '../../../dev/stack/credential';
import type { StoredCredential } from '../../../dev/stack/n8n-api-schemas';
import { sharedN8n } from './harness';

const EXCHANGE = '/auth/v1/partner/token';

/** A test file's own sandbox, with a partner whose credential is stored in the shared n8n. */
export interface OwnSandbox {
	sandbox: Sandbox;
	partner: PartnerCredentials;
	credential: StoredCredential;
	/** The requests since the last call of this function, without token exchanges. */
	newRequests(): RecordedRequest[];
	/** Stores a credential for this sandbox that differs in some fields. */
	credentialWith(change: Record<string, string>): Promise<StoredCredential>;
}

export async function startOwnSandbox(options: SandboxOptions = {}): Promise<OwnSandbox> {
	const sandbox = await startSandbox(options);
	const partner = await sandbox.createPartner();
	// This sandbox shows its documents at once, so no lookup has to wait.
	const apiDifferences = JSON.stringify({ documentDelay: 0 });
	const data = { ...credentialData(sandbox, partner), apiDifferences };
	const credentialWith = async (change: Record<string, string>) => {
		const api = await sharedN8n();
		const fields = { name: 'Own sandbox', type: CREDENTIAL_TYPE, data: { ...data, ...change } };
		return api.createCredential(fields);
	};
	let seen = 0;
	return {
		sandbox,
		partner,
		credential: await credentialWith({}),
		newRequests: () => {
			const all = sandbox.state.requests;
			const fresh = all.slice(seen).filter(({ path }) => !path.endsWith(EXCHANGE));
			seen = all.length;
			return fresh;
		},
		credentialWith,
	};
}
