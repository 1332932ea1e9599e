import { table } from '../scripts/docs/table';
import { type HostileResult, hostileInputSection } from './hostile-input';
import { type Machine, machineLines } from './machine';
import { markdown } from './markdown';
import { type RateLimitResult, rateLimitSection } from './rate-limits';
import type { ContestantResult, ScenarioResult } from './scenarios';
import type { Sizes } from './sizes';
import type { StartResult } from './startup';
import { ratio, targets } from './targets';

export interface Results {
	machine: Machine;
	/** Calls of a run. */
	count: number;
	scenarios: ScenarioResult[];
	rateLimits: RateLimitResult[];
	hostileInput: HostileResult[];
	start: StartResult;
	sizes: Sizes;
	seconds: number;
}

function seconds(ms: number | undefined): string {
	return ms === undefined ? '' : `${(ms / 1_000).toFixed(2)} s`;
}

function milliseconds(ms: number | undefined): string {
	return ms === undefined ? '' : `${ms.toFixed(Math.abs(ms) < 10 ? 2 : 0)} ms`;
}

function kilobytes(bytes: number): string {
	return `${(bytes / 1_000).toFixed(0)} kB`;
}

function contestant(result: ContestantResult): string[] {
	return [
		result.name,
		seconds(result.wallMs),
		seconds(result.executionMs),
		milliseconds(result.cpuMsPerCall),
		String(result.connections),
		String(result.tlsHandshakes),
		String(result.atOnce),
	];
}

function scenario(result: ScenarioResult, count: number): string {
	const { task, latencyMs, repetitions, own, httpRequest, bare, most } = result;
	const rows = [own, httpRequest, bare, ...(most ? [most.own, most.bare] : [])];
	return [
		`### ${count} ${task.title}, ${latencyMs} ms added`,
		table(
			['', 'time', 'whole execution', 'CPU for a call', 'connections', 'TLS handshakes', 'at once'],
			rows.map(contestant),
		),
		`Medians of ${repetitions}.`,
	].join('\n\n');
}

function ratios(results: readonly ScenarioResult[]): string {
	const row = (
		{ task, latencyMs, httpRequest }: ScenarioResult,
		own: ContestantResult,
		bare: ContestantResult,
	): string[] => [
		task.title,
		`${latencyMs} ms`,
		own.name,
		ratio(httpRequest.wallMs, own.wallMs).toFixed(2),
		ratio(own.wallMs, bare.wallMs).toFixed(2),
		ratio(own.cpuMsPerCall, httpRequest.cpuMsPerCall).toFixed(2),
	];
	return table(
		[
			...['calls', 'latency', 'setting', 'times as fast as HTTP Request'],
			...['times as long as bare undici', "CPU, of HTTP Request's"],
		],
		results.flatMap((result) => [
			row(result, result.own, result.bare),
			...(result.most ? [row(result, result.most.own, result.most.bare)] : []),
		]),
	);
}

function startTables(result: StartResult): string {
	const { withPackage, withoutPackage, added, first, second, fastestMs, slowestMs } = result;
	return [
		table(
			['start of n8n', 'until ready', "n8n's CPU time until then"],
			[
				['without the package', seconds(withoutPackage.readyMs), seconds(withoutPackage.cpuMs)],
				['with the package', seconds(withPackage.readyMs), seconds(withPackage.cpuMs)],
				['added', milliseconds(added.readyMs), milliseconds(added.cpuMs)],
			],
		),
		table(
			['one balance read in a fresh n8n', 'node', 'whole execution', "n8n's CPU time"],
			[
				['first', ...[first.nodeMs, first.executionMs, first.cpuMs].map(milliseconds)],
				['second', ...[second.nodeMs, second.executionMs, second.cpuMs].map(milliseconds)],
			],
		),
		`Medians of ${result.starts} starts of each kind, in turn; "added" is the median of the differences between a start and
the one before it. Without the package alone they took ${seconds(fastestMs)} to ${seconds(slowestMs)}. The first execution
loads the package's code, reads the private key, gets an access token and opens a connection; the code that n8n itself
loads at its first execution counts as well.`,
	].join('\n\n');
}

/** Everything as a Markdown document, in the format of this project. `file` is where it will stand. */
export async function report(results: Results, file: string): Promise<string> {
	const { count, scenarios, sizes } = results;
	const parts = [
		'# Bench',
		'Written by `npm run bench`. Times are of one machine on one day: look at the ratios.',
		machineLines(results.machine, results.seconds),
		'## Targets',
		table(
			['', 'wanted', 'measured', ''],
			targets(scenarios, sizes).map((it) => [
				it.what,
				it.wanted,
				it.measured,
				it.isMet ? 'met' : '**not met**',
			]),
		),
		'## Ratios',
		ratios(scenarios),
		'## Calls',
		`${count} items in one run, over TLS 1.3 on loopback, against the sandbox in a process of its own, with some
milliseconds added to each answer. Three contestants take turns: this node, the built-in HTTP Request node with the
same credential (it starts everything at once, with a connection for each call; how many are open at the same time
is a matter of how fast n8n can make them), and undici alone with this node's concurrency as its limit of connections,
on the same Node as n8n. All send the same bodies; each has the access token
already, and no connection is open when a run begins. The time is the node's own, as n8n reports it. The CPU time is
that of n8n's process, less that of the same run with a node that does nothing. Connections and TLS handshakes are what
the server saw; "at once" is the most that were open at the same time. Each run screens other addresses; network and
address are expressions, as is the HTTP Request node's body.`,
		...scenarios.map((result) => scenario(result, count)),
		...rateLimitSection(results.rateLimits),
		...hostileInputSection(results.hostileInput),
		'## Start and first execution',
		startTables(results.start),
		'## Size',
		table(
			['packed tarball', 'installed', 'files', 'other packages an install brings'],
			[[kilobytes(sizes.tarball), kilobytes(sizes.installed), sizes.files, sizes.otherPackages]],
		),
	];
	return await markdown(parts, file);
}
