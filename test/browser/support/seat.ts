import { randomBytes } from 'node:crypto';
import { type PartnerCredentials, type Sandbox, startSandbox } from '../../../dev/sandbox/index';
import { Editor } from '../../../dev/stack/browser';
import { CREDENTIAL_TYPE, credentialData } from '../../../dev/stack/credential';
import { N8nApi } from '../../../dev/stack/n8n-api';
import type { StoredCredential } from '../../../dev/stack/n8n-api-schemas';
import { START, startNode } from '../../../dev/stack/single-node-workflow';
import { sharedN8n } from '../../support/n8n/harness';

/** A latency in milliseconds that an operator would not notice. */
export const SOON = { settleMs: 500, kytDelayMs: 50 };

const CREDENTIAL_NAME = 'Partner Settlement account';

/**
 * The operator's workplace: a user of the shared n8n with their own project, the editor in a browser, and a sandbox.
 */
export class Seat {
	private constructor(
		readonly sandbox: Sandbox,
		readonly api: N8nApi,
		readonly editor: Editor,
		private readonly credential: StoredCredential,
	) {}

	static async take(): Promise<Seat> {
		const sandbox = await startSandbox(SOON);
		const operator = {
			email: 'operator@example.com',
			password: `Test-1-${randomBytes(8).toString('hex')}`,
		};
		const owner = await sharedN8n();
		await owner.addMember(operator);
		const api = new N8nApi(owner.url);
		await api.signIn(operator);
		const credential = await api.createCredential({
			name: CREDENTIAL_NAME,
			type: CREDENTIAL_TYPE,
			data: credentialData(sandbox, await sandbox.createPartner()),
		});
		return new Seat(sandbox, api, await Editor.open(api.url, operator), credential);
	}

	/**
	 * Makes a partner for one task. n8n's only credential is theirs from now on, so that the editor chooses it by
	 * itself.
	 */
	async newPartner(balance: string, sandbox: Sandbox): Promise<PartnerCredentials> {
		const partner = await sandbox.createPartner({ balance });
		await this.giveCredential(partner, sandbox);
		return partner;
	}

	/** Writes this into n8n's only credential. */
	async giveCredential(partner: PartnerCredentials, sandbox: Sandbox): Promise<void> {
		const data = credentialData(sandbox, partner);
		await this.api.updateCredential(this.credential.id, { ...this.credential, data });
	}

	/**
	 * Makes a workflow with a trigger of these items; without any, none is made.
	 *
	 * @returns the URL at which the editor shows it, or shows an empty workflow
	 */
	async newWorkflow(name: string, items?: Record<string, unknown>[]): Promise<string> {
		if (items === undefined) return `${this.api.url}/workflow/new`;
		const { id } = await this.api.importWorkflow({
			name,
			nodes: [startNode()],
			connections: {},
			pinData: { [START]: items.map((json) => ({ json })) },
			settings: {},
		});
		return `${this.api.url}/workflow/${id}`;
	}

	async leave(): Promise<void> {
		await this.editor.close();
		await this.sandbox.close();
	}
}

let taken: Promise<Seat> | undefined;

/** The seat that all tasks share. */
export function seat(): Promise<Seat> {
	return (taken ??= Seat.take());
}

/** Stops everything that the seat has started, if it was used. */
export async function leaveSeat(): Promise<void> {
	await (await taken)?.leave();
}
