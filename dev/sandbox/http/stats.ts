import type { Server } from 'node:net';
import type { JsonObject } from './json';

const KEPT_REQUESTS = 2000;

/** One request as it arrived, without what would let somebody else send it again. */
export interface RecordedRequest {
	method: string;
	path: string;
	query: string;
	headers: Record<string, string>;
	/** The raw text; the assertion of a token exchange is cut out. */
	body: string;
	status: number | null;
	at: string;
}

export interface SandboxStats {
	/** By 'METHOD path', the path with its /gw or /core prefix and without the query. */
	requests: Record<string, number>;
	/** Exchanges that gave a token. */
	tokenExchanges: number;
	unauthorized: number;
	rateLimited: number;
	/** TCP connections accepted. */
	connections: number;
	tlsHandshakes: number;
	maxConcurrentConnections: number;
	/** Orders made, replays not counted. */
	orders: number;
	/** Screenings made, replays not counted. */
	kytChecks: number;
}

/** Counts what the server sees. */
export class Stats {
	readonly requests: RecordedRequest[] = [];
	private counts = new Map<string, number>();
	private open = 0;
	private counters = { tokenExchanges: 0, unauthorized: 0, rateLimited: 0 };
	private sockets = { connections: 0, tlsHandshakes: 0, maxConcurrentConnections: 0 };

	watch(server: Server): void {
		server.on('connection', (socket) => {
			this.sockets.connections += 1;
			this.open += 1;
			this.sockets.maxConcurrentConnections = Math.max(
				this.sockets.maxConcurrentConnections,
				this.open,
			);
			socket.once('close', () => {
				this.open -= 1;
			});
		});
		server.on('secureConnection', () => {
			this.sockets.tlsHandshakes += 1;
		});
	}

	arrived(request: RecordedRequest): void {
		const key = `${request.method} ${request.path}`;
		this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
		this.requests.push(request);
		if (this.requests.length > KEPT_REQUESTS) this.requests.shift();
	}

	answered(request: RecordedRequest, status: number): void {
		request.status = status;
		if (status === 401) this.counters.unauthorized += 1;
		if (status === 429) this.counters.rateLimited += 1;
	}

	exchanged(): void {
		this.counters.tokenExchanges += 1;
	}

	snapshot(orders: number, kytChecks: number): SandboxStats {
		return {
			requests: Object.fromEntries(this.counts),
			...this.counters,
			...this.sockets,
			orders,
			kytChecks,
		};
	}

	/** Starts counting anew; connections that are open stay counted as concurrent. */
	reset(): void {
		this.counts = new Map();
		this.counters = { tokenExchanges: 0, unauthorized: 0, rateLimited: 0 };
		this.sockets = { connections: 0, tlsHandshakes: 0, maxConcurrentConnections: this.open };
		this.requests.length = 0;
	}
}

/** Headers as one text each, without credentials. */
export function recordedHeaders(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
	const entries = Object.entries(headers).filter(([name]) => name !== 'cookie');
	return Object.fromEntries(
		entries.map(([name, value]) => [
			name,
			name === 'authorization' ? 'Bearer (hidden)' : String(value),
		]),
	);
}

/** The body as it came, but for the assertion. */
export function recordedBody(path: string, raw: string, parsed: JsonObject | undefined): string {
	if (!path.endsWith('/auth/v1/partner/token')) return raw;
	return typeof parsed?.assertion === 'string' ? raw.replaceAll(parsed.assertion, '(hidden)') : raw;
}
