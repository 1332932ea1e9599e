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
	/** When it was killed last, in milliseconds since 1970. */
	killedAt = 0;

	private constructor(
		private readonly start: () => Promise<N8n>,
		/** Where it keeps everything. */
		readonly userFolder: string,
		private n8n: N8n,
		readonly api: N8nApi,
	) {}

	static async start(tarball: string): Promise<OwnN8n> {
		const userFolder = await mkdtemp(path.join(tmpdir(), 'n8n-faults-'));
		const port = await freePort();
		const env = {
			// n8n's isolates for expressions take ten times what the rest of a delivery takes; nothing here turns on them.
			N8N_EXPRESSION_ENGINE: 'legacy',
			// Nobody opens the editor, and to write its files takes a third of the time of a start.
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

	/** Everything it has logged since it was started last. */
	get log(): string {
		return this.n8n.log;
	}

	/** Where a test in the editor listens. */
	testUrl(webhookPath: string): string {
		return `${this.n8n.url}/webhook-test/${webhookPath}`;
	}

	/** What it has logged by now: waits for the line, because a log is read from a pipe and may come after a response. */
	async logWith(line: string): Promise<string> {
		return await waitUntil(`n8n to log "${line}"`, () =>
			this.n8n.log.includes(line) ? this.n8n.log : undefined,
		);
	}

	async kill(): Promise<void> {
		await this.n8n.kill('SIGKILL');
		this.killedAt = Date.now();
	}

	/** In good order, as for an update; it can be started again. */
	async shutDown(): Promise<void> {
		await this.n8n.stop();
	}

	/**
	 * With all that it had stored, at the same address. n8n 2.41 may end while it recovers what a kill cut off: it reads the
	 * start time of a run that has none yet. Started once more, as a service manager does, it leaves the recovery out.
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
