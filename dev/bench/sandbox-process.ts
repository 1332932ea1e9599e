import { z } from 'zod';
import { startSandbox } from '../sandbox/index';
import { credentialData } from '../stack/credential';
import { answerParent } from './answer-parent';

const tlsSchema = z.object({ key: z.string(), cert: z.string() });

/** Outlasts the longest bench: an exchange in the middle of a run would be measured with it. */
const TOKEN_TTL_SECONDS = 7_200;

answerParent({
	/** Starts the sandbox, which is commanded over HTTP then; answers with the fields of a credential for it. */
	start: async (tls) => {
		const sandbox = await startSandbox({
			tls: tlsSchema.parse(tls),
			tokenTtlSeconds: TOKEN_TTL_SECONDS,
			initialBalance: '1000000.00',
			// So that one call does for a screening.
			kytDelayMs: 0,
		});
		return credentialData(sandbox, await sandbox.createPartner());
	},
});
