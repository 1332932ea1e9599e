/** Items as an operator counts them, from 1 on: `1, 3 to 5`. */
export function itemRanges(indexes: readonly number[]): string {
	const ranges: [number, number][] = [];
	for (const index of [...new Set(indexes)].sort((left, right) => left - right)) {
		const last = ranges.at(-1);
		if (last?.[1] === index - 1) last[1] = index;
		else ranges.push([index, index]);
	}
	return ranges
		.map(([from, to]) =>
			from === to ? String(from + 1) : `${String(from + 1)} to ${String(to + 1)}`,
		)
		.join(', ');
}
