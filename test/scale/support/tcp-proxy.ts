import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A proxy between a client and a server. It can cut the connection and restore it. */
export class TcpProxy {
	private readonly sockets = new Set<Socket>();
	private isCut = false;
	private losesNextAnswer = false;

	private constructor(
		private readonly server: Server,
		private readonly target: URL,
		private readonly targetPort: number,
	) {
		server.on('connection', (client) => this.join(client));
	}

	/** @param defaultPort the target's port if its URL names none */
	static async start(targetUrl: string, defaultPort: number): Promise<TcpProxy> {
		const target = new URL(targetUrl);
		const server = createServer();
		const proxy = new TcpProxy(server, target, Number(target.port || defaultPort));
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		return proxy;
	}

	/** The target's URL, through this proxy. */
	get url(): string {
		const url = new URL(this.target);
		url.hostname = '127.0.0.1';
		url.port = String((this.server.address() as AddressInfo).port);
		return url.href;
	}

	/** Ends every connection, and every new one as soon as it opens. */
	cut(): void {
		this.isCut = true;
		this.endAll();
	}

	restore(): void {
		this.isCut = false;
	}

	/** Lets the client's next request through, but ends the connection before the response arrives. */
	loseNextAnswer(): void {
		this.losesNextAnswer = true;
	}

	async stop(): Promise<void> {
		this.endAll();
		this.server.close();
		await once(this.server, 'close');
	}

	private join(client: Socket): void {
		if (this.isCut) {
			client.destroy();
			return;
		}
		const server = connect(this.targetPort, this.target.hostname);
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
		client.on('data', (data) => server.write(data));
		server.on('data', (data) => {
			if (this.losesNextAnswer) {
				this.losesNextAnswer = false;
				client.destroy();
			} else {
				client.write(data);
			}
		});
	}

	private endAll(): void {
		for (const socket of this.sockets) socket.destroy();
	}
}
