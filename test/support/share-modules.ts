/** Provided by shared-environment.cjs. */
declare const requireShared: (name: string) => unknown;

// These replace the copies that jest would load for each file.
for (const name of ['n8n-core', 'n8n-workflow', 'undici', 'zod', 'fastify']) {
	jest.mock(name, () => requireShared(name));
}
