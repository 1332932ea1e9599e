import path from 'node:path';
import { z } from 'zod';
import { waitUntil } from '../stack/wait-until';
import type { Certificate } from './certificate';
import { ForkedProcess } from './forked-process';

const statsSchema = z.object({
	requests: z.record(z.number()),
	tokenExchanges: z.number(),
	connections: z.number(),
	tlsHandshakes: z.number(),
	maxConcurrentConnections: z.number(),
});

const credentialSchema = z.object({ apiUrl: z.string(), baseUrl: z.string() }).catchall(z.string());

/** The fields of the credential of the sandbox's partner. */
export type CredentialFields = z.infer<typeof credentialSchema>;

/** What the server has seen since countAnew(). */
export type ServerCounts = z.infer<typeof statsSchema>;

/** The sandbox over TLS, in a process of its own. */
export class BenchSandbox {
	private constructor(
		private readonly process: ForkedProcess,
		readonly credential: CredentialFields,
	) {}

	static async start(certificate: Certificate): Promise<BenchSandbox> {
		const process = new ForkedProcess(path.join(__dirname, 'sandbox-process.ts'));
		const credential = credentialSchema.parse(await process.ask('start', certificate));
		return new BenchSandbox(process, credential);
	}

	/** Milliseconds added to each answer from now on. */
	async setLatency(latencyMs: number): Promise<void> {
		await this.process.ask('setLatency', latencyMs);
	}

	/** Starts counting with no connection open, so that each run opens all it uses. */
	async countAnew(): Promise<void> {
		await this.process.ask('closeConnections');
		await waitUntil('the connections of the last run to close', async () => {
			await this.process.ask('resetStats');
			const { maxConcurrentConnections } = await this.counts();
			return maxConcurrentConnections === 0 ? true : undefined;
		});
	}

	async counts(): Promise<ServerCounts> {
		return statsSchema.parse(await this.process.ask('stats'));
	}

	stop(): Promise<void> {
		return this.process.stop();
	}
}
