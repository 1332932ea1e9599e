import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { startSandbox } from '../sandbox';
import { print, readArguments, run } from '../sandbox/command-line';
import { freePort } from '../stack/free-port';
import { startN8n } from '../stack/n8n';
import { N8nApi } from '../stack/n8n-api';
import { packTarball } from '../stack/package';
import { progressPrinter } from '../stack/progress.cjs';
import { enter, type Stage } from './contender';
import { type Ended, tableOf } from './count';
import { startModel } from './model';

const OWNER = { email: 'owner@example.com', password: `Crash-1-${randomUUID()}` };
const COMMAND = 'npm run crash-test --';
const number = z.coerce.number().int().min(1).default(1);
const argumentsSchema = z.object({ seed: number, times: number });

/** Makes all payouts of both sides, with a kill in the middle. @returns their outcomes, ours first */
async function compete(stage: Stage, crash: () => Promise<void>): Promise<Ended[][]> {
	stage.sandbox.reset();
	const sides = [await enter(stage, 'ours'), await enter(stage, 'theirs')];
	const both = async <Result>(work: (side: (typeof sides)[number]) => Promise<Result>) =>
		await Promise.all(sides.map(work));
	for (const part of ['invoices', 'cards', 'events', 'agent'] as const) {
		await both((side) => side.begin(part));
	}
	await both((side) => side.result());
	await both((side) => side.begin('list'));
	await both((side) => side.standsAtDeath());
	await crash();
	await both((side) => Promise.all([side.retry(), side.begin('events')]));
	return await both((side) => side.result());
}

async function crashTest(seed: number, times: number, stops: (() => unknown)[]): Promise<void> {
	const step = progressPrinter();
	const options = {
		...{ tarball: await packTarball(step), port: await freePort(), report: step },
		env: { NODE_FUNCTION_ALLOW_BUILTIN: 'crypto', N8N_DISABLE_UI: 'true' },
		stopLater: (stop: () => unknown) => void stops.push(stop),
	};
	step('Starting n8n');
	// Stopping this first n8n removes the user folder, which the later ones also use.
	let n8n = await startN8n(options);
	const { userFolder, url } = n8n;
	const api = new N8nApi(url);
	await api.setUpOwner(OWNER);
	const crash = async () => {
		await n8n.kill('SIGKILL');
		const again = () => startN8n({ ...options, userFolder });
		// n8n 2.41 may exit while it recovers runs. A second start skips the recovery.
		n8n = await again().catch(again);
		await api.logIn(OWNER);
	};
	const sandbox = await startSandbox({ settleMs: 0, deduplicates: false });
	const scripted = await startModel();
	stops.push(() => sandbox.close(), scripted.close);
	const data = { apiKey: 'none', url: scripted.url, header: false };
	const model = await api.createCredential({ name: 'Model', type: 'openAiApi', data });
	const runs: Ended[][][] = [];
	while (runs.length < times) {
		step(`Run ${runs.length + 1} of ${times}: 60 payouts each, and a kill -9`);
		runs.push(await compete({ api, sandbox, model, seed }, crash));
	}
	step('');
	for (const [index, name] of ['This package', 'HTTP Request'].entries()) {
		print(`\n${name}:\n\n${tableOf(runs.map((sides) => sides[index] ?? []))}`);
	}
	print(`\nTo repeat it: ${COMMAND} --seed ${seed} --times ${times}`);
}

run(async () => {
	const usage = `${COMMAND} [--seed <number>] [--times <number>]`;
	const { seed, times } = readArguments(argumentsSchema, usage);
	const stops: (() => unknown)[] = [];
	await crashTest(seed, times, stops).finally(async () => {
		for (const stop of stops.reverse()) await stop();
	});
});
