import { z } from 'zod';

const VARIABLE = 'N8N_TEST_CONTEXT';

const contextSchema = z.object({
	tarball: z.string(),
	n8n: z.object({
		url: z.string(),
		/** The files that n8n had required when it was ready. */
		loadedAtStart: z.array(z.string()),
		owner: z.object({ email: z.string(), password: z.string() }),
		/** The credential of the partner below, stored in this n8n. */
		credential: z.object({ id: z.string(), name: z.string(), type: z.string() }),
	}),
	sandbox: z.object({
		url: z.string(),
		apiUrl: z.string(),
		baseUrl: z.string(),
		partner: z.object({
			partnerId: z.string(),
			keyId: z.string(),
			privateKeyPem: z.string(),
			webhookSecret: z.string(),
			cardEncryptionKeyPem: z.string(),
		}),
	}),
});

export type TestContext = z.infer<typeof contextSchema>;

/** Passes on to the test files what the global setup started. Jest shares only the environment with them. */
export function publishContext(context: TestContext): void {
	process.env[VARIABLE] = JSON.stringify(context);
}

/** The n8n and the sandbox that all test files share. */
export function readContext(): TestContext {
	return contextSchema.parse(JSON.parse(process.env[VARIABLE] ?? 'null'));
}
