import { randomInt } from 'node:crypto';
import getPort from 'get-port';

/**
 * Below the ports that systems hand out to outgoing connections (from 32,768 on Linux, from 49,152
 * elsewhere): a server is told its port some time before it listens, and until then an outgoing
 * connection could take such a port.
 */
const PORTS = { from: 20_000, to: 32_000 };

/** A port of 127.0.0.1 that nothing listens on, and that no outgoing connection will take. */
export async function freePort(): Promise<number> {
	// At random, because several processes ask at the same time.
	const port = Array.from({ length: 100 }, () => randomInt(PORTS.from, PORTS.to));
	return getPort({ port, host: '127.0.0.1' });
}
