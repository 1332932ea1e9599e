import { z } from 'zod';
import { type Sandbox, startSandbox } from '../sandbox/index';
import { credentialData } from '../stack/credential';
import { answerParent } from './answer-parent';

const tlsSchema = z.object({ key: z.string(), cert: z.string() });
const latencySchema = z.number();

/** Outlasts the longest bench: an exchange in the middle of a run would be measured with it. */
const TOKEN_TTL_SECONDS = 7_200;

let running: Sandbox | undefined;

function sandbox(): Sandbox {
	if (!running) throw new Error('The sandbox has not been started');
	return running;
}

answerParent({
	/** Starts the sandbox; answers with the fields of a credential for it. */
	start: async (tls) => {
		running = await startSandbox({
			tls: tlsSchema.parse(tls),
			tokenTtlSeconds: TOKEN_TTL_SECONDS,
			initialBalance: '1000000.00',
			// So that one call does for a screening.
			kytDelayMs: 0,
		});
		return credentialData(running, await running.createPartner());
	},
	setLatency: (latencyMs) => sandbox().configure({ latencyMs: latencySchema.parse(latencyMs) }),
	closeConnections: () => sandbox().closeConnections(),
	resetStats: () => sandbox().resetStats(),
	stats: () => sandbox().stats(),
});
