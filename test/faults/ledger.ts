import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands for what an event is applied to: counts how often each was. */
export class Ledger {
	private readonly counts = new Map<string, number>();
	private readonly server: Server;

	private constructor() {
		this.server = createServer((request, response) => {
			const eventId =
				new URL(request.url ?? '', 'http://ledger').searchParams.get('event_id') ?? '';
			this.counts.set(eventId, this.timesApplied(eventId) + 1);
			response.end('{}');
		});
	}

	static async start(): Promise<Ledger> {
		const ledger = new Ledger();
		ledger.server.listen(0, '127.0.0.1');
		await once(ledger.server, 'listening');
		return ledger;
	}

	get url(): string {
		const { port } = this.server.address() as AddressInfo;
		return `http://127.0.0.1:${port}/`;
	}

	timesApplied(eventId: string): number {
		return this.counts.get(eventId) ?? 0;
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		this.server.close();
		await once(this.server, 'close');
	}
}
