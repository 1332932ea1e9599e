/**
 * Fields that hold a secret wherever they stand: card data, gift codes, eSIM activation, the HMAC secret (section 1,
 * rule 11; sections 4.1, 4.4, 4.9 and 6.5).
 */
const SECRET_FIELDS = new Set([
	'pan',
	'cvv',
	'cvc',
	'cardnumber',
	'cardencrypted',
	'carddecrypted',
	'jwe',
	'epin',
	'codes',
	'lpa',
	'qr',
	'qrcode',
	'hmacsecret',
]);

const MASK = '••••••••';
const PAN_TAIL = 4;
/** No card number is shorter (ISO/IEC 7812); of a shorter text the tail would be too much of it. */
const SHORTEST_PAN = 12;

/** Whether a field's name says that its value is a secret; spelling with underscores, hyphens or capitals is the same. */
export function isSecretField(name: string): boolean {
	return SECRET_FIELDS.has(name.replace(/[_-]/g, '').toLowerCase());
}

/**
 * Masks every secret in a value, however deep: the names stay, so that an operator sees what there is. A card number
 * keeps its last four digits.
 *
 * @returns a copy; the value itself is not changed
 */
export function maskSecrets(value: unknown): unknown {
	return mapSecrets(value, (name, secret) => [name, mask(name, secret)]);
}

/**
 * Takes every secret out of a value, however deep.
 *
 * @returns a copy without them, and the names of what was removed
 */
export function removeSecrets(value: unknown): { value: unknown; removed: string[] } {
	const removed = new Set<string>();
	const rest = mapSecrets(value, (name) => {
		removed.add(name);
		return undefined;
	});
	return { value: rest, removed: [...removed].sort() };
}

function mapSecrets(
	value: unknown,
	replace: (name: string, secret: unknown) => [string, unknown] | undefined,
): unknown {
	if (Array.isArray(value)) return value.map((entry) => mapSecrets(entry, replace));
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value).flatMap(([name, entry]): [string, unknown][] => {
		if (!isSecretField(name)) return [[name, mapSecrets(entry, replace)]];
		const replacement = replace(name, entry);
		return replacement ? [replacement] : [];
	});
	return Object.fromEntries(entries);
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
