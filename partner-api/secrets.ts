import { parseJson, RefusedJson } from './json';
import {
	isCardNumberName,
	isCertainlySecretName,
	isIdentifier,
	isSecretBesideOneTimePassword,
	isSecretName,
	LONGEST_NAME,
	plainName,
} from './secret-names';
import { holdsCardNumber, isPartOfCardNumber, isPicture, isSecretText } from './secret-values';

/** Names that hold a secret in a webhook even without another word. */
const ALONE_IN_A_WEBHOOK = new Set(['code', 'voucher', 'vouchers']);

const MASK = '••••••••';
const PAN_TAIL = 4;
const PAN_NAME = /(?:pan|cardnumber)$/;
/** No card number is shorter or longer (ISO/IEC 7812); of a shorter text the tail would be too much of it. */
const CARD_NUMBER = /^(?:\d[ -]?){12,19}$/;

/** What makes a field one to be hidden. */
interface SecretRules {
	isName: (name: string) => boolean;
	isText: (text: string, name: string) => boolean;
	/** What may be seen although its name is that of a secret. */
	isHarmless?: (text: string, name: string) => boolean;
	/** It may also be a list of what is sold, where a name beside a value is none of a secret. */
	isCatalog?: boolean;
}

/** Where a list of fields has the name and the value of each. */
const NAMING = new Set(['name', 'key', 'field', 'label', 'title', 'type', 'codetype']);
const NAMED = new Set(['value', 'text', 'content']);

/** What is no field of an object. */
const NAMELESS = '';

/** What is known of an answer that is masked. */
interface MaskedAnswer {
	/** Further names that hold a secret in it, such as `code` in a gift card's. */
	alsoSecret?: readonly string[];
	/** It is there for its secrets, so that what looks like one is one, and every code that is not known as a plain one. */
	holdsSecrets?: boolean;
	/** It is of no card, so that what has the form of a card's number is none: an amount in the smallest unit, for one. */
	isOfNoCard?: boolean;
}

/**
 * Masks every secret in a value, however deep: the names stay, so that an operator sees what there is. A card number
 * keeps its last four digits where its name tells that it is one, and one that comes truncated stays as it is.
 * `isSecretName` and `isCertainlySecretName` have the rule.
 *
 * @returns a copy; the value itself is not changed
 */
export function maskSecrets(
	value: unknown,
	{ alsoSecret = [], holdsSecrets = false, isOfNoCard = false }: MaskedAnswer = {},
): unknown {
	const isSecret = holdsSecrets ? isSecretName : isCertainlySecretName;
	const isName = (name: string): boolean => isSecret(name) || alsoSecret.includes(plainName(name));
	const isPlainText = isOfNoCard ? isSecretText : isSecretOrCardNumber;
	const isText = holdsSecrets ? isSecretValue : isPlainText;
	const rules = { isName, isText, isHarmless: isShownPart, isCatalog: !holdsSecrets };
	return mapSecrets(NAMELESS, value, rules, mask);
}

/** Of a card's number. */
function isShownPart(text: string, name: string): boolean {
	const isNumber = isCardNumberName(name) || plainName(name) === 'number';
	return isNumber && isPartOfCardNumber(text, name);
}

/**
 * Takes every secret out of a value of a webhook, however deep. `isSecretName` has the rule; card numbers and pictures go
 * whatever their field is called, but for identifiers, which may look like a card's number.
 *
 * @param options.oneTimePassword whether a one-time password is what the reader is to have (`card.otp`; the name of its
 *   field is not shown). Its code or pin then stays; otherwise `code` alone is taken for a secret, too.
 * @returns a copy without them, and the names of what was removed
 */
export function removeSecrets(
	value: unknown,
	{ oneTimePassword }: { oneTimePassword: boolean },
): { value: unknown; removed: string[] } {
	const removed = new Set<string>();
	const remove = (name: string) => {
		removed.add(name);
		return undefined;
	};
	const isName = oneTimePassword
		? isSecretBesideOneTimePassword
		: (name: string) => isSecretName(name) || ALONE_IN_A_WEBHOOK.has(plainName(name));
	// In a text, `code` alone is rather that of an error.
	const isNameInText = oneTimePassword
		? isName
		: (name: string) => isName(name) && plainName(name) !== 'code';
	const isText = (text: string, name: string): boolean =>
		isSecretValue(text, name) || hasSecretInJson(text, isNameInText);
	const rest = mapSecrets(NAMELESS, value, { isName, isText }, remove);
	return { value: rest, removed: [...removed].sort() };
}

