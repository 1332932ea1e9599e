import { isIdentifier, isSecretName, type Place, plainName } from './secret-names';

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
/** A card's number, whole or as a receipt shows it. Of a shorter text, four digits would be too much. */
const NUMBER_OR_STARS = /^[\d*•#x][\d*•#x -]{7,22}\d{4}$/i;
const SHOWN_DIGITS = 4;

/** Names that are a secret's in a webhook even without another word. */
const ALONE_IN_A_WEBHOOK = new Set(['code', 'voucher', 'vouchers']);
/** In a list of fields: what may hold the name of one, and what its value. */
const NAMING = new Set(['name', 'key', 'field', 'label', 'title', 'type', 'codetype']);
const NAMED = new Set(['value', 'text', 'content']);

/** What makes a field a secret. */
interface SecretRules {
	isName: (name: string) => boolean;
	isText: (text: string, name: string) => boolean;
	/** It may be a list of what is sold: there, a name next to a value is no secret's. */
	isCatalog?: boolean;
}

/** What is known of a response. */
interface RedactOptions {
	/** Further names that are a secret's in it, such as `code` in a gift card's. */
	alsoSecret?: readonly string[];
	/** It is there for its secrets: every code is one, unless it is known as plain. */
	holdsSecrets?: boolean;
	/** It is of no card: 16 digits may be an amount in the smallest unit. */
	isOfNoCard?: boolean;
}

/**
 * Redacts every secret in a value, however deep. The names stay, so that an operator sees what there is. A card number
 * keeps its last four digits where its name says that it is one.
 *
 * @returns a copy
 */
export function redactSecrets(
	value: unknown,
	{ alsoSecret = [], holdsSecrets = false, isOfNoCard = false }: RedactOptions = {},
): unknown {
	const place: Place = holdsSecrets ? 'source' : 'record';
	const isName = (name: string) =>
		isSecretName(name, place) || alsoSecret.includes(plainName(name));
	const isText = (text: string, name: string) => isSecretText(text, name, isOfNoCard);
	return mapSecrets('', value, { isName, isText, isCatalog: !holdsSecrets }, hide);
}

/**
 * Removes every secret from a value of a webhook, however deep. Card numbers and pictures go whatever their field is
 * called, except in identifiers, which may look like a card's number. A text that holds JSON with a secret's name in it
 * goes as a whole.
 *
 * @param options.oneTimePassword whether the reader is to have a one-time password (`card.otp`; the document does not show
 *   the name of its field). Its code or pin then stays; otherwise `code` alone is a secret, too.
 * @returns a copy without them, and the names of what was removed
 */
export function removeSecrets(
	value: unknown,
	{ oneTimePassword }: { oneTimePassword: boolean },
): { value: unknown; removed: string[] } {
	const isName = (name: string) =>
		oneTimePassword
			? isSecretName(name, 'otp')
			: isSecretName(name, 'source') || ALONE_IN_A_WEBHOOK.has(plainName(name));
	// In a text, `code` alone is rather that of an error.
	const isNameInText = (name: string) => isName(name) && plainName(name) !== 'code';
	const isText = (text: string, name: string) =>
		isSecretText(text, name) ||
		[...text.matchAll(JSON_NAME)].some(([, inText = '']) => isNameInText(inText));
	const removed = new Set<string>();
	const rest = mapSecrets('', value, { isName, isText }, (name) => {
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
	return removeSecrets(text, { oneTimePassword: false }).removed.length > 0 ? HIDDEN : text;
}

/**
 * Copies a value; what `replace` gives takes a secret's place, undefined removes it.
 *
 * @param name its field's; the entries of an array have the array's
 */
function mapSecrets(
	name: string,
	value: unknown,
	rules: SecretRules,
	replace: (name: string, secret: unknown) => unknown,
): unknown {
	if (isSecret(name, value, rules)) return replace(name, value);
	if (Array.isArray(value)) {
		return value
			.map((entry) => mapSecrets(name, entry, rules, replace))
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
	const names = Object.keys(fields).map(plainName);
	if (isCatalog && !names.every((name) => NAMING.has(name) || NAMED.has(name))) return undefined;
	const texts: unknown[] = Object.values(fields).filter((_, at) => NAMING.has(names[at] ?? ''));
	return texts.filter((text) => typeof text === 'string').find(isName);
}

function isSecret(name: string, value: unknown, rules: SecretRules): boolean {
	// That something is available is no secret.
	if (typeof value === 'boolean') return false;
	const isScalar = typeof value === 'string' || typeof value === 'number';
	return (isScalar && rules.isText(String(value), name)) || rules.isName(name);
}

/** Whether a text is a secret, or holds one. Identifiers may look like a card's number. */
function isSecretText(text: string, name: string, isOfNoCard = false): boolean {
	if (ACTIVATION_CODE.test(text) || JWE.test(text)) return true;
	return !isIdentifier(name) && (PICTURE.test(text) || (!isOfNoCard && holdsCardNumber(text)));
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

function hide(name: string, secret: unknown): unknown {
	// That there is none is no secret.
	const isNothing = secret === null || secret === undefined || secret === '';
	if (isNothing || (Array.isArray(secret) && secret.length === 0)) return secret;
	const isNumber = typeof secret === 'string' && NUMBER_OR_STARS.test(secret);
	const keepsDigits = isNumber && /(?:pan|cardnumber)$/.test(plainName(name));
	return keepsDigits ? HIDDEN + secret.slice(-SHOWN_DIGITS) : HIDDEN;
}
