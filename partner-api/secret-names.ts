const CARD_NUMBER_NAMES = [
	...['pan', 'cardpan', 'fullpan', 'cardnumber', 'cardno', 'cardnum', 'ccnumber', 'ccnum'],
	'primaryaccountnumber',
];

/**
 * What a name must spell, in one word or in several next to each other, to hold a secret: card data, gift codes, eSIM
 * activation, links that give a card or an eSIM away, the HMAC secret (section 1, rule 11; sections 4.1, 4.4, 4.9 and
 * 6.5).
 */
const SECRET_NAMES = [
	...CARD_NUMBER_NAMES,
	...['cardsecuritycode', 'csc'],
	...['encrypted', 'cardencrypted', 'decrypted', 'carddecrypted', 'ciphertext'],
	...['cardpin', 'giftpin', 'vouchernumber', 'giftcode', 'giftcardcode', 'vouchercode'],
	...['cardverificationvalue', 'cvn'],
	...['activationcode', 'redemptioncode', 'redeemcode', 'claimcode'],
	...['epin', 'puk', 'matchingid', 'hmacsecret'],
	...['activationurl', 'activationlink', 'redemptionurl', 'redemptionlink'],
	...['redeemurl', 'redeemlink', 'claimurl', 'claimlink'],
	...['accesstoken', 'refreshtoken', 'privatekey'],
];
/** The same where no one-time password is looked for: it may have any of these names. */
const SECRET_OR_PASSWORD_NAMES = [
	...['securitycode', 'verificationvalue', 'secret', 'pinnumber', 'pinno', 'pinvalue'],
];
const CARD_NUMBER = spellings(CARD_NUMBER_NAMES);
const SECRET = spellings(SECRET_NAMES);
const SECRET_OR_PASSWORD = spellings(SECRET_OR_PASSWORD_NAMES);
/** No other word begins or ends like these: `qrcode`, `cvv`, `cardjwe`. */
const SECRET_WORD = /^(?:qr|lpa|cvv|cvc|jwe|epin)|(?:lpa|cvv|cvc|jwe|epin)$/;
const PIN_WORD = /^pins?$/;
const CODE_WORD = /^(.*)codes?$/;

/** Codes that are no secret, by the word before `code`: `error_code`, `countryCode`, `zipcode`. */
const PLAIN_CODES = new Set([
	...['error', 'failure', 'reason', 'decline', 'result', 'response', 'return', 'status', 'http'],
	...['country', 'region', 'state', 'area', 'postal', 'post', 'zip', 'iso', 'dial', 'dialing'],
	...['calling', 'phone', 'currency', 'language', 'locale', 'network', 'merchant', 'issuer'],
	...['bank', 'product', 'offer', 'plan', 'sku', 'brand', 'category', 'provider'],
]);

/** Codes that certainly are one, by the same word. */
const SECRET_CODES = new Set([
	...['activation', 'installation', 'redeem', 'redemption', 'claim', 'gift', 'voucher', 'scratch'],
	...['unlock', 'card', 'pin', 'verification', 'giftcard', 'coupon', 'promo'],
	...['confirmation', 'access', 'auth', 'otp'],
]);
/** What follows `code` where nothing before it says what kind it is, and the field is the code itself: `code_value`. */
const CODE_ITSELF = new Set(['value', 'values', 'list']);

/** The same few names come with every item and every event. */
const knownWords = new Map<string, readonly string[]>();
const MAX_KNOWN = 1_000;
/** No field of the API's has so long a name. What is longer is taken for a secret, and not looked into. */
export const MAX_NAME = 256;

/**
 * The words of a field's name, in lower case and without digits: `cardEncrypted`, `card-encrypted`, `CARD_ENCRYPTED`
 * and `card_encrypted_2` all are `card`, `encrypted`. A name that is too long has none.
 */
function wordsOf(name: string): readonly string[] {
	if (name.length > MAX_NAME) return [];
	const known = knownWords.get(name);
	if (known) return known;
	const words = name
		.replace(/([a-z])([A-Z])/g, '$1 $2')
		.replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
		.toLowerCase()
		.split(/[^a-z]+/)
		.filter(Boolean);
	if (knownWords.size >= MAX_KNOWN) knownWords.clear();
	knownWords.set(name, words);
	return words;
}

