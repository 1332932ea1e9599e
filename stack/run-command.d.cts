export interface RunOptions {
	cwd?: string;
	env?: NodeJS.ProcessEnv;
	/** Receives the progress lines; the console by default. */
	report?: (line: string) => void;
}

/** Runs a command to its end, with progress lines; returns its standard output, throws with its tail. */
export function runCommand(
	label: string,
	file: string,
	args: string[],
	options?: RunOptions,
): Promise<string>;

/** Runs npm with progress lines; returns its standard output, throws with its tail. */
export function runNpm(label: string, args: string[], options?: RunOptions): Promise<string>;
