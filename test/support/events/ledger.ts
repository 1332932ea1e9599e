import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands for what an event is applied to: notes which execution applied it. */
export class Ledger {
	private readonly executions = new Map<string, string[]>();
	private readonly server: Server;

	private constructor() {
		this.server = createServer((request, response) => {
			const query = new URL(request.url ?? '', 'http://ledger').searchParams;
			const eventId = query.get('event_id') ?? '';
			this.executions.set(eventId, [...this.appliedBy(eventId), query.get('execution_id') ?? '']);
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
		return this.appliedBy(eventId).length;
	}

	/** The ids of the executions that applied it, one for each time. */
	appliedBy(eventId: string): string[] {
		return this.executions.get(eventId) ?? [];
	}

	wasReachedBy(executionId: string): boolean {
		return [...this.executions.values()].some((ids) => ids.includes(executionId));
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		this.server.close();
		await once(this.server, 'close');
	}
}
