import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from './client';

export interface Received {
	headers: IncomingHttpHeaders;
	body: string;
}

/** A partner's own webhook: keeps what arrives and answers as it is told. */
export class Receiver {
	readonly received: Received[] = [];
	statuses: number[] = [];
	private readonly server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const body = Buffer.concat(chunks).toString('utf8');
			this.received.push({ headers: request.headers, body });
			response.writeHead(this.statuses.shift() ?? 200).end('thanks');
		});
	});

	async start(): Promise<string> {
		await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
	}

	async arrived(count: number): Promise<Received[]> {
		return await until(
			() => this.received,
			(received) => received.length >= count,
		);
	}

	async close(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}
}
