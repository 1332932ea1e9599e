import { PartnerApiError } from '../../../partner-api/errors';

const STEP_MS = 20;

export const sleep = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));

/** Lets virtual time pass until the work is done. */
export async function passed<T>(work: Promise<T>): Promise<T> {
	const state = { isDone: false };
	const end = work.finally(() => (state.isDone = true));
	end.catch(() => undefined);
	while (!state.isDone) await jest.advanceTimersByTimeAsync(STEP_MS);
	return await end;
}

/** A 429. */
export function rateLimited(retryAfterSeconds?: number): PartnerApiError {
	const details = { status: 429, outcome: 'refused', phase: 'call' } as const;
	return new PartnerApiError({ ...details, code: 'rate_limited', retryAfterSeconds });
}
