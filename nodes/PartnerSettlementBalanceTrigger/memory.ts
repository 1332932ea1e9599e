import type { IPollFunctions } from 'n8n-workflow';
import { z } from 'zod';

import { isDecimal } from '../../partner-api';
import type { Alert } from './watch';

const alertSchema = z.object({
	account: z.string(),
	threshold: z.string().refine(isDecimal),
	since: z.string(),
});

/** The alert that stands, from the static data of this node. What cannot be read counts for none: better told twice. */
export function standingAlert(context: IPollFunctions): Alert | undefined {
	return alertSchema.safeParse(context.getWorkflowStaticData('node').alert).data;
}

/** Changes the static data; n8n saves it with the next run that the poll starts. */
export function remember(context: IPollFunctions, alert: Alert | undefined): void {
	const data = context.getWorkflowStaticData('node');
	if (alert) data.alert = { ...alert };
	else delete data.alert;
}
