import { z } from 'zod';

import { outcomeAddress } from '../sandbox/magic';
import { CARD_PRODUCTS, ESIM_OFFERS } from '../sandbox/state/catalog';
import { type Workflow, workflowSchema } from './n8n-api-schemas';

/** An entry of an Edit Fields node. */
const entrySchema = z.object({ name: z.string(), value: z.literal('') }).passthrough();

/** A choice from a list that nobody has made yet. */
const choiceSchema = z.object({ __rl: z.literal(true), value: z.literal('') }).passthrough();

/** Rules for the sandbox's scores and severities, and an address to pay, by their names in the examples. */
const VALUES: Record<string, string> = {
	reviewFromScore: '25',
	blockFromScore: '75',
	clearSeverities: 'low',
	to_address: outcomeAddress('tron_usdt', 'clear'),
};

const [PRODUCT] = CARD_PRODUCTS;
const [OFFER] = ESIM_OFFERS;

/** Products that the sandbox sells, with the names that the editor shows. */
const CHOICES: Record<string, { value: string; cachedResultName?: string }> = {
	svcProductId: { value: String(PRODUCT?.id), cachedResultName: PRODUCT?.name },
	offerId: { value: String(OFFER?.offer_id), cachedResultName: OFFER?.name },
};

/**
 * An example with the sandbox's values where the file leaves them empty. The files clear, buy and pay nothing until a
 * person has filled them in. With play money, npm start may fill them in.
 */
export function withSandboxValues(workflow: Workflow): Workflow {
	const filled: unknown = JSON.parse(JSON.stringify(workflow), (key, value: unknown) => {
		if (value === '') return VALUES[key] ?? value;
		const { data: choice } = choiceSchema.safeParse(value);
		if (choice) return { ...choice, ...CHOICES[key] };
		const { data: entry } = entrySchema.safeParse(value);
		return entry ? { ...entry, value: VALUES[entry.name] ?? '' } : value;
	});
	return workflowSchema.parse(filled);
}
