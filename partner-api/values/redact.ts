import { type Content, MAY_NAME_SECRET, searchFor, wordsOf } from './secret-search';

type Fields = Record<string, unknown>;

/** Shown in place of a secret. */
const HIDDEN = '••••••••';

/** A card's number, whole or as a receipt shows it. Four digits of a shorter text would reveal too much. */
const NUMBER_OR_STARS = /^[\d*•#x -]{8,40}\d{4}$/i;
const SHOWN_DIGITS = 4;
/** A name that says "this is a secret" and a field that holds it: `{"name": "epin", "value": "..."}`. */
const LABEL = /^(?:(?:display|field|item)_?)?(?:name|key|label|type|title|field)$/i;
const VALUES = /^(?:(?:display|field|item)_?)?(?:value|text|content)s?$/i;
/** The `code` in these is a word. */
const CODED = /^(?:errors?|country|currency|language)$/;
/**
 * Signs of a secret in JSON other than a name: a typical form, a long number, or an escape that hides a text. One
 * pattern for all of them would take longer.
 */
const MAY_BE_IN_JSON = [/[\\$]/, /eyJ/i, /data:/i, /\de/i, /\d{4}(?:[\s-]{0,2}\d{4,6}){2}/];
/** Characters: the API's texts may have any length. At most this many are searched for secrets, and shown. */
const [MAX_READ, MAX_SHOWN] = [100_000, 500];
/** Characters: a shorter part of a token may be a word. */
const MIN_SECRET = 20;
/** Characters at the end of a part, which nobody can do without. A search for the whole of a long part takes minutes. */
const TAIL = 32;
/** Values parsed from texts without any sign of a secret. Listing a million names takes Node as long as parsing them. */
const harmless = new WeakSet<object>();

/** Notes a value parsed from a JSON text: if the text shows no sign of a secret, the value is not searched. */
export function noteParsed(value: unknown, text: string): void {
	const mayHoldSecret = [MAY_NAME_SECRET, ...MAY_BE_IN_JSON].some((sign) => sign.test(text));
	if (typeof value === 'object' && value !== null && !mayHoldSecret) harmless.add(value);
}

/**
 * Redacts every secret in a value, at any depth. The names stay, so that an operator sees which fields there are. A card
 * number keeps its last four digits if its name says that it is one.
 *
 * @returns a copy of the parts with secrets; parts without secrets are the value's own
 */
export function redactSecrets(value: unknown, content: Content = 'response'): unknown {
	return mapSecrets(value, content, hide);
}

/**
 * Removes every secret from an event, at any depth.
 *
 * @param content `password` if the reader may see a one-time password
 * @returns the rest, copied as in `redactSecrets`, and the names of the removed fields
 */
export function removeSecrets(
	value: unknown,
	content: 'event' | 'password',
): { value: unknown; removed: string[] } {
	const removed = new Set<string>();
	const rest = mapSecrets(value, content, (name) => {
		removed.add(name);
		return undefined;
	});
	return { value: rest, removed: [...removed].sort() };
}

/**
 * Redacts a text that the API wrote for people, such as the message of an error. If it has a secret, it is redacted as a
 * whole: the text around it may hold another one (a card's number and its CVV).
 *
 * @param text of any length
 * @param most the number of characters to show
 */
export function redactText(text: string, most = MAX_SHOWN): string {
	return searchFor('response').isText(text.slice(0, MAX_READ)) ? HIDDEN : text.slice(0, most);
}

/**
 * Redacts the end of the payload and of the signature of each token that was sent to the API, if its response repeats
 * them. The rest cannot be used. A token in pieces, or with another encoding, is not found.
 *
 * @param text of a response
 * @param tokens access tokens or assertions (section 5), of any length
 */
export function redactTokens(text: string, tokens: Iterable<string>): string {
	// The header of a JWT is not a secret.
	const parts = [...tokens].flatMap((token) => [token, ...token.split('.').slice(-2)]);
	const secrets = parts.filter(({ length }) => length >= MIN_SECRET);
	// Searching a long text for a pattern takes longer.
	const search = text.includes('\\u00') ? escapable : (secret: string) => secret;
	return secrets.reduce((rest, one) => rest.replaceAll(search(one.slice(-TAIL)), HIDDEN), text);
}

/** A pattern for a text in JSON, with each of its characters as an escape or as it is. */
function escapable(text: string): RegExp {
	const forms = Array.from(text, (one) => {
		const hex = one.charCodeAt(0).toString(16).padStart(4, '0');
		const eitherCase = hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
		return `(?:${one.replace(/\W/g, '\\$&')}|(?<!\\\\)\\\\u${eitherCase})`;
	});
	return new RegExp(forms.join(''), 'g');
}

/** Replaces each secret with the result of `replace`; undefined removes it. Only changed parts are copied. */
function mapSecrets(
	value: unknown,
	content: Content,
	replace: (name: string, secret: unknown) => unknown,
): unknown {
	if (harmless.has(value as object)) return value;
	const search = searchFor(content);
	/** @param name the name of its field; the entries of an array have the array's name */
	const map = (name: string, part: unknown): unknown => {
		if (typeof part === 'string' || (typeof part === 'number' && Math.abs(part) >= 1e14)) {
			return search.isText(String(part), name) ? replace(name, part) : part;
		}
		if (typeof part !== 'object' || part === null) return part;
		if (Array.isArray(part)) {
			let copy: unknown[] | undefined;
			for (let at = 0; at < part.length; at += 1) {
				const mapped = map(name, part[at]);
				if (mapped === part[at]) continue;
				copy ??= [...(part as unknown[])];
				copy[at] = mapped;
			}
			return copy?.filter((entry) => entry !== undefined) ?? part;
		}
		const fields = part as Fields;
		const keys = Object.keys(fields);
		let copy: Fields | undefined;
		let isLabelled: boolean | undefined;
		for (const key of keys) {
			const field = fields[key];
			// A boolean is not a secret, nor is the code of a successful call, an error or a country.
			const isHarmless = key === 'code' && (CODED.test(name) || isOfCall(fields));
			if (typeof field === 'boolean') continue;
			const isNamed =
				VALUES.test(key) &&
				(isLabelled ??= keys.some((label) => LABEL.test(label) && search.isName(fields[label])));
			const isSecret = isNamed || (!isHarmless && search.isName(key));
			const mapped = isSecret ? replace(key, field) : map(key, field);
			if (mapped === field) continue;
			copy ??= copyOf(fields, keys);
			if (mapped === undefined) Reflect.deleteProperty(copy, key);
			else copy[key] = mapped;
		}
		return copy ?? fields;
	};
	return map('', value);
}

/** A shallow copy, much faster than a spread for a million fields. */
function copyOf(fields: Fields, keys: readonly string[]): Fields {
	const copy: Fields = Object.hasOwn(fields, '__proto__') ? { ['__proto__']: 0 } : {};
	for (const key of keys) copy[key] = fields[key];
	return copy;
}

/** Whether the `code` of an envelope says that the call went well. */
function isOfCall({ code, data, result }: Fields): boolean {
	const holds = [data, result].some((one) => typeof one === 'object' && one !== null);
	const word = typeof code === 'number' ? String(code) : code;
	return holds && typeof word === 'string' && /^(?:0|200|ok|success)$/i.test(word);
}

function hide(name: string, secret: unknown): unknown {
	// A missing value is not a secret.
	const isNothing = secret === null || secret === undefined || secret === '';
	if (isNothing || (Array.isArray(secret) && secret.length === 0)) return secret;
	const isNumber = typeof secret === 'string' && NUMBER_OR_STARS.test(secret);
	const keepsDigits = isNumber && /(?:pan|card ?number)$/.test(wordsOf(name));
	return keepsDigits ? HIDDEN + secret.slice(-SHOWN_DIGITS) : HIDDEN;
}
