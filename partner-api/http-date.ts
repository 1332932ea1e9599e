/** The three forms of RFC 9110, section 5.6.7. `Date.parse` alone takes much else for a date, such as "1.5" or "-5". */
const FORMS = [
	/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
	/^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
	/^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];

/**
 * Reads the date of a header.
 *
 * @returns milliseconds since 1970; undefined for what is no HTTP date
 */
export function parseHttpDate(value = ''): number | undefined {
	if (!FORMS.some((form) => form.test(value))) return undefined;
	// The last form names no zone, but is in GMT as the others are.
	const time = Date.parse(value.endsWith('GMT') ? value : `${value} GMT`);
	return Number.isNaN(time) ? undefined : time;
}
