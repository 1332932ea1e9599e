import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { CREDENTIAL_TYPE } from '../stack/credential';
import { startN8n } from '../stack/n8n';
import { N8nApi, type Owner } from '../stack/n8n-api';
import { ensureN8n } from '../stack/n8n-install';
import { packTarball } from '../stack/package';
import { stepPrinter } from '../stack/steps';
import { BenchSandbox } from './bench-sandbox';
import { loopbackCertificate } from './certificate';
import type { Contest } from './contest';
import { ForkedProcess } from './forked-process';
import { describeMachine } from './machine';
import { report } from './report';
import { runScenario, scenarios, type ScenarioResult, warmUp } from './scenarios';
import { measureSizes, type Sizes } from './sizes';
import { measureStarts } from './startup';

const RESULTS = path.join(__dirname, 'RESULTS.md');
const FULL = { count: 1_000, starts: 5 };
/** To try a change: too few calls and repetitions for figures that count. */
const QUICK = { count: 200, starts: 1 };

type StopLater = (stop: () => Promise<void>) => void;

interface Bench {
	isQuick: boolean;
	/** Calls of a run. */
	count: number;
	/** How often n8n is started with the package, and without it. */
	starts: number;
	tarball: string;
	sandbox: BenchSandbox;
	owner: Owner;
	/** Lets a process trust the sandbox's certificate. */
	env: NodeJS.ProcessEnv;
	step: (line: string) => void;
	stopLater: StopLater;
}

/** The sandbox, and a file with the certificate that clients are to trust. */
async function startServer(stopLater: StopLater): Promise<Pick<Bench, 'sandbox' | 'env'>> {
	const folder = await mkdtemp(path.join(os.tmpdir(), 'bench-'));
	stopLater(() => rm(folder, { recursive: true, force: true }));
	const certificate = await loopbackCertificate();
	const trusted = path.join(folder, 'certificate.pem');
	await writeFile(trusted, certificate.cert);
	const sandbox = await BenchSandbox.start(certificate);
	stopLater(() => sandbox.stop());
	return { sandbox, env: { NODE_EXTRA_CA_CERTS: trusted } };
}

async function startContest(bench: Bench): Promise<Contest & { sizes: Sizes }> {
	const { tarball, sandbox, env, owner, step, stopLater, count } = bench;
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
	const sizes = await measureSizes(tarball, n8n.userFolder);
	return { ready: { n8n, api, credential }, sandbox, bare, count, sizes };
}

async function runContest(contest: Contest, { isQuick, step }: Bench): Promise<ScenarioResult[]> {
	step('Warming up');
	await warmUp(contest);
	const results: ScenarioResult[] = [];
	for (const scenario of scenarios(isQuick)) {
		step(`${contest.count} ${scenario.task.title}, ${scenario.latencyMs} ms`);
		results.push(await runScenario(contest, scenario));
	}
	return results;
}

/** `npm run bench`: measures everything and writes RESULTS.md; with --quick it only prints. */
async function main(stopLater: StopLater): Promise<void> {
	const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
	const step = stepPrinter();
	const begin = performance.now();
	const machine = await describeMachine();
	step('Packing the package');
	const bench: Bench = {
		isQuick: values.quick,
		...(values.quick ? QUICK : FULL),
		tarball: await packTarball(step),
		...(await startServer(stopLater)),
		owner: { email: 'owner@example.com', password: `Bench-1-${randomBytes(8).toString('hex')}` },
		step,
		stopLater,
	};
	const start = await measureStarts({ ...bench, credential: bench.sandbox.credential });
	const contest = await startContest(bench);
	const results = await runContest(contest, bench);
	const seconds = (performance.now() - begin) / 1_000;
	const { sizes, count } = contest;
	const text = await report({ machine, count, scenarios: results, start, sizes, seconds }, RESULTS);
	console.log(`\n${text}`);
	if (!values.quick) await writeFile(RESULTS, text);
	step(values.quick ? 'Done' : `Written to ${path.relative(process.cwd(), RESULTS)}`);
}

const stops: (() => Promise<void>)[] = [];

main((stop) => stops.push(stop))
	.catch((error: unknown) => {
		console.error(error);
		process.exitCode = 1;
	})
	.finally(async () => {
		for (const stop of stops.reverse()) await stop();
	});
