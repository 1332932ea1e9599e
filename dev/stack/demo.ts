import type { DialectName } from '../sandbox/dialects';
import { startSandbox } from '../sandbox/index';
import { type DemoExamples, importExamples } from './demo-examples';
import { startN8n } from './n8n';
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
	/** Of the sandbox; as-shown by default. In another one, the credential has nothing in API Differences yet. */
	dialect?: DialectName;
	/** n8n's user folder; what an earlier start left there is gone on with. */
	userFolder: string;
	/** Receives a line for each step. */
	step: (line: string) => void;
	/** Receives what has to be stopped in the end, also when a later step throws. */
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
 * Brings the demo up: the packed package in a real n8n, a sandbox, the credentials and the examples, which are updated
 * where an earlier start has left them.
 */
export async function startDemo(options: DemoOptions): Promise<Demo> {
	const { port, dialect, userFolder, step, stopLater } = options;
	step('Packing the package');
	const tarball = await packTarball(step);
	step('Starting n8n with the packed package installed');
	const n8n = await startN8n({ tarball, userFolder, port, stopLater, report: step });

	step('Signing in');
	const api = new N8nApi(n8n.url);
	await api.signIn(OWNER);

	step('Starting the sandbox');
	const sandbox = await startSandbox({ settleMs: SETTLE_MS, dialect });
	stopLater(() => sandbox.close());

	step('Storing the credentials and importing the examples');
	const examples = await importExamples(api, sandbox);
	const { url: sandboxUrl, pageUrl } = sandbox;
	return { ...examples, url: n8n.url, api, owner: OWNER, sandboxUrl, pageUrl, dialect };
}
