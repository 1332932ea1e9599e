import { type PartnerCredentials, type Sandbox, startSandbox } from '../../../dev/sandbox/index';
import type { RecordedRequest, SandboxOptions } from '../../../dev/sandbox/index';
import { CREDENTIAL_TYPE, credentialData } from '../../../dev/stack/credential';
import type { N8nApi } from '../../../dev/stack/n8n-api';
import type { StoredCredential } from '../../../dev/stack/n8n-api-schemas';
import { used } from '../used';
import { sharedN8n } from './harness';

const EXCHANGE = '/auth/v1/partner/token';

/** A test file's own sandbox, with a partner whose credential is stored in an n8n. */
export interface OwnSandbox {
	sandbox: Sandbox;
	partner: PartnerCredentials;
	api: N8nApi;
	credential: StoredCredential;
	/** The requests since the last call of this function, without token exchanges. */
	newRequests(): RecordedRequest[];
	/** The bodies of those of them that went to this path, or one that ends so. */
	sentTo(path: string): Record<string, unknown>[];
	/** Stores a credential for this sandbox that differs in some fields. */
	credentialWith(change: Record<string, string>): Promise<StoredCredential>;
}

/** @param given the n8n; by default, the shared one */
export async function startOwnSandbox(
	options: SandboxOptions = {},
	given?: N8nApi,
): Promise<OwnSandbox> {
	const api = given ?? (await sharedN8n());
	const sandbox = await startSandbox(options);
	const partner = await sandbox.createPartner();
	// This sandbox shows its documents at once, so no lookup has to wait.
	const apiDifferences = JSON.stringify({ documentDelay: 0 });
	const data = { ...credentialData(sandbox, partner), apiDifferences };
	const credentialWith = async (change: Record<string, string>) => {
		const fields = { name: 'Own sandbox', type: CREDENTIAL_TYPE, data: { ...data, ...change } };
		return api.createCredential(fields);
	};
	let seen = 0;
	const newRequests = () => {
		const all = sandbox.state.requests;
		const fresh = all.slice(seen).filter(({ path }) => !path.endsWith(EXCHANGE));
		seen = all.length;
		return fresh;
	};
	return {
		sandbox,
		partner,
		api,
		credential: await credentialWith({}),
		newRequests,
		sentTo: (end) =>
			newRequests()
				.filter(({ path }) => path.endsWith(end))
				.map(({ body }) => JSON.parse(body) as Record<string, unknown>),
		credentialWith,
	};
}

/** @param each whether every test gets one of its own; by default, the tests of the file share one */
export function useOwnSandbox(options: SandboxOptions = {}, each = false): OwnSandbox {
	return used(
		() => startOwnSandbox(options),
		(own) => own.sandbox.close(),
		each,
	);
}
