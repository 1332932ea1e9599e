import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../../dev/stack/free-port';
import { type N8n, startN8n } from '../../../dev/stack/n8n';
import { N8nApi } from '../../../dev/stack/n8n-api';
import { waitUntil } from '../../../dev/stack/wait-until';

const ENDED_IN_RECOVERY = /n8n ended .*ExecutionRecoveryService\.recoverFromLogs/s;
const OWNER = { email: 'owner@example.com', password: 'Only-1-for-tests' };

/** A real n8n that a test may kill. */
export class OwnN8n {
	/** When it was last killed, in milliseconds since 1970. */
	killedAt = 0;

	private constructor(
		private readonly start: () => Promise<N8n>,
		/** The folder with all of its data. */
		readonly userFolder: string,
		private n8n: N8n,
		readonly api: N8nApi,
	) {}

	static async start(tarball: string): Promise<OwnN8n> {
		const userFolder = await mkdtemp(path.join(tmpdir(), 'n8n-faults-'));
		const port = await freePort();
		const env = {
			// n8n's isolates for expressions take ten times as long as the rest of a delivery, and nothing here depends
			// on them.
			N8N_EXPRESSION_ENGINE: 'legacy',
			// Nobody opens the editor, and writing its files takes a third of n8n's start.
			N8N_DISABLE_UI: 'true',
		};
		const start = (): Promise<N8n> =>
			startN8n({ tarball, userFolder, port, env, report: () => undefined });
		const n8n = await start();
		const api = new N8nApi(n8n.url);
		await api.setUpOwner(OWNER);
		return new OwnN8n(start, userFolder, n8n, api);
	}

	url(webhookPath: string): string {
		return this.n8n.webhookUrl(webhookPath);
	}

	/** Everything that it has logged since its last start. */
	get log(): string {
		return this.n8n.log;
	}

	/** The URL on which a test in the editor listens. */
	testUrl(webhookPath: string): string {
		return `${this.n8n.url}/webhook-test/${webhookPath}`;
	}

	/**
	 * Waits for a line of the log, and returns the log so far. The log is read from a pipe, so it may arrive after a
	 * response.
	 */
	async logWith(line: string): Promise<string> {
		return await waitUntil(`n8n to log "${line}"`, () =>
			this.n8n.log.includes(line) ? this.n8n.log : undefined,
		);
	}

	async kill(): Promise<void> {
		await this.n8n.kill('SIGKILL');
		this.killedAt = Date.now();
	}

	/** Shuts n8n down cleanly, as for an update. It can be started again. */
	async shutDown(): Promise<void> {
		await this.n8n.stop();
	}

	/**
	 * Starts n8n again with its stored data, at the same address. n8n 2.41 may end during the recovery after a kill,
	 * because it reads the start time of a run that has none yet. Then it is started once more, as a service manager
	 * would do. That second start skips the recovery.
	 */
	async startAgain(): Promise<void> {
		this.n8n = await this.start().catch(async (error: unknown) => {
			if (!ENDED_IN_RECOVERY.test(String(error))) throw error;
			return await this.start();
		});
		await this.api.logIn(OWNER);
	}

	async stop(): Promise<void> {
		await this.n8n.stop();
		await rm(this.userFolder, { recursive: true, force: true });
	}
}
