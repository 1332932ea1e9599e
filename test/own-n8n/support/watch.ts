import { type PartnerCredentials, type Sandbox, startSandbox } from '../../../dev/sandbox/index';
import { CREDENTIAL_TYPE, credentialData } from '../../../dev/stack/credential';
import type { StoredWorkflow } from '../../../dev/stack/n8n-api-schemas';
import { waitUntil } from '../../../dev/stack/wait-until';
import { Ledger } from '../../support/events/deliveries';
import { BALANCE_TRIGGER_NODE } from '../../support/n8n/harness';
import type { OwnN8n } from '../../support/n8n/own-n8n';
import { EVERY_SECOND, nodeOf, to, workflowOf } from '../../support/n8n/workflows';
import { Relay } from '../../support/relay';

const READ = 'GET /gw/partner/balance';
/** The balance trigger on its own account, through a relay, then a request that tells the ledger which balance fired. */
export class Watch {
	private constructor(
		private readonly n8n: OwnN8n,
		readonly sandbox: Sandbox,
		private readonly partner: PartnerCredentials,
		readonly relay: Relay,
		private readonly told: Ledger,
		readonly workflow: StoredWorkflow,
	) {}

	static async over(n8n: OwnN8n, balance: string, parameters: object): Promise<Watch> {
		const sandbox = await startSandbox();
		const partner = await sandbox.createPartner();
		sandbox.setBalance(partner.partnerId, balance);
		const relay = await Relay.to(sandbox.url);
		const urls = { apiUrl: relay.by(sandbox.apiUrl), baseUrl: relay.by(sandbox.baseUrl) };
		const told = await Ledger.start();
		const credential = await n8n.api.createCredential({
			name: 'By the relay',
			type: CREDENTIAL_TYPE,
			data: credentialData(urls, partner),
		});
		const tell = { url: `=${told.url}?event_id={{ $json.available_balance }}`, options: {} };
		const polling = { pollTimes: EVERY_SECOND, ...parameters };
		const nodes = [
			nodeOf('Balance', BALANCE_TRIGGER_NODE, 1, polling, credential),
			nodeOf('Tell', 'n8n-nodes-base.httpRequest', 4.2, tell),
		];
		const stored = await n8n.api.importWorkflow(workflowOf(nodes, { Balance: to('Tell') }));
		return new Watch(n8n, sandbox, partner, relay, told, stored);
	}

	async goLive(): Promise<void> {
		await this.n8n.api.activate(this.workflow);
	}

	/** Waits until a poll that began after this call is over, which shows when n8n begins the next one. */
	async polled(): Promise<void> {
		const before = this.reads();
		await waitUntil('two polls', () => (this.reads() >= before + 2 ? true : undefined));
	}

	/** Sets the balance that the next poll finds. */
	set balance(balance: string) {
		this.sandbox.setBalance(this.partner.partnerId, balance);
	}

	async becomes(balance: string): Promise<void> {
		this.balance = balance;
		await this.polled();
	}

	timesTold(...balances: string[]): number[] {
		return balances.map((balance) => this.told.timesApplied(balance));
	}

	async isTold(balance: string): Promise<void> {
		await waitUntil(`the alert at ${balance}`, () =>
			this.told.timesApplied(balance) > 0 ? true : undefined,
		);
	}

	async runs(status?: string): Promise<number> {
		return await this.n8n.api.countExecutions(this.workflow.id, status);
	}

	/** Waits until the workflow has succeeded this many times. */
	async hasRun(times: number): Promise<void> {
		await waitUntil(`${String(times)} runs`, async () =>
			(await this.runs('success')) === times ? true : undefined,
		);
	}

	/**
	 * Waits until one more poll is stored as failed, and the latest one with this message. A poll in progress may still
	 * fail with the message before.
	 */
	async pollFails(message: RegExp): Promise<void> {
		const before = await this.runs('error');
		await waitUntil(`a poll that fails with ${message.source}`, async () => {
			const hasFailed = (await this.runs('error')) > before;
			return (hasFailed && message.test(await this.latestError())) || undefined;
		});
	}

	async end(): Promise<void> {
		await this.n8n.api.deleteWorkflow(this.workflow.id);
		await this.told.stop();
		await this.relay.shut();
		await this.sandbox.close();
	}

	private reads(): number {
		return this.sandbox.stats().requests[READ] ?? 0;
	}

	private async latestError(): Promise<string> {
		const { api } = this.n8n;
		const [row] = await api.listExecutions(this.workflow.id, 1, 'error');
		const { data } = await api.getExecution(row?.id ?? '');
		const { message = '', description } = data.resultData.error ?? {};
		return `${message}. ${description ?? ''}`;
	}
}
