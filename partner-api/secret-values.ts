/** An eSIM's activation code (SGP.22): also in a link, and without its prefix. */
const ACTIVATION_CODE = /\blpa(?::|%3a)\s*1(?:\$|%24)|^\s*1\$[^$\s]+\$/i;
/**
 * A JWE in its compact form (RFC 7516): five parts, the first of which begins with `{"`. Looked for only where a part may
 * begin: from every place inside of a long one it would take minutes.
 */
const JWE = /(?<![\w-])eyJ[\w-]*(?:\.[\w-]*){4}(?![\w-]|\.[\w-])/;
/** A QR code as a picture. */
const PICTURE = /^\s*data:image\//i;
/**
 * What has the form of a card's number: 16 digits of the schemes that begin with 2 to 6, or 15 of American Express, in one
 * piece or in groups, and not as a part of a longer number, a decimal or a hash. An IMEI, an ICCID or a time in
 * milliseconds has another form. Looked for at every place, as a year may stand before it.
 */
const CARD_NUMBER =
	/(?<![A-Za-z\d]|\d\.)(?=((?:[2-6]\d{3}(?:[\s-]{0,2}\d{4}){3}|3[47]\d{2}[\s-]{0,2}\d{6}[\s-]{0,2}\d{5}))(?![A-Za-z\d]|\.\d))/g;

/** A card's number as a receipt shows it: no more than its first six and last four digits, and stars between (PCI DSS). */
const TRUNCATED_NUMBER = /^\d{0,6}[*•#x]{4,}\d{0,4}$/i;
const LAST_FOUR_NAME = /last[\s_-]?(?:4|four)/i;

/**
 * Whether a field of a card's number holds only the part of it that may be seen.
 *
 * @param name the field's: `masked_pan`, `pan_last4`
 */
export function isPartOfCardNumber(text: string, name: string): boolean {
	if (LAST_FOUR_NAME.test(name) && /^\d{1,4}$/.test(text)) return true;
	return TRUNCATED_NUMBER.test(text.replace(/[\s-]/g, ''));
}

/** Whether a text is a secret, or has one in it, whatever its field is called: an activation code or a JWE. */
export function isSecretText(text: string): boolean {
	return ACTIVATION_CODE.test(text) || JWE.test(text);
}

/** Whether a text is a picture. */
export function isPicture(text: string): boolean {
	return PICTURE.test(text);
}

/** Whether a text holds a card's number, which has its check digit right. */
export function holdsCardNumber(text: string): boolean {
	return [...text.matchAll(CARD_NUMBER)].some(([, number = '']) =>
		passesLuhn(number.replace(/\D/g, '')),
	);
}

/** ISO/IEC 7812-1, annex B. */
function passesLuhn(digits: string): boolean {
	const fromTheRight = digits.split('').reverse().map(Number);
	const sum = fromTheRight.reduce((total, digit, place) => {
		const weighted = place % 2 === 0 ? digit : digit * 2;
		return total + (weighted > 9 ? weighted - 9 : weighted);
	}, 0);
	return sum % 10 === 0;
}
