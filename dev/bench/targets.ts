import { CONCURRENCY } from './contest';
import type { ScenarioResult } from './scenarios';
import type { Sizes } from './sizes';
import { screenings } from './tasks';

export interface Target {
	what: string;
	wanted: string;
	measured: string;
	isMet: boolean;
}

/** The latency the targets speak of, in milliseconds. */
const LATENCY_MS = 20;
const LEAST_SPEED_UP = 2.5;
const MOST_OVER_BARE = 1.15;
/** Without any latency, what n8n itself takes for an item counts for more. */
const MOST_OVER_BARE_AT_ONCE = 2.5;
const MOST_CPU_SHARE = 1 / 3;
const MOST_TARBALL_BYTES = 450_000;

/** How many times the first is of the second. */
export function ratio(first: number | undefined, second: number | undefined): number {
	return (first ?? Number.NaN) / (second ?? Number.NaN);
}

function screeningsWith(latency: number, results: readonly ScenarioResult[]): ScenarioResult {
	const found = results.find(({ task, latencyMs }) => task === screenings && latencyMs === latency);
	if (!found) throw new Error(`No screenings with ${latency} ms were measured`);
	return found;
}

/** What was aimed at, and what came out. @throws Error when the scenario it is about was not run */
export function targets(results: readonly ScenarioResult[], sizes: Sizes): Target[] {
	const { own, httpRequest, bare } = screeningsWith(LATENCY_MS, results);
	const atOnce = screeningsWith(0, results);
	const overBareAtOnce = ratio(atOnce.own.wallMs, atOnce.bare.wallMs);
	const speedUp = ratio(httpRequest.wallMs, own.wallMs);
	const overBare = ratio(own.wallMs, bare.wallMs);
	const cpuShare = ratio(own.cpuMsPerCall, httpRequest.cpuMsPerCall);
	const connections = Math.max(...results.map((result) => result.own.connections));
	return [
		{
			what: `Screenings with ${LATENCY_MS} ms: times as fast as the HTTP Request node`,
			wanted: `at least ${LEAST_SPEED_UP}`,
			measured: speedUp.toFixed(2),
			isMet: speedUp >= LEAST_SPEED_UP,
		},
		{
			what: `Screenings with ${LATENCY_MS} ms: times as long as bare undici`,
			wanted: `at most ${MOST_OVER_BARE}`,
			measured: overBare.toFixed(2),
			isMet: overBare <= MOST_OVER_BARE,
		},
		{
			what: 'Screenings with 0 ms: times as long as bare undici',
			wanted: `at most ${MOST_OVER_BARE_AT_ONCE}`,
			measured: overBareAtOnce.toFixed(2),
			isMet: overBareAtOnce <= MOST_OVER_BARE_AT_ONCE,
		},
		{
			what: `Connections for a run, at a concurrency of ${CONCURRENCY}`,
			wanted: `at most ${CONCURRENCY}`,
			measured: String(connections),
			isMet: connections <= CONCURRENCY,
		},
		{
			what: `Screenings with ${LATENCY_MS} ms: n8n's CPU time for a call, of the HTTP Request node's`,
			wanted: `at most ${MOST_CPU_SHARE.toFixed(2)}`,
			measured: cpuShare.toFixed(2),
			isMet: cpuShare <= MOST_CPU_SHARE,
		},
		{
			what: 'Packed tarball',
			wanted: `under ${MOST_TARBALL_BYTES / 1_000} kB`,
			measured: `${(sizes.tarball / 1_000).toFixed(0)} kB`,
			isMet: sizes.tarball < MOST_TARBALL_BYTES,
		},
	];
}
