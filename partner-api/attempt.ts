import { PartnerApiError } from './errors';

/**
 * Makes a failed call something to look at.
 *
 * @returns what the work gives, or the PartnerApiError it failed with
 * @throws every other error
 */
export async function attempt<T>(work: Promise<T>): Promise<T | PartnerApiError> {
	try {
		return await work;
	} catch (error) {
		if (error instanceof PartnerApiError) return error;
		throw error;
	}
}
