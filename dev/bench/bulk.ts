import { type Bench, repeat, row, type Section } from './bench';
import { Arena, awaitedScreenings as task, CONCURRENCY } from './contest';

const FULL = { counts: [100, 1_000, 10_000, 50_000], repetitions: 3 };
const QUICK = { counts: [100, 1_000, 5_000], repetitions: 1 };
const FEW = 1_000;
const LATE = { count: 500, latencyMs: 50 };

/** From few items to very many, in one run. */
export async function measureBulk(bench: Bench): Promise<Section[]> {
	const { counts, repetitions } = bench.isQuick ? QUICK : FULL;
	const arena = await Arena.start(bench);
	const runBoth = async (count: number) => {
		bench.step(`${count} items`);
		const own = await arena.own(task, count);
		return { count, own, undici: await arena.undici(task, count) };
	};
	// Not counted: code is loaded and compiled, tokens are fetched.
	await runBoth(LATE.count);
	const runs = await repeat(repetitions, async () => {
		const all = [];
		for (const count of counts) all.push(await runBoth(count));
		return all;
	});
	arena.sandbox.configure({ latencyMs: LATE.latencyMs });
	const late = await repeat(repetitions, async () => {
		const own = await arena.own(task, LATE.count);
		return { own: { ...own, saved: (LATE.count * LATE.latencyMs) / own.ms } };
	});
	const most = Math.max(...counts);
	const of = (wanted: number) => runs.flat().filter(({ count }) => count === wanted);
	const msPerItem = (count: number) => of(count).map(({ own }) => own.ms / count);
	const [ours, theirs] = [msPerItem(most), msPerItem(FEW)];
	return [
		{
			title: 'Time, compared with undici alone',
			about:
				'KYT: Screen for addresses that all differ; undici has as many connections as the node items at once.',
			rows: counts.map((count) => {
				const wanted = count === most ? { most: 2 } : {};
				return row(`${count} items`, 'ms', wanted, of(count), 'ms', 'own', 'undici');
			}),
		},
		{
			title: 'Time per item',
			about: `"Ours" is with the most items, "theirs" with ${FEW}.`,
			rows: [{ what: `${most} items`, unit: 'ms', most: 1.2, ours, theirs }],
		},
		{
			title: 'Latency',
			about: `${LATE.count} addresses, each answered after ${LATE.latencyMs} ms.`,
			rows: [
				row('sum of the latencies, of the time', 'times', { least: 8 }, late, 'saved', 'own'),
				row('connections at once', '', { most: CONCURRENCY }, late, 'atOnce', 'own'),
			],
		},
	];
}