/**
 * A text that the API wrote for people, or that may hold one, such as the message of an error: masked as a whole where a
 * secret is in it, because what stands beside it may be one more (a card's number and its CVV).
 */
export function maskText(text: string): string {
	const { removed } = removeSecrets(text, { oneTimePassword: false });
	return removed.length > 0 ? MASK : text;
}

/** Whatever its field is called. A picture may be a QR code. */
function isSecretValue(text: string, name: string): boolean {
	return isSecretOrCardNumber(text, name) || (isPicture(text) && !isIdentifier(name));
}

/** The same where a picture is rather that of something sold. An identifier may look like a card's number. */
function isSecretOrCardNumber(text: string, name: string): boolean {
	return isSecretText(text) || (holdsCardNumber(text) && !isIdentifier(name));
}

/**
 * Whether a text holds a JSON object or list with a secret in it, such as another service's answer in a message; that may
 * hold a JSON text in its turn. What cannot be looked through is taken for one.
 */
function hasSecretInJson(text: string, isName: SecretRules['isName']): boolean {
	const json = /^\s*"/.test(text) ? text : text.slice(text.search(/[{[]/), lastBracket(text) + 1);
	if (json === '') return false;
	try {
		return hasSecret(parseJson(json), isName);
	} catch (error) {
		if (error instanceof SyntaxError) return false;
		if (error instanceof RefusedJson) return true;
		throw error;
	}
}

function hasSecret(value: unknown, isName: SecretRules['isName']): boolean {
	let isFound = false;
	const note = () => {
		isFound = true;
		return undefined;
	};
	const isText = (text: string, name: string): boolean =>
		isSecretValue(text, name) || hasSecretInJson(text, isName);
	mapSecrets(NAMELESS, value, { isName, isText }, note);
	return isFound;
}

function lastBracket(text: string): number {
	return Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'));
}

/**
 * Copies a value; what `replace` gives takes a secret's place, undefined takes the secret out. The entries of an array go
 * by its name.
 */
function mapSecrets(
	name: string,
	value: unknown,
	rules: SecretRules,
	replace: (name: string, secret: unknown) => unknown,
	isEntry = false,
): unknown {
	if (holdsSecret(name, value, rules, isEntry)) return replace(name, value);
	if (Array.isArray(value)) {
		return value
			.map((entry) => mapSecrets(name, entry, rules, replace, true))
			.filter((entry) => entry !== undefined);
	}
	if (typeof value !== 'object' || value === null) return value;
	const given = nameGiven(value, rules);
	const nameOf = (key: string): string => (NAMED.has(plainName(key)) ? given : undefined) ?? key;
	const entries = Object.entries(value)
		.map(([key, entry]) => [key, mapSecrets(nameOf(key), entry, rules, replace)] as const)
		.filter(([, entry]) => entry !== undefined);
	return Object.fromEntries(entries);
}

/** In `{"name": "epin", "value": ...}` the value goes by the secret's name. A long text is no name. */
function nameGiven(fields: object, { isName, isCatalog }: SecretRules): string | undefined {
	const entries = Object.entries(fields).map(([key, entry]) => [plainName(key), entry] as const);
	const isPair = entries.every(([key]) => NAMING.has(key) || NAMED.has(key));
	if (isCatalog && !isPair) return undefined;
	return entries
		.map(([key, name]: readonly [string, unknown]) =>
			NAMING.has(key) && typeof name === 'string' ? name : '',
		)
		.find((name) => name.length <= LONGEST_NAME && isName(name));
}

/** @param isEntry of an array, whose name was looked at with the array */
function holdsSecret(name: string, value: unknown, rules: SecretRules, isEntry: boolean): boolean {
	// That something is available is no secret.
	if (typeof value === 'boolean') return false;
	const isScalar = typeof value === 'string' || typeof value === 'number';
	if (isScalar && rules.isText(String(value), name)) return true;
	if (isEntry || !rules.isName(name)) return false;
	return !(isScalar && rules.isHarmless?.(String(value), name));
}

function mask(name: string, secret: unknown): unknown {
	if (isNothing(secret)) return secret;
	if (typeof secret !== 'string' || !CARD_NUMBER.test(secret)) return MASK;
	return PAN_NAME.test(plainName(name)) ? MASK + secret.slice(-PAN_TAIL) : MASK;
}

/** That there is none is no secret. */
function isNothing(secret: unknown): boolean {
	if (Array.isArray(secret)) return secret.length === 0;
	return secret === null || secret === undefined || secret === '';
}
