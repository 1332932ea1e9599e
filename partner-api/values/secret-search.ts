/**
 * The kind of a value, which decides where it can hold a secret:
 * - `goods` may be the record of something bought, so more names count as secret;
 * - `screening` has no card: 16 digits may be an amount in the smallest unit;
 * - `password` is an event with a one-time password, which may have any name and stays (`card.otp`, section 6.5).
 */
export type Content = 'response' | 'goods' | 'screening' | 'event' | 'password';

/**
 * Words in the name of a secret: card data, gift codes, eSIM activation, links that give a card or an eSIM away, the HMAC
 * secret (section 1, rule 11; sections 4.1, 4.4, 4.9 and 6.5).
 */
const SECRET = namePattern([
	...['pan', 'fullpan', 'primary account number', '(?:card|cc) ?(?:number|num|no)', 'csc'],
	...['card ?verification value', '(?:card ?)?(?:en|de)crypted', 'ciphertext'],
	// Also within a word: cardcvv, cvvcode, lpastring.
	...['\\w*(?:cv[cvn]|jwe|lpa|qr ?(?:code|image))\\w*', 'qr'],
	...['e ?pin', '(?:gift|card) ?pin', 'puk', 'voucher(?: ?number)?'],
	'(?:gift|gift ?card|voucher|activation|redemption|redeem|claim|scratch) ?(?:code|url|link)',
	...['code ?list', 'matching ?id', 'hmac ?secret', '(?:access|refresh) ?token', 'private ?key'],
]);
/** The same if a one-time password is a secret too. `code` alone is ambiguous; `codes` are those of a gift card. */
const SECRET_OR_PASSWORD = namePattern([
	'(?:security|verification|confirmation|otp|pin|access|auth|card|promo|coupon|unlock) ?code',
	...['secret', 'pin(?: ?number)?', 'verification value', '^codes$'],
]);
/** A secret in the record of a card, an eSIM or a gift card may have one of many names with the same endings. */
const SECRET_OF_GOODS = namePattern(
	[
		...['code', 'number', 'pin', 'serial', 'key', 'password', 'passcode', 'track', 'link', 'url'],
		// `cid` is the code on an American Express card.
		...['uri', 'pwd', 'nonce', 'cid'],
		'(?:bar|epin|serial|voucher)(?:code|number|pin)',
	],
	'$',
);
/** Every name of a secret contains one of these. */
export const MAY_NAME_SECRET =
	/pan|num|card|cc|csc|cv[cvn]|veri|crypt|cipher|jwe|lpa|qr|pin|puk|vouch|code|url|link|match|secret|token|key|serial|pass|track|uri|pwd|nonce|cid/i;
const ENDS_AS_SECRET = new RegExp(`(?:${SECRET.source}|${SECRET_OR_PASSWORD.source})$`);
const OF_OTHERS = [
	...['country', 'currency', 'status', 'error', 'language', 'product', 'offer', 'brand', 'order'],
	...['phone', 'reason', 'risk', 'logo', 'image', 'icon', 'terms', 'zip', 'postal'],
];
const NO_SECRET = namePattern(
	[
		`(?:${OF_OTHERS.join('|')}) (?:code|number|ur[il]|link)`,
		...['(?:failure|decline|response|result) code', 'idempotency key'],
	],
	'$',
);
/** A card's last four digits, which a receipt shows as well: `pan_last4`. */
const LAST_FOUR = / last(?: ?four)?$/;
const IDENTIFIER = /(?:^| )(?:ids?|uuid|refs?|references?|transactions?|tx|hash|address)$/;

/** An eSIM's activation code (SGP.22), also in a link, and without its prefix. */
const ACTIVATION_CODE = /\blpa(?::|%3a)\s*1(?:\$|%24)|^\s*1\$[^$\s]+\$/i;
/**
 * A JWE in its compact form (RFC 7516): five parts, the first beginning with `{"`. The search begins only at possible
 * starts of a part: from every position within a long one it would take minutes.
 */
const JWE = /(?<![\w-])eyJ[\w-]*(?:\.[\w-]*){4}(?![\w-]|\.[\w-])/;
/** An access token as a message may quote it (section 5.2). */
const ACCESS_TOKEN = /(?:bearer|token|authorization|assertion|jwt)\W{1,9}eyJ/i;
/** A QR code as a picture. */
const PICTURE = /^\s*data:image\//i;
const FORMS = [ACTIVATION_CODE, JWE, ACCESS_TOKEN, PICTURE];
/**
 * The form of a card's number: 16 digits that begin with 22 to 27 or 30 to 69, or 15 of American Express, in one
 * piece or in groups. It is not part of a longer number, a decimal or a hash; on a magnetic stripe, `%B` comes before it.
 * The search begins at each position, because other digits may come before.
 */
const CARD_NUMBER =
	/(?:(?<=%B)|(?<![A-Za-z\d]|\d\.))(?=((?:(?:2[2-7]|[3-6]\d)\d{2}(?:[\s-]{0,2}\d{4}){3}|3[47]\d{2}[\s-]{0,2}\d{6}[\s-]{0,2}\d{5})(?![A-Za-z\d]|\.\d)))\d/g;
