import { inspect } from 'node:util';

/** Looks until what is seen is right. Throws after a minute, because a busy machine takes long to start a process. */
export async function until<Seen>(
	look: () => Promise<Seen> | Seen,
	isRight: (seen: Seen) => boolean = Boolean,
): Promise<Seen> {
	const deadline = Date.now() + 60_000;
	for (;;) {
		const seen = await look();
		if (isRight(seen)) return seen;
		if (Date.now() > deadline) throw new Error(`Waited in vain; last seen: ${inspect(seen)}`);
		await new Promise((resolve) => setTimeout(resolve, 5));
	}
}

/** Counts the turns of Node's event loop from now on. @returns a function that stops counting and returns the count */
export function countTurns(): () => number {
	let turns = 0;
	let isOver = false;
	const count = () => {
		turns += 1;
		if (!isOver) setImmediate(count);
	};
	count();
	return () => {
		isOver = true;
		return turns;
	};
}
