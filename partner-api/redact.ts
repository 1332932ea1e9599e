import { parseJson, RefusedJson } from './json';
import {
	isCardNumberName,
	isCertainlySecretName,
	isIdentifier,
	isSecretInOtpEvent,
	isSecretName,
	MAX_NAME,
	plainName,
} from './secret-names';

/** Stands for a secret. */
const HIDDEN = '••••••••';

/** An eSIM's activation code (SGP.22): also in a link, and without its prefix. */
const ACTIVATION_CODE = /\blpa(?::|%3a)\s*1(?:\$|%24)|^\s*1\$[^$\s]+\$/i;
/**
 * A JWE in its compact form (RFC 7516): five parts, the first of which begins with `{"`. It is looked for only where a
 * part may begin: from every place inside of a long one it would take minutes.
 */
const JWE = /(?<![\w-])eyJ[\w-]*(?:\.[\w-]*){4}(?![\w-]|\.[\w-])/;
/** A QR code as a picture. */
const PICTURE = /^\s*data:image\//i;
/**
 * The form of a card's number: 16 digits that begin with 22 to 69, or 15 of American Express, in one piece or in groups. It
 * is no part of a longer number, a decimal or a hash; only `%B` of a magnetic stripe stands before it (ISO/IEC 7813). An
 * IMEI, an ICCID, a date and a time in milliseconds have other forms. It is looked for at every place, as a year may stand
 * before it.
 */
const CARD_NUMBER =
	/(?<!(?<!%)B|[AC-Za-z\d]|\d\.)(?=((?:(?:2[2-7]|[3-6]\d)\d{2}(?:[\s-]{0,2}\d{4}){3}|3[47]\d{2}[\s-]{0,2}\d{6}[\s-]{0,2}\d{5}))(?![A-Za-z\d]|\.\d))/g;
