import type { DialectName } from '../sandbox/dialects';
import { startSandbox } from '../sandbox/index';
import { type DemoExamples, importExamples } from './demo-examples';
import { startN8n } from './n8n';
import { ensureN8n } from './n8n-install';
import { N8nApi } from './n8n-api';
import type { Owner } from './n8n-api-schemas';
import { packTarball } from './package';

/** For this machine only: n8n listens on 127.0.0.1, and its partners are the sandbox's. */
const OWNER: Owner = { email: 'demo@example.com', password: 'Local-demo-1' };

/** Milliseconds until an order settles: long enough to see it pending. */
const SETTLE_MS = 2_000;

export interface DemoOptions {
	/** Port of 127.0.0.1 for n8n. */
	port: number;
	/** The sandbox's dialect, as-shown by default. With another one, API Differences in the credential starts empty. */
	dialect?: DialectName;
	/** n8n's user folder. Its data from an earlier start is used again. */
	userFolder: string;
	/** Receives each step, and how far it has come: `progressPrinter`. */
	step: (line: string) => void;
	/** Receives functions to call at the end, even if a later step throws. */
	stopLater: (stop: () => Promise<void>) => void;
}

export interface Demo extends DemoExamples {
	url: string;
	/** Signed in. */
	api: N8nApi;
	owner: Owner;
	sandboxUrl: string;
	/** Where the sandbox shows what happens. */
	pageUrl: string;
	dialect?: DialectName;
}

/**
 * Starts the demo: the packed package in a real n8n, a sandbox, the credentials and the examples. Examples from an
 * earlier start are updated.
 */
export async function startDemo(options: DemoOptions): Promise<Demo> {
	const { port, dialect, userFolder, step, stopLater } = options;
	step('Step 1 of 3: packing the package');
	const tarball = await packTarball(step);
	await ensureN8n(step);
	step('Step 2 of 3: starting n8n with the package in it');
	const n8n = await startN8n({ tarball, userFolder, port, stopLater, report: step });

	const api = new N8nApi(n8n.url);
	await api.signIn(OWNER);

	const sandbox = await startSandbox({ settleMs: SETTLE_MS, dialect });
	stopLater(() => sandbox.close());

	step('Step 3 of 3: importing the examples and their credentials');
	const examples = await importExamples(api, sandbox);
	const { url: sandboxUrl, pageUrl } = sandbox;
	return { ...examples, url: n8n.url, api, owner: OWNER, sandboxUrl, pageUrl, dialect };
}
