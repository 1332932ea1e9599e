import type { INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';

/** Goes with an item from the webhook to execute(): n8n stores it with the run, so a retry has it as well. */
const claimSchema = z.object({
	eventId: z.string(),
	token: z.string(),
	inRedis: z.boolean(),
	/** The id of the trigger node. */
	nodeId: z.string().optional(),
});

export type Claim = z.infer<typeof claimSchema>;

/** The item with the claim beside its data, where no node of the workflow sees it. */
export function withClaim(item: INodeExecutionData, claim: Claim): INodeExecutionData {
	return { ...item, claim: { ...claim } };
}

/** The claim of an item; undefined for one that is not deduplicated, as in a test of the editor. */
export function claimOf(item: INodeExecutionData): Claim | undefined {
	const parsed = claimSchema.safeParse(item.claim);
	return parsed.success ? parsed.data : undefined;
}
