import { type Bench, repeat, row, type Section } from './bench';
import { Arena, awaitedScreenings as task } from './contest';

const FULL = { counts: [100, 1_000, 10_000, 50_000], repetitions: 3 };
const QUICK = { counts: [100, 1_000, 5_000], repetitions: 1 };
const FEW = 1_000;

/** Compares runs of few to very many items with undici alone. */
export async function measureBulk(bench: Bench): Promise<Section[]> {
	const { counts, repetitions } = bench.isQuick ? QUICK : FULL;
	const arena = await Arena.start(bench);
	const runBoth = async (count: number) => {
		bench.step(`${count} items`);
		return { count, own: await arena.own(task, count), undici: await arena.undici(task, count) };
	};
	// A warm-up that loads and compiles code and gets tokens. It is not counted.
	await runBoth(FEW);
	const runs = await repeat(repetitions, async () => {
		const all = [];
		for (const count of counts) all.push(await runBoth(count));
		return all;
	});
	const most = Math.max(...counts);
	const of = (wanted: number) => runs.flat().filter(({ count }) => count === wanted);
	const msPerItem = (count: number) => of(count).map(({ own }) => own.ms / count);
	const [ours, theirs] = [msPerItem(most), msPerItem(FEW)];
	return [
		{
			title: 'Time, compared with undici alone',
			about: 'KYT: Screen of new addresses; undici has a connection for each item at once.',
			rows: counts.map((count) =>
				row(`${count} items`, 'ms', { most: 2 }, of(count), 'ms', 'own', 'undici'),
			),
		},
		{
			title: 'Time per item',
			about: `"Ours" is with the most items, "theirs" with ${FEW}.`,
			rows: [{ what: `${most} items`, unit: 'ms', most: 1.2, ours, theirs }],
		},
	];
}
