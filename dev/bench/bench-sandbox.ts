import path from 'node:path';
import { Agent, request } from 'undici';
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

/** The sandbox over TLS, in a process of its own, commanded by its control calls. */
export class BenchSandbox {
	private constructor(
		private readonly process: ForkedProcess,
		/** Trusts its certificate. */
		private readonly agent: Agent,
		readonly credential: CredentialFields,
	) {}

	static async start(certificate: Certificate): Promise<BenchSandbox> {
		const process = new ForkedProcess(path.join(__dirname, 'sandbox-process.ts'));
		const credential = credentialSchema.parse(await process.ask('start', certificate));
		return new BenchSandbox(process, new Agent({ connect: { ca: certificate.cert } }), credential);
	}

	/** Milliseconds added to each answer from now on. */
	async setLatency(latencyMs: number): Promise<void> {
		await this.command('PATCH', '/config', { latencyMs });
	}

	/** Starts counting with no connection open, so that each run opens all it uses. */
	async countAnew(): Promise<void> {
		await this.command('DELETE', '/connections');
		await waitUntil('the connections of the last run to close', async () => {
			await this.command('DELETE', '/stats');
			const { maxConcurrentConnections } = await this.counts();
			return maxConcurrentConnections === 0 ? true : undefined;
		});
	}

	async counts(): Promise<ServerCounts> {
		return statsSchema.parse(await this.command('GET', '/stats'));
	}

	async stop(): Promise<void> {
		await this.agent.destroy();
		await this.process.stop();
	}

	private async command(
		method: 'GET' | 'PATCH' | 'DELETE',
		call: string,
		body?: object,
	): Promise<unknown> {
		const url = new URL(`/_sandbox${call}`, this.credential.apiUrl);
		const options = { method, dispatcher: this.agent };
		const text = body === undefined ? null : JSON.stringify(body);
		const answer = await request(url, { ...options, body: text });
		if (answer.statusCode !== 200) throw new Error(`${url.href}: ${answer.statusCode}`);
		return await answer.body.json();
	}
}
