import { randomInt } from 'node:crypto';
import net from 'node:net';

/**
 * Below the ports that systems hand out to outgoing connections (from 32,768 on Linux, from 49,152
 * elsewhere): a server is told its port some time before it listens, and until then an outgoing
 * connection could take such a port.
 */
const PORTS = { from: 20_000, to: 32_000 };

/** Whether a server can listen on this port of 127.0.0.1. */
export async function isFree(port: number): Promise<boolean> {
	const server = net.createServer();
	return new Promise((resolve) => {
		server.once('error', () => resolve(false));
		server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
	});
}

/** A port of 127.0.0.1 that nothing listens on, and that no outgoing connection will take. */
export async function freePort(): Promise<number> {
	for (;;) {
		const port = randomInt(PORTS.from, PORTS.to);
		if (await isFree(port)) return port;
	}
}
