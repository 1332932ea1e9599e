import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Where the URL of a server names no port, it is a Redis. */
const REDIS_PORT = 6379;

/**
 * A way to a server that can be shut and opened again. While it is shut, it refuses connections, as if the server were
 * down.
 */
export class Relay {
	private readonly sockets = new Set<Socket>();
	private readonly server = createServer((client) => {
		this.join(client);
	});
	private losesNextAnswer = false;
	private port = 0;

	private constructor(private readonly target: URL) {}

	/** @param url where the server listens */
	static async to(url: string): Promise<Relay> {
		const relay = new Relay(new URL(url));
		await relay.open();
		return relay;
	}

	/** An address of the server, through the relay. */
	by(address: string): string {
		return address.replace(this.target.host, `127.0.0.1:${this.port}`);
	}

	async open(): Promise<void> {
		this.server.listen(this.port, '127.0.0.1');
		await once(this.server, 'listening');
		this.port = (this.server.address() as AddressInfo).port;
	}

	async shut(): Promise<void> {
		if (!this.server.listening) return;
		this.server.close();
		for (const socket of this.sockets) socket.destroy();
		await once(this.server, 'close');
	}

	/** Lets the next request through, but ends its connection before the response arrives. */
	loseNextAnswer(): void {
		this.losesNextAnswer = true;
	}

	private join(client: Socket): void {
		const server = connect(Number(this.target.port || REDIS_PORT), this.target.hostname);
		for (const [socket, other] of [
			[client, server],
			[server, client],
		] as const) {
			this.sockets.add(socket);
			socket.on('error', () => undefined);
			socket.on('close', () => {
				this.sockets.delete(socket);
				other.destroy();
			});
		}
		client.pipe(server);
		server.on('data', (data) => {
			if (this.losesNextAnswer) client.destroy();
			else client.write(data);
			this.losesNextAnswer = false;
		});
	}
}
