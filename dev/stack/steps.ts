/** Prints what is going on, each line with the seconds since the first. */
export function stepPrinter(): (line: string) => void {
	const started = performance.now();
	return (line) => {
		const seconds = ((performance.now() - started) / 1_000).toFixed(1).padStart(6);
		console.log(`${seconds} s  ${line}`);
	};
}
