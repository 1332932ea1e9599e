/**
 * Fields that hold a secret wherever they stand: card data, gift codes, eSIM activation, the HMAC secret (section 1,
 * rule 11; sections 4.1, 4.4, 4.9 and 6.5).
 */
const SECRET_FIELDS = new Set([
	'pan',
	'cvv',
	'cvv2',
	'cvc',
	'cvc2',
	'securitycode',
	'cardnumber',
	'cardencrypted',
	'carddecrypted',
	'jwe',
	'epin',
	'codes',
	'lpa',
	'hmacsecret',
]);
/** How the fields of an eSIM's QR code begin: `qr`, `qr_code`, `qr_url` ... */
const QR_FIELD = 'qr';
/** An eSIM's activation code, whatever the field is called. */
const ACTIVATION_CODE = /\blpa:1\$/i;

const MASK = '••••••••';
const PAN_TAIL = 4;
/** No card number is shorter (ISO/IEC 7812); of a shorter text the tail would be too much of it. */
const SHORTEST_PAN = 12;

/** An entry of an array has no name of its own. */
const NAMELESS = '';

/**
 * Masks every secret in a value, however deep: the names stay, so that an operator sees what there is. A card number
 * keeps its last four digits.
 *
 * @param alsoSecret further names that hold a secret in this answer, such as `code` in a gift card's
 * @returns a copy; the value itself is not changed
 */
export function maskSecrets(value: unknown, alsoSecret: readonly string[] = []): unknown {
	return mapSecrets(NAMELESS, value, mask, alsoSecret);
}

/**
 * Takes every secret out of a value, however deep.
 *
 * @param alsoSecret further names that hold a secret in this value
 * @returns a copy without them, and the names of what was removed
 */
export function removeSecrets(
	value: unknown,
	alsoSecret: readonly string[] = [],
): { value: unknown; removed: string[] } {
	const removed = new Set<string>();
	const remove = (name: string) => {
		removed.add(name);
		return undefined;
	};
	const rest = mapSecrets(NAMELESS, value, remove, alsoSecret);
	removed.delete(NAMELESS);
	return { value: rest, removed: [...removed].sort() };
}

/** Copies a value; what `replace` gives takes a secret's place, undefined takes the secret out. */
function mapSecrets(
	name: string,
	value: unknown,
	replace: (name: string, secret: unknown) => unknown,
	alsoSecret: readonly string[],
): unknown {
	if (isSecret(name, value, alsoSecret)) return replace(name, value);
	if (Array.isArray(value)) {
		return value
			.map((entry) => mapSecrets(NAMELESS, entry, replace, alsoSecret))
			.filter((entry) => entry !== undefined);
	}
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value)
		.map(([key, entry]) => [key, mapSecrets(key, entry, replace, alsoSecret)] as const)
		.filter(([, entry]) => entry !== undefined);
	return Object.fromEntries(entries);
}

/** Spelling with underscores, hyphens or capitals is the same. That something is available is no secret. */
function isSecret(name: string, value: unknown, alsoSecret: readonly string[]): boolean {
	if (typeof value === 'string' && ACTIVATION_CODE.test(value)) return true;
	if (typeof value === 'boolean') return false;
	const plain = name.replace(/[_-]/g, '').toLowerCase();
	return SECRET_FIELDS.has(plain) || plain.startsWith(QR_FIELD) || alsoSecret.includes(plain);
}

function mask(name: string, secret: unknown): unknown {
	if (isNothing(secret)) return secret;
	const isPan = name.toLowerCase() === 'pan' && typeof secret === 'string';
	return isPan && secret.length >= SHORTEST_PAN ? MASK + secret.slice(-PAN_TAIL) : MASK;
}

/** That there is none is no secret. */
function isNothing(secret: unknown): boolean {
	if (Array.isArray(secret)) return secret.length === 0;
	return secret === null || secret === undefined || secret === '';
}
