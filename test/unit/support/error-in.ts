import { InputError } from '../../../partner-api/errors';

/** The error by which work refuses what an operator gave. */
export function errorIn(work: () => unknown): InputError {
	try {
		work();
	} catch (error) {
		if (error instanceof InputError) return error;
		throw error;
	}
	throw new Error('Nothing was refused');
}
