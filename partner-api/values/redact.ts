import { type Content, MAY_NAME_SECRET, searchFor, wordsOf } from './secret-search';

type Fields = Record<string, unknown>;

/** Stands for a secret. */
const HIDDEN = '••••••••';

/** A card's number, whole or as a receipt shows it. Of a shorter text, four digits would be too much. */
const NUMBER_OR_STARS = /^[\d*•#x -]{8,40}\d{4}$/i;
const SHOWN_DIGITS = 4;
/** What may name a secret, and what then holds it: `{"name": "epin", "value": "..."}`. */
const LABEL = /^(?:(?:display|field|item)_?)?(?:name|key|label|type|title|field)$/i;
const VALUES = /^(?:(?:display|field|item)_?)?(?:value|text|content)s?$/i;
/**
 * Besides a name, what a secret in JSON has: a form of its own, a long number, or an escape that hides what is there. To
 * look for all of them by one pattern takes longer.
 */
const MAY_BE_IN_JSON = [/[\\$]/, /eyJ/i, /data:/i, /\de/i, /\d{4}(?:[\s-]{0,2}\d{4,6}){2}/];
/** Characters: what the API says may be of any length. So many are looked through for secrets, and so many shown. */
const [MAX_READ, MAX_SHOWN] = [100_000, 500];
/** Characters: a shorter part of a token may be a word. */
const MIN_SECRET = 20;
/** Parsed from a text in which nothing may be a secret. Node takes as long to list a million names as to parse them. */
const harmless = new WeakSet<object>();

/** Notes what was parsed from a JSON text: where the text shows no sign of a secret, no secret is looked for in it. */
export function noteParsed(value: unknown, text: string): void {
	const mayHoldSecret = [MAY_NAME_SECRET, ...MAY_BE_IN_JSON].some((sign) => sign.test(text));
	if (typeof value === 'object' && value !== null && !mayHoldSecret) harmless.add(value);
}

/**
 * Redacts every secret in a value, however deep. The names stay, so that an operator sees what there is. A card number
 * keeps its last four digits where its name says that it is one.
 *
 * @returns a copy of what has secrets; what has none is the value's own
 */
export function redactSecrets(value: unknown, content: Content = 'response'): unknown {
	return mapSecrets(value, content, hide);
}

/**
 * Removes every secret from an event, however deep.
 *
 * @param content `password` where the reader is to have a one-time password
 * @returns the rest, copied as in `redactSecrets`, and the names of what was removed
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
 * Redacts a text that the API wrote for people, such as the message of an error. One with a secret is redacted as a whole:
 * what is around it may be one more (a card's number and its CVV).
 *
 * @param text of any length
 * @param most characters are shown
 */
export function redactText(text: string, most = MAX_SHOWN): string {
	return searchFor('response').isText(text.slice(0, MAX_READ)) ? HIDDEN : text.slice(0, most);
}

/**
 * Redacts the tokens that were sent to the API, wherever its response repeats one: whole, its payload or its signature. One
 * that comes in pieces, or encoded once more, is not found.
 *
 * @param text of a response
 * @param tokens access tokens or assertions (section 5)
 */
export function redactTokens(text: string, tokens: Iterable<string>): string {
	// The header of a JWT is no secret.
	const parts = [...tokens].flatMap((token) => [token, ...token.split('.').slice(1)]);
	const secrets = parts.filter(({ length }) => length >= MIN_SECRET);
	// To search a long text by a pattern takes longer.
	const search = text.includes('\\u00') ? escapable : (secret: string) => secret;
	return secrets.reduce((rest, secret) => rest.replaceAll(search(secret), HIDDEN), text);
}

/** A text as JSON may write it, each of its characters as an escape or as it is. */
function escapable(text: string): RegExp {
	const forms = Array.from(text, (one) => {
		const hex = one.charCodeAt(0).toString(16).padStart(4, '0');
		const eitherCase = hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
		return `(?:${one.replace(/\W/g, '\\$&')}|(?<!\\\\)\\\\u${eitherCase})`;
	});
	return new RegExp(forms.join(''), 'g');
}

/** Replaces each secret by what `replace` gives; undefined removes it. Only what changes is copied. */
function mapSecrets(
	value: unknown,
	content: Content,
	replace: (name: string, secret: unknown) => unknown,
): unknown {
	if (harmless.has(value as object)) return value;
	const search = searchFor(content);
	/** @param name its field's; the entries of an array have the array's */
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
			// That something is available is no secret, nor that the call went well.
			if (typeof field === 'boolean' || (key === 'code' && isOfCall(fields))) continue;
			const isNamed =
				VALUES.test(key) &&
				(isLabelled ??= keys.some((label) => LABEL.test(label) && search.isName(fields[label])));
			const mapped = isNamed || search.isName(key) ? replace(key, field) : map(key, field);
			if (mapped === field) continue;
			copy ??= copyOf(fields, keys);
			if (mapped === undefined) Reflect.deleteProperty(copy, key);
			else copy[key] = mapped;
		}
		return copy ?? fields;
	};
	return map('', value);
}

/** What a spread gives: that takes longer for a million fields than to parse them. */
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
	// That there is none is no secret.
	const isNothing = secret === null || secret === undefined || secret === '';
	if (isNothing || (Array.isArray(secret) && secret.length === 0)) return secret;
	const isNumber = typeof secret === 'string' && NUMBER_OR_STARS.test(secret);
	const keepsDigits = isNumber && /(?:pan|card ?number)$/.test(wordsOf(name));
	return keepsDigits ? HIDDEN + secret.slice(-SHOWN_DIGITS) : HIDDEN;
}
