import { InputError } from '../errors';

/** Characters. The time for normalizing a text can grow with the square of its length, and identifiers are shorter. */
const MAX_COMPOSED = 1_000;

/**
 * Halves of a character, control characters, characters without a visible form, Braille's blank, and blanks except the
 * space.
 */
const INVISIBLE =
	/[\p{Surrogate}\p{Control}\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFB]|[^\S ]/u;

/**
 * Names a copying mistake: an invisible character, or the formula of a spreadsheet. It repeats nothing else of the text,
 * which may be a secret.
 *
 * @returns a phrase to follow the name of the text: "ends with an invisible character, U+200B"; undefined if there is none
 */
export function slipIn(text: string): string | undefined {
	const [character] = INVISIBLE.exec(text) ?? [];
	if (character === undefined)
		return text.startsWith('="') ? 'is a spreadsheet formula' : undefined;
	if (/\p{Surrogate}/u.test(character)) return 'holds a broken character';
	const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
	const isLast = text.endsWith(character);
	const place = text.startsWith(character) ? 'begins with' : isLast ? 'ends with' : 'holds';
	return `${place} an invisible character, U+${String(code)}`;
}

/**
 * Refuses a text because of anything that `slipIn` finds; blanks around it do not count. @throws InputError that names the
 * field
 */
export function requireNoSlip(text: string, label: string): void {
	const slip = slipIn(text.trim());
	if (slip) throw new InputError(`${label} ${slip}`, 'Copy the value alone, or type it.');
}

/**
 * Checks a text that identifies an order or a thing (section 1, rule 8). Two that look the same must be the same. It is
 * never rewritten: an earlier order may have the same text.
 *
 * @param label the field's display name
 * @returns the text as given
 * @throws InputError for an invisible character, a broken one, or a character not in its normal form (NFC)
 */
export function checkIdentifier(text: string, label: string): string {
	const isComposed = text.length > MAX_COMPOSED || text === text.normalize('NFC');
	const slip =
		slipIn(text) ?? (isComposed ? undefined : 'holds a letter in an unusual form (not NFC)');
	if (slip === undefined) return text;
	const hint =
		'It looks like a normal value, but is different. Type it again, or correct its source.';
	throw new InputError(`${label} ${slip}`, hint);
}
