import type { Dialect } from './dialect';

/** Section 3.3 shows `done`. */
function documentStatus(status: string): string {
	if (status === 'completed') return 'done';
	return status === 'pending' ? 'processing' : status;
}

/**
 * The default dialect. Calls and records that the document only names look as much as possible like those that it
 * shows.
 */
export const asShown: Dialect = {
	differences: {},
	responses: {},
	screeningSteps: [],
	words: (_kind, status) => ({ status, document_status: documentStatus(status) }),
	errorOf: (error) => error,
};
