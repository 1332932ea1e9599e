import {
	type ApiCall,
	type ClientOptions,
	PartnerApiError,
	PartnerClient,
	type PartnerSettings,
	readSettings,
} from '../../partner-api';
import type { PartnerCredentials, PartnerOptions, Sandbox } from '../../dev/sandbox';

export const BALANCE: ApiCall = {
	method: 'GET',
	base: 'api',
	path: '/partner/balance',
	retrySafety: 'safe',
};
export const BALANCE_REQUEST = 'GET /gw/partner/balance';
/** No retries, so that a test sees what a single fault does. */
const NEVER = { retries: 0, longestWait: 0 };
export const EXCHANGE_REQUEST = 'POST /gw/auth/v1/partner/token';

/** A sandbox with one partner, and a client that acts for that partner. */
export class Contract {
	private constructor(
		readonly sandbox: Sandbox,
		readonly partner: PartnerCredentials,
	) {}

	/** A new partner on a running sandbox. Nobody holds a token for it yet. */
	static async of(sandbox: Sandbox, partner?: PartnerOptions): Promise<Contract> {
		sandbox.clearFaults();
		const credentials = await sandbox.createPartner(partner);
		sandbox.resetStats();
		return new Contract(sandbox, credentials);
	}

	settings(change: Record<string, string> = {}): PartnerSettings {
		return readSettings(this.credential(change));
	}

	/** The fields of that partner's credential, as n8n gives them to a node, including those that the dialect needs. */
	credential(change: Record<string, string> = {}) {
		return {
			// This sandbox shows its documents at once, so no lookup has to wait.
			apiDifferences: JSON.stringify({ documentDelay: 0, ...this.sandbox.differences }),
			apiUrl: this.sandbox.apiUrl,
			baseUrl: this.sandbox.baseUrl,
			partnerId: this.partner.partnerId,
			keyId: this.partner.keyId,
			privateKey: this.partner.privateKeyPem,
			...change,
		};
	}

	client(options: Partial<ClientOptions> = {}, change?: Record<string, string>): PartnerClient {
		return new PartnerClient(this.settings(change), {
			timeoutMs: 10_000,
			retry: NEVER,
			...options,
		});
	}

	/** The orders of this partner. */
	orders() {
		const { partnerId } = this.partner;
		return this.sandbox.state.orders.filter((one) => String(one.partnerId) === partnerId);
	}

	/** How many requests of this kind, e.g. 'GET /gw/partner/balance', arrived. */
	arrived(request: string): number {
		return this.sandbox.stats().requests[request] ?? 0;
	}

	/** The raw bodies that arrived at a path. */
	bodies(path: string): string[] {
		return this.sandbox.state.requests
			.filter((request) => request.path.endsWith(path))
			.map(({ body }) => body);
	}
}

/** The error of a call that must fail. */
export async function failureOf(work: Promise<unknown>): Promise<PartnerApiError> {
	try {
		await work;
	} catch (error) {
		if (error instanceof PartnerApiError) return error;
		throw error;
	}
	throw new Error('It did not fail');
}

/** Runs the same work this many times at once. */
export async function atOnce<Result>(
	times: number,
	work: (index: number) => Promise<Result>,
): Promise<Result[]> {
	return await Promise.all(Array.from({ length: times }, async (_, index) => await work(index)));
}