const ZERO = '0'.charCodeAt(0);
/** Every secret of these forms contains one of these. */
const MAY_HAVE_FORM = /lpa|1\$|eyJ|data:|\d{4}(?:[\s-]{0,2}\d{4,6}){2}/i;
/** The name in `PIN = 1234` or `'pin': '1234'`. If two words follow, it is prose: `voucher: see below`. */
const NAME_IN_TEXT =
	/[:：=](?<=([\w #/[-]{2,40})[\\'’"`\]]{0,4}\s{0,9}[:：=])(?!\s{0,99}[A-Za-z][a-z]{0,99},?\s{1,99}[A-Za-z])(?=\s{0,99}[^\s=])/g;
/** The same in `<b>PIN</b>: 1234` and `Code (PIN): 1234`: without a digit it is prose. */
const NAME_IN_MARKUP =
	/[:：=](?<=([\w #/[-]{2,40})(?:[*)]|<\/\w{1,20}>){1,4}\s{0,9}[:：=])(?=\s{0,99}[^\s\d]{0,40}\d)/g;
/** A pair in JSON that names its value: `{"name": "epin", "value": "..."}`. */
const LABEL_IN_TEXT =
	/"(?:(?:display|field|item)_?)?(?:name|key|label|type|title|field)\\*"\s{0,99}:\s{0,99}\\*"([^"\\]{2,40})\\*"/gi;
/** A name in JSON, even if the JSON is part of another text, or of a text in JSON. */
const JSON_NAME = /"([^"\\]*)\\*"\s*:/g;

/**
 * The maximum number of checks for one value, and how many a new name counts as. Any other name or number in a text
 * counts as one. A report of 15 MB needs less than the maximum. More would block n8n for a second.
 */
const [MOST_LOOKS, LOOKS_AT_NAME] = [3_000_000, 10];

/**
 * Whether a field of this name holds a secret: `full_pan`, `cvv2`, `virtualCardNumber`, `e_pin`, `qr_code_url`, `gift_pin`.
 * A word that merely contains such a name does not count: `panel`, `company`, `shipping`.
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

/** Looks for secrets in one value. When the checks are used up, anything that may be a secret counts as one. */
export function searchFor(content: Content) {
	let looksLeft = MOST_LOOKS;
	const isOver = (looks: number) => (looksLeft -= looks) < 0;
	/** Names are remembered. The first check is the cheapest: there may be millions. */
	const judging = (judge: (name: string) => boolean) => {
		const known = new Map<string, boolean>();
		return (name: unknown): boolean => {
			if (typeof name !== 'string' || !MAY_NAME_SECRET.test(name)) return false;
			if (isOver(0)) return true;
			if (!known.has(name)) known.set(name, isOver(LOOKS_AT_NAME) || judge(name));
			return known.get(name) === true;
		};
	};
	/** Whether any match of the pattern passes. A long text may have millions, so they are not listed. */
	const hasMatch = (text: string, pattern: RegExp, passes: (caught: string) => boolean) => {
		pattern.lastIndex = 0;
		for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
			if (isOver(1) || passes(match[1] ?? '')) return true;
		}
		return false;
	};
	// In a text, `code` alone is more likely an error code.
	const inText = content === 'event' ? 'response' : content;
	const ends = inText === 'goods' ? [ENDS_AS_SECRET, SECRET_OF_GOODS] : [ENDS_AS_SECRET];
	const isNamed = judging((name) => isSecretName(name, inText));
	const endsAsSecret = judging(
		(name) => ends.some((end) => end.test(wordsOf(name))) && isSecretName(name, inText),
	);
	return {
		/** Whether a field of this name holds a secret. */
		isName: judging((name) => isSecretName(name, content)),

		/** Whether the text of a field is or holds a secret: a value of a known form, or a secret's name with its value. */
		isText(text: string, field = ''): boolean {
			// An identifier may look like a card number, or like a name with its value: `voucher:1042`.
			const isIdentifier = () => IDENTIFIER.test(wordsOf(field));
			if (MAY_HAVE_FORM.test(text)) {
				if (FORMS.some((form) => form.test(text))) return true;
				const mayBeCard = content !== 'screening' && hasMatch(text, CARD_NUMBER, passesLuhn);
				if (mayBeCard && !isIdentifier()) return true;
			}
			if (!MAY_NAME_SECRET.test(text)) return false;
			if (hasMatch(text, JSON_NAME, isNamed)) return true;
			const inProse = [LABEL_IN_TEXT, NAME_IN_TEXT, NAME_IN_MARKUP];
			return !isIdentifier() && inProse.some((it) => hasMatch(text, it, endsAsSecret));
		},
	};
}

/** ISO/IEC 7812-1, annex B. */
function passesLuhn(number: string): boolean {
	let [sum, place] = [0, 0];
	for (let at = number.length - 1; at >= 0; at -= 1) {
		const digit = number.charCodeAt(at) - ZERO;
		// Skips the characters between the groups.
		if (digit < 0 || digit > 9) continue;
		place += 1;
		const weighted = digit * (2 - (place % 2));
		sum += weighted > 9 ? weighted - 9 : weighted;
	}
	return sum % 10 === 0;
}

const WORD_END = /([a-z])(?=[A-Z])|([A-Z])(?=[A-Z](?!s(?![a-z])|code|string)[a-z])|[^A-Za-z]+/g;
/** The latest name, because the entries of an array all have the same one. */
let latest = { name: '', words: '' };

/**
 * The words of a field's name: `cardEncrypted`, `CARD_ENCRYPTED` and `card-encrypted-2` are `card encrypted`, `PINs` are
 * `pins`. Only the end of a long name counts.
 */
export function wordsOf(name: string): string {
	if (name === latest.name) return latest.words;
	const words = name.slice(-200).replace(WORD_END, '$1$2 ').toLowerCase().trim();
	latest = { name, words };
	return words;
}

/** Finds one of these names, or the plural of one, among words. */
function namePattern(names: readonly string[], end = '\\b'): RegExp {
	return new RegExp(`\\b(?:${names.join('|')})s?${end}`);
}
