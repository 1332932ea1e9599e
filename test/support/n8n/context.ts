import type { Owner } from '../../../dev/stack/n8n-api-schemas';

const VARIABLE = 'N8N_TEST_CONTEXT';

/** The n8n that all test files share. */
export interface TestContext {
	tarball: string;
	url: string;
	/** The files that it had required when it was ready. */
	loadedAtStart: string[];
	owner: Owner;
}

/** Passes on to the test files what the global setup started. Jest shares only the environment with them. */
export function publishContext(context: TestContext): void {
	process.env[VARIABLE] = JSON.stringify(context);
}

export function readContext(): TestContext {
	return JSON.parse(process.env[VARIABLE] ?? 'null') as TestContext;
}

/** The address of a live trigger in that n8n. */
export function triggerUrl(webhookId: string): string {
	return `${readContext().url}/webhook/${webhookId}/partner-settlement`;
}
