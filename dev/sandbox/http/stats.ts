import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Fault } from './faults';
import { redacted } from './redact';

const KEPT_REQUESTS = 2000;
/** Longer responses are not kept: 2000 of them would be too much memory. */
const LONGEST_KEPT_RESPONSE = 20_000;

/** One request as it arrived, without the credentials that would let others send it again. */
export interface RecordedRequest {
	id: number;
	at: Date;
	method: string;
	path: string;
	query: string;
	headers: Record<string, string>;
	/** The raw text; the assertion of a token exchange is cut out. */
	body: string;
	status: number | null;
	/** The text of the response, without tokens and webhook secrets; empty if there was none, or if it was too long to keep. */
	response: string;
	/** The fault that a rule or a magic value asked for. */
	fault?: Fault;
}

interface Counters {
	/** Exchanges that gave a token. */
	tokenExchanges: number;
	unauthorized: number;
	rateLimited: number;
	/** TCP connections that have carried a call. */
	connections: number;
	tlsHandshakes: number;
	maxConcurrentConnections: number;
}

export interface SandboxStats extends Counters {
	/** By 'METHOD path', the path with its /gw or /core prefix and without the query. */
	requests: Record<string, number>;
}

function countersAnew(open: number): Counters {
	return {
		tokenExchanges: 0,
		unauthorized: 0,
		rateLimited: 0,
		connections: 0,
		tlsHandshakes: 0,
		maxConcurrentConnections: open,
	};
}

/** Counts what the server sees of the API; control calls are not counted. */
export class Stats {
	readonly requests: RecordedRequest[] = [];
	private arrivals = 0;
	private counts = new Map<string, number>();
	private counters = countersAnew(0);
	/** The connections that have carried a call. */
	private readonly open = new Set<Socket>();

	/** The number of the request that arrives now. A reset doesn't restart the numbers. */
	nextId(): number {
		this.arrivals += 1;
		return this.arrivals;
	}

	arrived(request: RecordedRequest, socket: Socket): void {
		const key = `${request.method} ${request.path}`;
		this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
		this.requests.push(request);
		if (this.requests.length > KEPT_REQUESTS) this.requests.shift();
		if (!this.open.has(socket)) this.connected(socket);
	}

	answered(request: RecordedRequest, status: number, text: string): void {
		request.status = status;
		if (status === 401) this.counters.unauthorized += 1;
		if (status === 429) this.counters.rateLimited += 1;
		if (text.length > LONGEST_KEPT_RESPONSE) return;
		request.response = request.path.includes('/auth/') ? redacted(text) : text;
	}

	exchanged(): void {
		this.counters.tokenExchanges += 1;
	}

	snapshot(): SandboxStats {
		return { requests: Object.fromEntries(this.counts), ...this.counters };
	}

	/** Resets the counts. Open connections still count as concurrent. */
	reset(): void {
		this.counts = new Map();
		this.counters = countersAnew(this.open.size);
		this.requests.length = 0;
	}

	private connected(socket: Socket): void {
		this.counters.connections += 1;
		if (socket instanceof TLSSocket) this.counters.tlsHandshakes += 1;
		// A socket that is already closed emits no further 'close'.
		if (socket.destroyed) return;
		this.open.add(socket);
		socket.once('close', () => this.open.delete(socket));
		const { maxConcurrentConnections: most } = this.counters;
		this.counters.maxConcurrentConnections = Math.max(most, this.open.size);
	}
}

/** Headers as one text each, without credentials. */
export function recordedHeaders(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
	const entries = Object.entries(headers).filter(([name]) => !/cookie|secret|api-?key/i.test(name));
	return Object.fromEntries(
		entries.map(([name, value]) => [
			name,
			name === 'authorization' ? 'Bearer (hidden)' : String(value),
		]),
	);
}

/** The body as it came, except the assertion. */
export function recordedBody(path: string, raw: string): string {
	if (!/\/auth\/v1\/(partner|agent)\/token$/.test(path)) return raw;
	return raw.replaceAll(/("assertion"\s*:\s*)"(?:[^"\\]|\\.)*"/g, '$1"(hidden)"');
}
