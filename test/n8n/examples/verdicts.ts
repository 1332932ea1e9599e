import { z } from 'zod';
import type { Workflow } from '../../../stack/n8n-api-schemas';
import { call } from './support';

const verdictSchema = z
	.object({
		label: z.string(),
		network: z.string(),
		address: z.string(),
		verdict: z.enum(['clear', 'review', 'block', 'unresolved']),
		reasons: z.array(z.string()).min(1),
		risk_score: z.number().nullable(),
		check_id: z.string().nullable(),
		price_paid_usdt: z.string().nullable(),
	})
	.strict();

/** What the screening example answers of one address. */
export type Verdict = z.infer<typeof verdictSchema>;

/** Posts these addresses to the screening example, or nothing, and returns its verdicts. */
export async function verdictsFor(example: Workflow, body?: unknown): Promise<Verdict[]> {
	const response = await call(example, 'Addresses posted', { body });
	const answer: unknown = await response.json();
	expect({ status: response.status, answer }).toMatchObject({ status: 200 });
	return z.array(verdictSchema).parse(answer);
}
