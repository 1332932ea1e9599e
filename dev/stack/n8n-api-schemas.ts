import { parse as parseFlatted } from 'flatted';
import { z } from 'zod';

const nodeSchema = z
	.object({
		id: z.string().optional(),
		name: z.string(),
		type: z.string(),
		webhookId: z.string().optional(),
		parameters: z.record(z.unknown()).default({}),
		credentials: z
			.record(z.object({ id: z.string().nullish(), name: z.string() }).passthrough())
			.optional(),
	})
	.passthrough();

/** A workflow as n8n exports and imports it. */
export const workflowSchema = z
	.object({
		name: z.string(),
		nodes: z.array(nodeSchema),
		connections: z.record(z.unknown()),
		settings: z.record(z.unknown()).nullish(),
		pinData: z.record(z.unknown()).nullish(),
	})
	.passthrough();

export type Workflow = z.infer<typeof workflowSchema>;
export type WorkflowNode = z.infer<typeof nodeSchema>;

/** n8n's settings before anyone has signed in. */
export const settingsSchema = z.object({
	userManagement: z.object({ showSetupOnFirstLoad: z.boolean() }),
});

/** A part of the settings once someone has signed in. */
export const versionSchema = z.object({ versionCli: z.string() });

/** The invitation of one user. */
export const invitationsSchema = z
	.array(z.object({ user: z.object({ inviteAcceptUrl: z.string() }) }))
	.length(1);

export const storedWorkflowSchema = z.object({
	id: z.string(),
	name: z.string(),
	versionId: z.string(),
	active: z.boolean(),
	isArchived: z.boolean().default(false),
});

export type StoredWorkflow = z.infer<typeof storedWorkflowSchema>;

export const publicationSchema = z.object({
	status: z.enum(['in_progress', 'not_published', 'published', 'partial', 'failed']),
	triggers: z.array(z.object({ status: z.string(), errorMessage: z.string().nullish() })),
});

export const credentialSchema = z.object({ id: z.string(), name: z.string(), type: z.string() });

export type StoredCredential = z.infer<typeof credentialSchema>;

export const credentialTestSchema = z.object({
	status: z.enum(['OK', 'Error']),
	message: z.string(),
});

export type CredentialTestResult = z.infer<typeof credentialTestSchema>;

const itemSchema = z
	.object({
		json: z.record(z.unknown()),
		pairedItem: z.unknown(),
		error: z.unknown(),
	})
	.partial({ pairedItem: true, error: true })
	.passthrough();

export type OutputItem = z.infer<typeof itemSchema>;

const errorSchema = z
	.object({
		name: z.string().optional(),
		message: z.string(),
		description: z.string().nullish(),
		httpCode: z.string().nullish(),
		messages: z.array(z.string()).optional(),
		context: z.record(z.unknown()).optional(),
	})
	.passthrough();

export type ExecutionError = z.infer<typeof errorSchema>;

const taskSchema = z
	.object({
		executionStatus: z.string().optional(),
		/** Milliseconds since 1970, and how many it took. */
		startTime: z.number(),
		executionTime: z.number(),
		error: errorSchema.optional(),
		data: z
			// A node that an agent calls has its output elsewhere.
			.object({ main: z.array(z.array(itemSchema).nullable()).default([]) })
			.passthrough()
			.optional(),
	})
	.passthrough();

const runDataSchema = z.object({
	resultData: z.object({
		error: errorSchema.optional(),
		lastNodeExecuted: z.string().optional(),
		runData: z.record(z.array(taskSchema)).default({}),
	}),
});

export const executionRowSchema = z.object({
	id: z.string(),
	status: z.string(),
	mode: z.string(),
	workflowId: z.string(),
	retryOf: z.string().nullish(),
	startedAt: z.string().nullish(),
	stoppedAt: z.string().nullish(),
});

export const executionListSchema = z.object({
	results: z.array(executionRowSchema),
	count: z.number(),
});

/** n8n stores an execution's data in the flatted format and returns it like that. */
export const executionSchema = executionRowSchema.extend({
	data: z.string().transform((text) => runDataSchema.parse(parseFlatted(text))),
});

export type ExecutionRow = z.infer<typeof executionRowSchema>;
export type Execution = z.infer<typeof executionSchema>;

/** What n8n's next major version will change for the workflows of this n8n, by rule. */
export const migrationReportSchema = z.object({
	report: z.object({
		workflowResults: z.array(z.object({ ruleId: z.string() })),
	}),
});

export const affectedSchema = z.object({
	affectedWorkflows: z.array(
		z.object({
			id: z.string(),
			issues: z.array(z.object({ title: z.string() })),
		}),
	),
});

const descriptionSchema = z.object({ name: z.string(), displayName: z.string() }).passthrough();

export const descriptionsSchema = z.array(descriptionSchema);

export type TypeDescription = z.infer<typeof descriptionSchema>;

/** The user that signs in. n8n asks for a password of 8 characters with a digit and a capital. */
export interface Owner {
	email: string;
	password: string;
}

export interface NewCredential {
	name: string;
	type: string;
	data: Record<string, unknown>;
}
