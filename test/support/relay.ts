import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * A way to a server that can be shut and opened again. While it is shut, it refuses connections, as if the server were
 * down.
 */
export class Relay {
	private readonly sockets = new Set<Socket>();
	private readonly server: Server;
	private port = 0;

	private constructor(private readonly target: URL) {
		this.server = createServer((socket) => {
			const far = connect(Number(target.port), target.hostname);
			this.join(socket, far);
			this.join(far, socket);
		});
	}

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
		this.server.close();
		for (const socket of this.sockets) socket.destroy();
		await once(this.server, 'close');
	}

	private join(from: Socket, to: Socket): void {
		this.sockets.add(from);
		from.pipe(to);
		from.on('error', () => to.destroy());
		from.on('close', () => {
			this.sockets.delete(from);
			to.destroy();
		});
	}
}