/** A field's name as names are compared: `e_pin` and `ePin` are `epin`. */
export function plainName(name: string): string {
	return wordsOf(name).join('');
}

/**
 * Whether a field of this name holds a secret wherever it stands. It does when
 * - words in it spell the name of a secret: `full_pan`, `cvv2`, `virtualCardNumber`, `e_pin`, `response_jwe`;
 * - a word begins with `qr`: `qr_code_url`;
 * - it speaks of a code, unless the word before says that it is a plain one (`error_code`, `country_code`). Any other is
 *   taken for a secret: `activation_code`, `gift_codes`, but also `promo_code` and `code_url`. `codes` are gift codes;
 *   `code` alone tells nothing, that depends on where it stands;
 * - it ends with `pin`: `gift_pin`.
 *
 * A word that has a secret's name inside is another word: `panel`, `company`, `shipping`.
 */
export function isSecretName(name: string): boolean {
	return namesSecretOrCode(name, (before) => !PLAIN_CODES.has(before));
}

/**
 * The same in a record that is no source of secrets: a code is one only where the word before says so, or none stands
 * before it and its value is meant (`codes_list`). There are more plain codes (`risk_code`, `operator_code`) than anybody
 * can list.
 */
export function isCertainlySecretName(name: string): boolean {
	return namesSecretOrCode(name, (before) => SECRET_CODES.has(before));
}

/** Whether a name is that of a card's number, or of a part of it: `masked_pan`, `card_number_last4`. */
export function isCardNumberName(name: string): boolean {
	return spellsOneOf(wordsOf(name), CARD_NUMBER);
}

/**
 * The same beside a one-time password, which may have any name (`card.otp`): only what section 6.5 names, and what cannot
 * be a password, is a secret there. `secret`, `codes`, `pin` or `security_code` may be the password.
 */
export function isSecretInOtpEvent(name: string): boolean {
	return name.length > MAX_NAME || namesSecret(wordsOf(name));
}

const IDENTIFIERS = new Set([
	...['id', 'ids', 'uuid', 'ref', 'refs', 'reference', 'references', 'transaction', 'transactions'],
	...['tx', 'txid', 'hash', 'hashes', 'address', 'addresses'],
]);
/** Of what a number is an identifier: `order_number`, `invoice_no`. */
const NUMBERED = new Set(['order', 'document', 'reference', 'invoice', 'transaction', 'tracking']);

/** Whether a field of this name tells one thing from another: `id`, `card_ids`, `orderRef`, `tx_hash`, `order_number`. */
export function isIdentifier(name: string): boolean {
	const [last = '', previous = ''] = wordsOf(name).toReversed();
	return IDENTIFIERS.has(last) || (['number', 'no'].includes(last) && NUMBERED.has(previous));
}

/** @param isSecretAfter whether a code is a secret after this word; '' where the name begins with the code */
function namesSecretOrCode(name: string, isSecretAfter: (word: string) => boolean): boolean {
	if (name.length > MAX_NAME) return true;
	const words = wordsOf(name);
	const hasSecretCode = words.some((word, at) => {
		const [isCode, stem] = CODE_WORD.exec(word) ?? [];
		if (isCode === undefined) return false;
		// `errorcode` as well as `error_code`.
		const before = stem === '' ? words[at - 1] : stem;
		if (before !== undefined) return isSecretAfter(before);
		if (words.length === 1) return word === 'codes';
		return isSecretAfter('') || CODE_ITSELF.has(words[at + 1] ?? '');
	});
	const isOtherSecret = namesSecret(words) || spellsOneOf(words, SECRET_OR_PASSWORD);
	return isOtherSecret || hasSecretCode || PIN_WORD.test(words.at(-1) ?? '');
}

function namesSecret(words: readonly string[]): boolean {
	return words.some((word) => SECRET_WORD.test(word)) || spellsOneOf(words, SECRET);
}

/** Whether one or a few neighbouring words are one of the names, or the plural of one. */
function spellsOneOf(words: readonly string[], names: RegExp): boolean {
	return names.test(words.join(' '));
}

/** Finds these names, or the plural of one, in words: a name may be cut into words anywhere. */
function spellings(names: readonly string[]): RegExp {
	const letters = names.map((name) => name.split('').join(' ?')).join('|');
	return new RegExp(`(?:^| )(?:${letters})(?: ?s)?(?: |$)`);
}
