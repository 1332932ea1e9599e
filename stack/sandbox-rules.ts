import { z } from 'zod';

import { type Workflow, workflowSchema } from './n8n-api-schemas';

/** An entry of an Edit Fields node that has no value yet. */
const emptyEntry = z
	.object({ name: z.string(), value: z.union([z.null(), z.literal('')]) })
	.passthrough();

/** What the sandbox's scores and severities mean, under the names that the gate and the examples' Settings have for it. */
const RULES: Record<string, unknown> = {
	reviewFromScore: '25',
	blockFromScore: '75',
	clearSeverities: 'low',
	reviewSeverities: 'medium',
	blockSeverities: 'high, critical',
	review_from_score: 25,
	block_from_score: 75,
	hit_from_score: '25',
	clear_severities: 'low',
};

/**
 * An example with the sandbox's rules where the file leaves them empty. The files clear nothing before a person has set
 * the rules; with play money npm start may.
 */
export function withSandboxRules(workflow: Workflow): Workflow {
	const filled: unknown = JSON.parse(JSON.stringify(workflow), (key, value: unknown) => {
		if (value === '') return RULES[key] ?? value;
		const { data: entry } = emptyEntry.safeParse(value);
		return entry ? { ...entry, value: RULES[entry.name] ?? entry.value } : value;
	});
	return workflowSchema.parse(filled);
}
