/** Stands for a secret. */
const HIDDEN = '••••••••';

/**
 * What a value is, which decides what in it is a secret:
 * - `goods` may be the record of what was bought, so that more names are a secret's;
 * - `screening` is of no card: 16 digits may be an amount in the smallest unit;
 * - `password` is an event with a one-time password, which may have any name and stays (`card.otp`, section 6.5).
 */
type Content = 'response' | 'goods' | 'screening' | 'event' | 'password';

/**
 * What a name must spell, in one word or in several, to hold a secret: card data, gift codes, eSIM activation, links that
 * give a card or an eSIM away, the HMAC secret (section 1, rule 11; sections 4.1, 4.4, 4.9 and 6.5).
 */
const SECRET = namePattern([
	...['pan', 'fullpan', 'primary account number', '(?:card|cc) ?(?:number|num|no)', 'csc'],
	...['card ?verification value', '(?:card ?)?(?:en|de)crypted', 'ciphertext'],
	// Also inside of a word: cardcvv, cvvcode, lpastring.
	...['\\w*(?:cv[cvn]|jwe|lpa|qr ?(?:code|image))\\w*', 'qr'],
	...['e ?pin', '(?:gift|card) ?pin', 'puk', 'voucher(?: ?number)?'],
	'(?:gift|gift ?card|voucher|activation|redemption|redeem|claim|scratch) ?(?:code|url|link)',
	...['code ?list', 'matching ?id', 'hmac ?secret', '(?:access|refresh) ?token', 'private ?key'],
]);
/** The same where no one-time password is looked for. `code` alone tells nothing; `codes` are those of a gift card. */
const SECRET_OR_PASSWORD = namePattern([
	'(?:security|verification|confirmation|otp|pin|access|auth|card|promo|coupon|unlock) ?code',
	...['secret', 'pin(?: ?number)?', 'verification value', '^codes$'],
]);
/** In the record of a card, an eSIM or a gift card a secret may have one of many names, which end alike. */
const SECRET_OF_GOODS = namePattern(
	[
		...['code', 'number', 'pin', 'serial', 'key', 'password', 'passcode', 'track', 'link', 'url'],
		'(?:bar|epin|serial|voucher)(?:code|number|pin)',
	],
	'$',
);
/** Whatever a secret's name is, one of these is in it. */
const MAY_NAME_SECRET =
	/pan|num|card|cc|csc|cv[cvn]|veri|crypt|cipher|jwe|lpa|qr|pin|puk|vouch|code|url|link|match|secret|token|key|serial|pass|track/i;