/** A name in JSON, also where that is part of another text, or a text in JSON in its turn. */
const JSON_NAME = /"([^"\\]*)\\*"\s*:/g;
/** A card's number as a receipt shows it: at most its first six and last four digits, and stars between (PCI DSS). */
const TRUNCATED_NUMBER = /^\d{0,6}[*•#x]{4,}\d{0,4}$/i;
const LAST_FOUR_NAME = /last[\s_-]?(?:4|four)/i;
const SHOWN_DIGITS = 4;
/** A whole card number of any scheme (ISO/IEC 7812). Of a shorter text, four digits would be too much. */
const WHOLE_NUMBER = /^(?:\d[ -]?){12,19}$/;
const WHOLE_NUMBER_NAME = /(?:pan|cardnumber)$/;

/** Names that are a secret's in a webhook even without another word. */
const ALONE_IN_A_WEBHOOK = new Set(['code', 'voucher', 'vouchers']);
/** In a list of fields: what may hold the name of one, and what its value. */
const NAMING = new Set(['name', 'key', 'field', 'label', 'title', 'type', 'codetype']);
const NAMED = new Set(['value', 'text', 'content']);

/** What makes a field a secret. */
interface SecretRules {
	isName: (name: string) => boolean;
	isText: (text: string, name: string) => boolean;
	/** What may be shown although its name is that of a secret. */
	isHarmless?: (text: string, name: string) => boolean;
	/** It may be a list of what is sold: there, a name next to a value is no secret's. */
	isCatalog?: boolean;
}

/** What is known of a response. */
interface RedactOptions {
	/** Further names that are a secret's in it, such as `code` in a gift card's. */
	alsoSecret?: readonly string[];
	/** It is there for its secrets: every picture is one, and every code that is not known as a plain one. */
	holdsSecrets?: boolean;
	/** It is of no card: 16 digits may be an amount in the smallest unit. */
	isOfNoCard?: boolean;
}

/**
 * Redacts every secret in a value, however deep. The names stay, so that an operator sees what there is. A card number
 * keeps its last four digits where its name says that it is one. One that comes truncated stays as it is.
 * `isSecretName` and `isCertainlySecretName` have the rules.
 *
 * @returns a copy
 */
export function redactSecrets(
	value: unknown,
	{ alsoSecret = [], holdsSecrets = false, isOfNoCard = false }: RedactOptions = {},
): unknown {
	const isSecret = holdsSecrets ? isSecretName : isCertainlySecretName;
	const isName = (name: string) => isSecret(name) || alsoSecret.includes(plainName(name));
	const holdsNumber = (text: string) => (holdsSecrets || !isOfNoCard) && holdsCardNumber(text);
	const isPicture = (text: string) => holdsSecrets && PICTURE.test(text);
	const isText = (text: string, name: string) =>
		isSecretText(text) || (!isIdentifier(name) && (holdsNumber(text) || isPicture(text)));
	const rules = { isName, isText, isHarmless: isShownPart, isCatalog: !holdsSecrets };
	return mapSecrets('', value, rules, hide);
}

/**
 * Removes every secret from a value of a webhook, however deep. `isSecretName` has the rule for names. Card numbers and
 * pictures go whatever their field is called, except in identifiers, which may look like a card's number.
 *
 * @param options.oneTimePassword whether the reader is to have a one-time password (`card.otp`; the document does not show
 *   the name of its field). Its code or pin then stays; otherwise `code` alone is a secret, too.
 * @returns a copy without them, and the names of what was removed
 */
export function removeSecrets(
	value: unknown,
	{ oneTimePassword }: { oneTimePassword: boolean },
): { value: unknown; removed: string[] } {
	const isName = oneTimePassword
		? isSecretInOtpEvent
		: (name: string) => isSecretName(name) || ALONE_IN_A_WEBHOOK.has(plainName(name));
	// In a text, `code` alone is rather that of an error.
	const isNameInText = (name: string) =>
		isName(name) && (oneTimePassword || plainName(name) !== 'code');
	return remove(value, isName, isNameInText);
}

/**
 * Redacts a text that the API wrote for people, such as the message of an error. One with a secret is redacted as a whole:
 * what is around it may be one more (a card's number and its CVV).
 */
export function redactText(text: string): string {
	return removeSecrets(text, { oneTimePassword: false }).removed.length > 0 ? HIDDEN : text;
}

function remove(
	value: unknown,
	isName: SecretRules['isName'],
	isNameInText = isName,
): { value: unknown; removed: string[] } {
	const removed = new Set<string>();
	const isText = (text: string, name: string) =>
		isSecretText(text) ||
		(!isIdentifier(name) && (PICTURE.test(text) || holdsCardNumber(text))) ||
		hasSecretInJson(text, isNameInText);
	const rest = mapSecrets('', value, { isName, isText }, (name) => {
		removed.add(name);
		return undefined;
	});
	return { value: rest, removed: [...removed].sort() };
}

/**
 * Whether a text holds a JSON object or list with a secret in it, such as another service's error in a message. That may
 * hold a JSON text in its turn. What is too much to be read is taken for a secret; of what is no whole JSON, the names tell.
 */
function hasSecretInJson(text: string, isName: SecretRules['isName']): boolean {
	const lastBracket = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'));
	const json = /^\s*"/.test(text) ? text : text.slice(text.search(/[{[]/), lastBracket + 1);
	if (json !== '') {
		try {
			return remove(parseJson(json), isName).removed.length > 0;
		} catch (error) {
			if (error instanceof RefusedJson) return true;
			if (!(error instanceof SyntaxError)) throw error;
		}
	}
	return [...text.matchAll(JSON_NAME)].some(([, name = '']) => isName(name));
}

/**
 * Copies a value; what `replace` gives takes a secret's place, undefined removes it.
 *
 * @param name its field's; the entries of an array have the array's
 * @param isEntry of an array, whose name was judged with the array
 */
function mapSecrets(
	name: string,
	value: unknown,
	rules: SecretRules,
	replace: (name: string, secret: unknown) => unknown,
	isEntry = false,
): unknown {
	if (isSecret(name, value, rules, isEntry)) return replace(name, value);
	if (Array.isArray(value)) {
		return value
			.map((entry) => mapSecrets(name, entry, rules, replace, true))
			.filter((entry) => entry !== undefined);
	}
	if (typeof value !== 'object' || value === null) return value;
	const given = secretNameIn(value, rules);
	const nameOf = (key: string) => (NAMED.has(plainName(key)) ? given : undefined) ?? key;
	const entries = Object.entries(value)
		.map(([key, entry]) => [key, mapSecrets(nameOf(key), entry, rules, replace)] as const)
		.filter(([, entry]) => entry !== undefined);
	return Object.fromEntries(entries);
}

/** In `{"name": "epin", "value": ...}`, `epin`: the name of a secret that the value goes by. */
function secretNameIn(fields: object, { isName, isCatalog }: SecretRules): string | undefined {
	const entries: [string, unknown][] = Object.entries(fields).map(([key, entry]) => [
		plainName(key),
		entry,
	]);
	if (isCatalog && !entries.every(([key]) => NAMING.has(key) || NAMED.has(key))) return undefined;
	return entries
		.map(([key, entry]) => (NAMING.has(key) && typeof entry === 'string' ? entry : ''))
		.find((name) => name.length <= MAX_NAME && isName(name));
}

function isSecret(name: string, value: unknown, rules: SecretRules, isEntry: boolean): boolean {
	// That something is available is no secret.
	if (typeof value === 'boolean') return false;
	const text = typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
	if (text !== undefined && rules.isText(text, name)) return true;
	if (isEntry || !rules.isName(name)) return false;
	return text === undefined || !rules.isHarmless?.(text, name);
}

/** Whether a text is a secret, or holds one, whatever its field is called. */
function isSecretText(text: string): boolean {
	return ACTIVATION_CODE.test(text) || JWE.test(text);
}

/** Whether a text holds a card's number, which has its check digit right. */
function holdsCardNumber(text: string): boolean {
	return [...text.matchAll(CARD_NUMBER)].some(([, number = '']) => passesLuhn(number));
}

/** ISO/IEC 7812-1, annex B. */
function passesLuhn(number: string): boolean {
	const fromTheRight = number.replace(/\D/g, '').split('').reverse().map(Number);
	const sum = fromTheRight.reduce((total, digit, place) => {
		const weighted = place % 2 === 0 ? digit : digit * 2;
		return total + (weighted > 9 ? weighted - 9 : weighted);
	}, 0);
	return sum % 10 === 0;
}

/** Whether a card number's field holds only the part of it that may be shown. */
function isShownPart(text: string, name: string): boolean {
	if (!isCardNumberName(name) && plainName(name) !== 'number') return false;
	if (LAST_FOUR_NAME.test(name) && /^\d{1,4}$/.test(text)) return true;
	return TRUNCATED_NUMBER.test(text.replace(/[\s-]/g, ''));
}

function hide(name: string, secret: unknown): unknown {
	// That there is none is no secret.
	const isNothing = secret === null || secret === undefined || secret === '';
	if (isNothing || (Array.isArray(secret) && secret.length === 0)) return secret;
	const keepsDigits =
		typeof secret === 'string' &&
		WHOLE_NUMBER.test(secret) &&
		WHOLE_NUMBER_NAME.test(plainName(name));
	return keepsDigits ? HIDDEN + secret.slice(-SHOWN_DIGITS) : HIDDEN;
}
