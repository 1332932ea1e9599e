/** The outputs of the gate, in their order, and what the editor calls them. */
export const OUTPUTS = {
	clear: 'Clear',
	review: 'Review',
	block: 'Block',
	unresolved: 'Unresolved',
} as const;
export type Verdict = keyof typeof OUTPUTS;

export const VERDICTS = Object.keys(OUTPUTS) as Verdict[];

/** What is to be said of an item, or of one aspect of its record, and why, in plain words. */
export interface Finding {
	verdict: Verdict;
	reason: string;
}
