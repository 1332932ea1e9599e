import { PartnerApiError } from './errors';

/**
 * Looks at an order again that was accepted before. A look that fails must not hide that: where the failure may pass (too
 * many requests, trouble over there, a connection that broke), the order stands as it was seen last.
 *
 * @param look asks the API
 * @param lastSeen what it answered last
 * @throws PartnerApiError with the outcome `unknown` when looking again is no use: the order exists all the same
 */
export async function lookAgain<T>(look: () => Promise<T>, lastSeen: T): Promise<T> {
	try {
		return await look();
	} catch (error) {
		if (!(error instanceof PartnerApiError)) throw error;
		if (error.mayBeOver) return lastSeen;
		throw error.with({ outcome: 'unknown' });
	}
}
