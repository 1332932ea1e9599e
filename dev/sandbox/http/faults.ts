import { z } from 'zod';
import { FAULTS, isBefore, type Fault, type FaultAfter, type FaultBefore } from './fault-names';

export const faultRuleSchema = z
	.object({
		match: z
			.object({
				method: z.string().optional(),
				/** A part of the path, the /gw or /core prefix included. */
				path: z.string().optional(),
				/** A part of the raw body. */
				body: z.string().optional(),
				/** Only the nth matching request, counted from 1. */
				nth: z.number().int().min(1).optional(),
				/** How many matching requests suffer it; 0 is all of them. Default 1. */
				times: z.number().int().min(0).optional(),
			})
			.strict()
			.default({}),
		fault: z.enum(FAULTS),
		/** Seconds or date of the Retry-After header of a 429 or 503. */
		retryAfter: z.string().optional(),
	})
	.strict();

export type FaultRule = z.input<typeof faultRuleSchema>;

interface ActiveRule {
	rule: z.output<typeof faultRuleSchema>;
	seen: number;
	done: number;
}

export interface PlannedFault {
	fault: Fault;
	retryAfter?: string;
}

/** Which requests suffer which fault. */
export class Faults {
	private rules: ActiveRule[] = [];
	private readonly magicDone = new Set<string>();

	add(rule: FaultRule): void {
		this.rules.push({ rule: faultRuleSchema.parse(rule), seen: 0, done: 0 });
	}

	clear(): void {
		this.rules = [];
	}

	/** The fault a test has injected for this request; counts the request. */
	injected(method: string, path: string, body: string): PlannedFault | undefined {
		for (const active of this.rules) {
			const { match, fault, retryAfter } = active.rule;
			if (match.method !== undefined && match.method.toUpperCase() !== method) continue;
			if (match.path !== undefined && !path.includes(match.path)) continue;
			if (match.body !== undefined && !body.includes(match.body)) continue;
			active.seen += 1;
			const limit = match.times ?? 1;
			const due = match.nth === undefined || match.nth === active.seen;
			if (!due || (limit !== 0 && active.done >= limit)) continue;
			active.done += 1;
			return { fault, retryAfter };
		}
		return undefined;
	}

	/** A magic value strikes once for each ext_id, so that a repeat of the call succeeds. */
	strikes(partnerId: number, value: string, extId: string | undefined): boolean {
		if (extId === undefined) return true;
		const key = `${partnerId} ${extId} ${value}`;
		if (this.magicDone.has(key)) return false;
		this.magicDone.add(key);
		return true;
	}
}

/** The planned fault, where it keeps the work from being done. */
export function beforeFault(planned: PlannedFault | undefined): FaultBefore | undefined {
	return planned && isBefore(planned.fault) ? planned.fault : undefined;
}

/** The planned fault, where it spoils the answer to work that is done. */
export function afterFault(planned: PlannedFault | undefined): FaultAfter | undefined {
	return planned && !isBefore(planned.fault) ? planned.fault : undefined;
}
