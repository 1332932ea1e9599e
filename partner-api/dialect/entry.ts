import type { z } from 'zod';

/** An assumption for a point that the document leaves open; API Differences can replace it. */
export interface Entry<T> {
	/** A section of the document. */
	section: string;
	notShown: string;
	assumed: string;
	/** How an operator notices that it is wrong. */
	whenWrong: string;
	default: T;
	/** Reads the operator's value. */
	schema: z.ZodType<T, z.ZodTypeDef, unknown>;
}

export function entry<T>(of: Entry<T>): Entry<T> {
	return of;
}
