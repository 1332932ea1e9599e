/** Counts the turns of Node's loop from now on. @returns how many there were, and counts no more */
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
