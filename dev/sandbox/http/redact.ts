import { parse, stringify } from 'lossless-json';

const SECRETS = [
	...['pan', 'cvv', 'cvc', 'pin', 'e?pin', 'codes?', 'card_?encrypted', 'jwe', 'lpa', 'otp', 'jwt'],
	...['(access_?)?token', 'assertion', '(\\w+_)?secret', 'private_?key', 'password'],
].join('|');
const SECRET_NAME = new RegExp(`^(${SECRETS})$`, 'i');
const SECRET_FIELD = new RegExp(
	`("(?:${SECRETS})"\\s*:\\s*)("(?:[^"\\\\]|\\\\.)*"?|[^\\s,}\\]]+)`,
	'gi',
);
const HIDDEN = '(hidden)';

/**
 * A body without the values of secret fields, at any depth: the secrets of section 6.5, tokens, keys and passwords.
 *
 * @param indent of the JSON; one line if omitted
 */
export function redacted(text: string, indent?: number): string {
	try {
		const hide = (key: string, value: unknown): unknown => (SECRET_NAME.test(key) ? HIDDEN : value);
		return stringify(parse(text), hide, indent) ?? '';
	} catch {
		// Half a response, or no JSON at all.
		return text.replace(SECRET_FIELD, `$1"${HIDDEN}"`);
	}
}

/** A query without the values of secret parameters. */
export function redactedQuery(query: string): string {
	const fields = new URLSearchParams(query);
	for (const name of fields.keys()) if (SECRET_NAME.test(name)) fields.set(name, HIDDEN);
	return fields.toString();
}
