import type { z } from 'zod';

/** What the code takes for true where the document is silent, until an operator says otherwise in API Differences. */
export interface Entry<T> {
	/** Of the document. */
	section: string;
	notShown: string;
	assumed: string;
	/** How an operator sees that it is wrong. */
	whenWrong: string;
	default: T;
	/** Reads the operator's value. */
	schema: z.ZodType<T, z.ZodTypeDef, unknown>;
}

export function entry<T>(of: Entry<T>): Entry<T> {
	return of;
}
