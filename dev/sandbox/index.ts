import { buildApp, PREFIXES } from './app';
import { type Commands, commandsOf } from './commands';
import { addControl } from './control';
import { onlyFromHere, ROOT } from './http/only-here';
import { addPage } from './page/routes';
import type { RecordedRequest } from './http/stats';
import type { Differences } from './dialects/dialect';
import type { SandboxOptions } from './options';
import type { PartnerCredentials, PartnerOptions } from './state/partners';
import { createWorld } from './world';

export type { PartnerCredentials, PartnerOptions, RecordedRequest, SandboxOptions };

/** A partner API that runs in this process. */
export interface Sandbox extends Commands {
	/** Where it listens, without a path. */
	readonly url: string;
	/** The page that shows what happens here. */
	readonly pageUrl: string;
	/** The document's {api_url}. */
	readonly apiUrl: string;
	/** The document's {base_url}; not the same as {api_url}, so that mixing them up shows. */
	readonly baseUrl: string;
	/** The facts about its dialect that a person must know. */
	readonly differences: Differences;
	close(): Promise<void>;
}

/** Starts a partner API that behaves as the document says; close it when done. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const world = await createWorld(options);
	const app = buildApp(world, options.tls);
	const commands = commandsOf(world, app.server);
	void app.register((scope, _options, done) => {
		scope.addHook('onRequest', onlyFromHere);
		addControl(scope, commands);
		addPage(scope, world);
		done();
	});
	const url = await app.listen({ port: options.port ?? 0, host: '127.0.0.1' });
	return {
		...commands,
		url,
		pageUrl: `${url}${ROOT}`,
		apiUrl: `${url}${PREFIXES.api}`,
		baseUrl: `${url}${PREFIXES.base}`,
		get differences() {
			return world.dialect.differences;
		},
		close: async () => {
			world.orders.close();
			await world.webhooks.close();
			await app.close();
		},
	};
}