const ENDS_AS_SECRET = new RegExp(`(?:${SECRET.source}|${SECRET_OR_PASSWORD.source})$`);
const NO_SECRET = namePattern(
	[
		...['country', 'currency', 'status', 'error', 'language', 'product', 'offer', 'brand', 'order'],
		...['phone', 'reason', 'risk', 'logo', 'image', 'icon', 'terms', 'zip', 'postal'],
	],
	' (?:code|number|url|link)s?$',
);
/** A card's last four digits, which a receipt shows as well: `pan_last4`. */
const LAST_FOUR = / last(?: ?four)?$/;
/** A card's number, whole or as a receipt shows it. Of a shorter text, four digits would be too much. */
const NUMBER_OR_STARS = /^[\d*•#x -]{8,40}\d{4}$/i;
const SHOWN_DIGITS = 4;
/** What may name a secret, and what then holds it: `{"name": "epin", "value": "..."}`. */
const LABEL = /^(?:(?:display|field|item)_?)?(?:name|key|label|type|title|field)$/i;
const VALUES = /^(?:(?:display|field|item)_?)?(?:value|text|content)s?$/i;
const IDENTIFIER = /(?:^| )(?:ids?|uuid|refs?|references?|transactions?|tx|hash|address)$/;

/** An eSIM's activation code (SGP.22), also in a link, and without its prefix. */
const ACTIVATION_CODE = /\blpa(?::|%3a)\s*1(?:\$|%24)|^\s*1\$[^$\s]+\$/i;
/**
 * A JWE in its compact form (RFC 7516): five parts, the first of which begins with `{"`. It is looked for only where a
 * part may begin: from every place inside of a long one it would take minutes.
 */
const JWE = /(?<![\w-])eyJ[\w-]*(?:\.[\w-]*){4}(?![\w-]|\.[\w-])/;
/** An access token as a message may quote it (section 5.2). */
const ACCESS_TOKEN = /(?:bearer|token|authorization|assertion|jwt)\W{1,9}eyJ/i;
/** A QR code as a picture. */
const PICTURE = /^\s*data:image\//i;
/**
 * The form of a card's number: 16 digits that begin with 22 to 69, or 15 of American Express, in one piece or in groups.
 * It is no part of a longer number, a decimal or a hash; `%B` stands before it on a magnetic stripe. It is looked for from
 * each place, as other digits may come before.
 */
const CARD_NUMBER =
	/(?:(?<=%B)|(?<![A-Za-z\d]|\d\.))(?=((?:(?:2[2-7]|[3-6]\d)\d{2}(?:[\s-]{0,2}\d{4}){3}|3[47]\d{2}[\s-]{0,2}\d{6}[\s-]{0,2}\d{5})(?![A-Za-z\d]|\.\d)))/g;
const ZERO = '0'.charCodeAt(0);
/** Whatever of these forms a secret has, one of these is in it. */
const MAY_BE_SECRET = /[:：=%$]|eyJ|\d{4}(?:[\s-]{0,2}\d{4,6}){2}/;
/** The name in `PIN = 1234` or `'pin': '1234'`. Two words behind it are prose: `voucher: see below`. */
const NAME_IN_TEXT =
	/[:：=](?<=([\w #/[-]{2,40})[\\'’"`\]]{0,4}\s{0,9}[:：=])(?!\s{0,99}[A-Za-z][a-z]{0,99},?\s{1,99}[A-Za-z])(?=\s{0,99}[^\s=])/g;
/** The same in `<b>PIN</b>: 1234` and `Code (PIN): 1234`: without a digit it is prose. */
const NAME_IN_MARKUP =
	/[:：=](?<=([\w #/[-]{2,40})(?:[*)]|<\/\w{1,20}>){1,4}\s{0,9}[:：=])(?=\s{0,99}[^\s\d]{0,40}\d)/g;
/** What a pair in JSON says that its value is: `{"name": "epin", "value": "..."}`. */
const LABEL_IN_TEXT =
	/"(?:(?:display|field|item)_?)?(?:name|key|label|type|title|field)\\*"\s{0,99}:\s{0,99}\\*"([^"\\]{2,40})\\*"/gi;
/** A name in JSON, also where that is part of another text, or a text in JSON in its turn. */
const JSON_NAME = /"([^"\\]*)\\*"\s*:/g;

/**
 * Besides a name, what a secret in JSON has: a form of its own, a long number, or an escape that hides what is there. To
 * look for all of them by one pattern takes longer.
 */
const MAY_BE_IN_JSON = [/[\\$]/, /eyJ/i, /data:/i, /\de/i, /\d{4}(?:[\s-]{0,2}\d{4,6}){2}/];
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
 */
export function redactText(text: string): string {
	return isSecretText(text, '', 'response') ? HIDDEN : text;
}

/** Replaces each secret by what `replace` gives; undefined removes it. Only what changes is copied. */
function mapSecrets(
	value: unknown,
	content: Content,
	replace: (name: string, secret: unknown) => unknown,
): unknown {
	if (harmless.has(value as object)) return value;
	const known = new Map<string, boolean>();
	const isName = (name: unknown): boolean => {
		if (typeof name !== 'string' || !MAY_NAME_SECRET.test(name)) return false;
		if (known.size > 10_000) known.clear();
		if (!known.has(name)) known.set(name, isSecretName(name, content));
		return known.get(name) === true;
	};
	/** @param name its field's; the entries of an array have the array's */
	const map = (name: string, part: unknown): unknown => {
		if (typeof part === 'string' || (typeof part === 'number' && Math.abs(part) >= 1e14)) {
			return isSecretText(String(part), name, content) ? replace(name, part) : part;
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
		const fields = part as Record<string, unknown>;
		const keys = Object.keys(fields);
		let copy: Record<string, unknown> | undefined;
		let isLabelled: boolean | undefined;
		for (const key of keys) {
			const field = fields[key];
			// That something is available is no secret, nor that the call went well.
			if (typeof field === 'boolean' || (key === 'code' && isOfCall(fields))) continue;
			const isNamed =
				VALUES.test(key) &&
				(isLabelled ??= keys.some((label) => LABEL.test(label) && isName(fields[label])));
			const mapped = isNamed || isName(key) ? replace(key, field) : map(key, field);
			if (mapped === field) continue;
			copy ??= { ...fields };
			if (mapped === undefined) Reflect.deleteProperty(copy, key);
			else copy[key] = mapped;
		}
		return copy ?? fields;
	};
	return map('', value);
}

/** Whether the `code` of an envelope says that the call went well. */
function isOfCall({ code, data, result }: Record<string, unknown>): boolean {
	const holds = [data, result].some((one) => typeof one === 'object' && one !== null);
	const word = typeof code === 'number' ? String(code) : code;
	return holds && typeof word === 'string' && /^(?:0|200|ok|success)$/i.test(word);
}

/**
 * Whether a field of this name holds a secret: `full_pan`, `cvv2`, `virtualCardNumber`, `e_pin`, `qr_code_url`, `gift_pin`.
 * A word that has a secret's name inside is another word: `panel`, `company`, `shipping`.
 */
function isSecretName(name: string, content: Content): boolean {
	const words = wordsOf(name);
	if (LAST_FOUR.test(words)) return false;
	if (SECRET.test(words)) return true;
	if (content === 'password') return false;
	if (SECRET_OR_PASSWORD.test(words)) return true;
	if (content === 'event') return words === 'code';
	return content === 'goods' && SECRET_OF_GOODS.test(words) && !NO_SECRET.test(words);
}

/** Whether a text is a secret, or holds one: a value of a known form, or a secret's name with its value. */
function isSecretText(text: string, name: string, content: Content): boolean {
	if (!MAY_BE_SECRET.test(text)) return false;
	if ([ACTIVATION_CODE, JWE, ACCESS_TOKEN, PICTURE].some((form) => form.test(text))) return true;
	const mayBeCard = content !== 'screening' && hasMatch(text, CARD_NUMBER, passesLuhn);
	// An identifier may look like one.
	if (mayBeCard && !IDENTIFIER.test(wordsOf(name))) return true;
	// In other texts, `code` alone is rather an error's.
	const inText = content === 'password' || content === 'goods' ? content : 'response';
	// The first look is the cheapest: a text may have millions of names.
	const isNamed = (named: string) => MAY_NAME_SECRET.test(named) && isSecretName(named, inText);
	const ends = inText === 'goods' ? [ENDS_AS_SECRET, SECRET_OF_GOODS] : [ENDS_AS_SECRET];
	const endsAsSecret = (named: string) =>
		isNamed(named) && ends.some((end) => end.test(wordsOf(named)));
	return (
		(text.includes('"') &&
			(hasMatch(text, JSON_NAME, isNamed) || hasMatch(text, LABEL_IN_TEXT, endsAsSecret))) ||
		hasMatch(text, NAME_IN_TEXT, endsAsSecret) ||
		hasMatch(text, NAME_IN_MARKUP, endsAsSecret)
	);
}

/** Whether something that the pattern catches passes. A long text may have millions, so they are not listed. */
function hasMatch(text: string, pattern: RegExp, passes: (caught: string) => boolean): boolean {
	pattern.lastIndex = 0;
	for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
		if (passes(match[1] ?? '')) return true;
		// One of no length would be found again.
		if (match[0] === '') pattern.lastIndex += 1;
	}
	return false;
}

/** ISO/IEC 7812-1, annex B. */
function passesLuhn(number: string): boolean {
	let [sum, place] = [0, 0];
	for (let at = number.length - 1; at >= 0; at -= 1) {
		const digit = number.charCodeAt(at) - ZERO;
		// What stands between its groups.
		if (digit < 0 || digit > 9) continue;
		place += 1;
		const weighted = digit * (2 - (place % 2));
		sum += weighted > 9 ? weighted - 9 : weighted;
	}
	return sum % 10 === 0;
}

/** The words of a field's name: `cardEncrypted`, `CARD_ENCRYPTED` and `card-encrypted-2` are `card encrypted`, `PINs` are `pins`. Of a long one its end. */
function wordsOf(name: string): string {
	return name
		.slice(-200)
		.replace(
			/([a-z])(?=[A-Z])|([A-Z])(?=[A-Z](?!s(?![a-z])|code|string)[a-z])|[^A-Za-z]+/g,
			'$1$2 ',
		)
		.toLowerCase()
		.trim();
}

/** Finds one of these names, or the plural of one, among words. */
function namePattern(names: readonly string[], end = '\\b'): RegExp {
	return new RegExp(`\\b(?:${names.join('|')})s?${end}`);
}

function hide(name: string, secret: unknown): unknown {
	// That there is none is no secret.
	const isNothing = secret === null || secret === undefined || secret === '';
	if (isNothing || (Array.isArray(secret) && secret.length === 0)) return secret;
	const isNumber = typeof secret === 'string' && NUMBER_OR_STARS.test(secret);
	const keepsDigits = isNumber && /(?:pan|card ?number)$/.test(wordsOf(name));
	return keepsDigits ? HIDDEN + secret.slice(-SHOWN_DIGITS) : HIDDEN;
}
