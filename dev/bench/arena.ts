import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { CREDENTIAL_TYPE } from '../stack/credential';
import { startN8n } from '../stack/n8n';
import { N8nApi } from '../stack/n8n-api';
import { ensureN8n } from '../stack/n8n-install';
import type { Bench } from './bench';
import { BenchSandbox } from './bench-sandbox';
import { loopbackCertificate } from './certificate';
import { ForkedProcess } from './forked-process';
import type { ReadyN8n } from './run-in-n8n';

/** The sandbox over TLS. */
export interface Server {
	sandbox: BenchSandbox;
	/** Lets a process trust its certificate. */
	env: NodeJS.ProcessEnv;
}

/** Those who call it. */
export interface Callers {
	ready: ReadyN8n;
	/** bare-undici-process.ts, prepared. */
	bare: ForkedProcess;
}

/** The sandbox over TLS, with a certificate of its own that `env` makes Node trust. */
export async function startServer({ stopLater }: Bench): Promise<Server> {
	const folder = await mkdtemp(path.join(os.tmpdir(), 'bench-'));
	stopLater(() => rm(folder, { recursive: true, force: true }));
	const certificate = await loopbackCertificate();
	const trusted = path.join(folder, 'certificate.pem');
	await writeFile(trusted, certificate.cert);
	const sandbox = await BenchSandbox.start(certificate);
	stopLater(() => sandbox.stop());
	return { sandbox, env: { NODE_EXTRA_CA_CERTS: trusted } };
}

/** n8n with the packed package and the sandbox's credential, and bare undici. */
export async function startCallers(
	{ owner, step, stopLater }: Bench,
	{ sandbox, env }: Server,
	tarball: string,
): Promise<Callers> {
	step('Starting n8n with the packed package installed');
	const n8n = await startN8n({ tarball, env, stopLater, report: step });
	const api = new N8nApi(n8n.url);
	await api.signIn(owner);
	const fields = { name: 'Bench', type: CREDENTIAL_TYPE, data: sandbox.credential };
	const credential = await api.createCredential(fields);

	// The same Node as n8n's, so that the two are comparable.
	const { nodeBinary } = await ensureN8n(step);
	const script = path.join(__dirname, 'bare-undici-process.ts');
	const bare = new ForkedProcess(script, { nodeBinary, env });
	stopLater(() => bare.stop());
	await bare.ask('prepare', sandbox.credential);
	return { ready: { n8n, api, credential }, bare };
}
