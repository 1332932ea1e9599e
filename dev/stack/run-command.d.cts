export interface RunOptions {
	cwd?: string;
	env?: NodeJS.ProcessEnv;
	/** Receives how far it has come, once a second; the console by default. */
	report?: (line: string) => void;
	/** How many packages npm fetches with `--loglevel=http`, so that it can be told how much is left. */
	packages?: number;
}

/**
 * Runs a command, reports how far it has come, and returns its standard output.
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
 * Runs npm, reports how far it has come, and returns its standard output.
 *
 * @throws Error with the tail of its output when it fails
 */
export function runNpm(label: string, args: string[], options?: RunOptions): Promise<string>;
