import type { FunctionsBase } from 'n8n-workflow';

/**
 * n8n's new engine, an experiment so far, does not run a trigger's execute(), in which an event is marked as applied.
 *
 * @throws Error where the workflow is set to it
 */
export function assertSupportedEngine(context: Pick<FunctionsBase, 'getWorkflowSettings'>): void {
	if (context.getWorkflowSettings().engineType !== 'v2') return;
	throw new Error(
		'The workflow is set to engine 2.0, with which events could be applied twice: set it to the standard engine',
	);
}
