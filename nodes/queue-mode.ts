/** n8n's commands that run as a process of queue mode, whatever the environment says. */
const COMMANDS: ReadonlySet<string> = new Set(['worker', 'webhook']);

/** Whether n8n runs in queue mode, so that several processes have to agree. */
export function isQueueMode(): boolean {
	// n8n reads a variable with this ending from a file. Such a file is assumed to mean queue mode, without being read.
	const { EXECUTIONS_MODE: mode = '', EXECUTIONS_MODE_FILE: file } = process.env;
	const isNamed = mode.includes('queue') || file !== undefined;
	return isNamed || process.argv.some((one) => COMMANDS.has(one));
}
