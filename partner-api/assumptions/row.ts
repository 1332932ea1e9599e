/** What the code takes for true where the document is silent. */
export interface Assumption<T = unknown> {
	/** Of the document. */
	section: string;
	notShown: string;
	assumed: string;
	/** How an operator sees that it is wrong. */
	whenWrong: string;
	/** How an operator replaces it. */
	replace: string;
	/** What the code reads, and nowhere else. */
	value: T;
}

const NOT_NEEDED = 'Not needed: nothing but a text or a list depends on it.';

type Decided<T> = Pick<Assumption, 'assumed' | 'whenWrong'> &
	Partial<Pick<Assumption<T>, 'replace' | 'value'>>;

/** @param decided without `value` where the code does more than to read one */
export function row<T>(section: string, notShown: string, decided: Decided<T>): Assumption<T> {
	return { section, notShown, replace: NOT_NEEDED, value: undefined as T, ...decided };
}
