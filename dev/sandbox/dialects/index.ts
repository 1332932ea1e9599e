import { z } from 'zod';
import { asShown } from './as-shown';
import type { Dialect, Differences } from './dialect';
import { resources } from './resources';
import { wrapped } from './wrapped';

/** The names of the dialects. */
export const dialectSchema = z.enum(['as-shown', 'resources', 'wrapped']);
export type DialectName = z.infer<typeof dialectSchema>;

export const DIALECTS: Readonly<Record<DialectName, Dialect>> = {
	'as-shown': asShown,
	resources,
	wrapped,
};

export function dialectOf(given: DialectName | Dialect): Dialect {
	return typeof given === 'string' ? DIALECTS[given] : given;
}

/** The facts about a dialect that only a person can know, as JSON for the credential's field API Differences. */
export function differencesOf(name: DialectName): Differences {
	return DIALECTS[name].differences;
}
