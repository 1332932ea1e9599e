/** The middle value; the mean of the two middle ones where the count is even. @throws RangeError for none */
export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const low = sorted[Math.ceil(sorted.length / 2) - 1];
	const high = sorted[Math.floor(sorted.length / 2)];
	if (low === undefined || high === undefined)
		throw new RangeError('No values to take a median of');
	return (low + high) / 2;
}
