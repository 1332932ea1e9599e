export interface RunOptions {
	cwd?: string;
	env?: NodeJS.ProcessEnv;
	/** Receives the progress once a second. The console by default. */
	report?: (line: string) => void;
	/** How many packages npm fetches with `--loglevel=http`, for the progress. */
	packages?: number;
}

/**
 * Runs a command, reports its progress, and returns its standard output.
 *
 * @throws Error with the tail of its output when it fails
 */
export function runCommand(
	label: string,
	file: string,
	args: string[],
	options?: RunOptions,
): Promise<string>;

/**
 * Runs npm, reports its progress, and returns its standard output.
 *
 * @throws Error with the tail of its output when it fails
 */
export function runNpm(label: string, args: string[], options?: RunOptions): Promise<string>;
