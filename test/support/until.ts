/** Waits for a condition; throws after five seconds. */
export async function until(isSo: () => boolean): Promise<void> {
	const deadline = Date.now() + 5000;
	while (!isSo()) {
		if (Date.now() > deadline) throw new Error('Waited in vain');
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
