import type { Dialect } from './dialect';

/** Section 3.3 shows `done`. */
function documentStatus(status: string): string {
	if (status === 'completed') return 'done';
	return status === 'pending' ? 'processing' : status;
}

/** The default: what the document only names is as like to what it shows as can be. */
export const asShown: Dialect = {
	differences: {},
	responses: {},
	screeningSteps: [],
	words: (_kind, status) => ({ status, document_status: documentStatus(status) }),
	errorOf: (error) => error,
};
