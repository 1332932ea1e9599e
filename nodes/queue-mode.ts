/** n8n's commands of which each is a process of queue mode, whatever the environment says. */
const COMMANDS: ReadonlySet<string> = new Set(['worker', 'webhook']);

/** Whether n8n runs in queue mode, so that several processes have to agree. */
export function isQueueMode(): boolean {
	const { EXECUTIONS_MODE: mode = '' } = process.env;
	return mode.includes('queue') || process.argv.some((one) => COMMANDS.has(one));
}
