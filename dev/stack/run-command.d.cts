export interface RunOptions {
	cwd?: string;
	env?: NodeJS.ProcessEnv;
	/** Receives the progress lines; the console by default. */
	report?: (line: string) => void;
}

/**
 * Runs a command with a progress line every few seconds and returns its standard output.
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
 * Runs npm with a progress line every few seconds and returns its standard output.
 *
 * @throws Error with the tail of its output when it fails
 */
export function runNpm(label: string, args: string[], options?: RunOptions): Promise<string>;
