import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Small servers of a test, closed together. */
export class Servers {
	private readonly open: Server[] = [];

	/** Starts a server on a random local port. @returns its address */
	async start(answers: RequestListener | Server): Promise<string> {
		const server = typeof answers === 'function' ? createServer(answers) : answers;
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		this.open.push(server);
		return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
	}

	/** The address of a port on which nothing listens. */
	async deadAddress(): Promise<string> {
		const server = createServer();
		const address = await this.start(server);
		await new Promise((resolve) => server.close(resolve));
		return address;
	}

	close(): void {
		for (const server of this.open) {
			server.close();
			server.closeAllConnections();
		}
	}
}

/** Servers for the tests of one file. */
export function useServers(): Servers {
	const servers = new Servers();
	afterAll(() => {
		servers.close();
	});
	return servers;
}
