/** The states of a screening that the document names (section 3.1). */
export const PROCESSING = 'processing';
export const COMPLETED = 'completed';
export const FAILED = 'failed';
