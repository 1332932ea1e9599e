const CARD_NUMBER_NAMES = new Set([
	...['pan', 'cardpan', 'fullpan', 'cardnumber', 'cardno', 'cardnum', 'ccnumber', 'ccnum'],
	'primaryaccountnumber',
]);

/**
 * What a name must spell, in one word or in several next to each other, to hold a secret: card data, gift codes, eSIM
 * activation, links that give a card or an eSIM away, the HMAC secret (section 1, rule 11; sections 4.1, 4.4, 4.9 and
 * 6.5).
 */
const SECRET_NAMES = new Set([
	...CARD_NUMBER_NAMES,
	...['securitycode', 'csc'],
	...['encrypted', 'cardencrypted', 'decrypted', 'carddecrypted', 'ciphertext'],
	...['pinnumber', 'pinno', 'pinvalue', 'cardpin', 'giftpin', 'vouchernumber'],
	...['cardverificationvalue', 'verificationvalue', 'cvn'],
	...['epin', 'puk', 'matchingid', 'secret', 'hmacsecret'],
	...['activationurl', 'activationlink', 'redemptionurl', 'redemptionlink'],
	...['redeemurl', 'redeemlink', 'claimurl', 'claimlink'],
	...['accesstoken', 'refreshtoken', 'privatekey'],
]);
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
const MOST_KNOWN = 1_000;
const LONGEST_KNOWN = 64;

/**
 * The words of a field's name, in lower case and without digits: `cardEncrypted`, `card-encrypted`, `CARD_ENCRYPTED`
 * and `card_encrypted_2` all are `card`, `encrypted`.
 */
function wordsOf(name: string): readonly string[] {
	const known = knownWords.get(name);
	if (known) return known;
	const words = name
		.replace(/([a-z])([A-Z])/g, '$1 $2')
		.replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
		.toLowerCase()
		.split(/[^a-z]+/)
		.filter(Boolean);
	if (name.length > LONGEST_KNOWN) return words;
	if (knownWords.size >= MOST_KNOWN) knownWords.clear();
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
	return spellsOneOf(wordsOf(name), CARD_NUMBER_NAMES);
}

/** The same in a record whose one code or pin is what the reader is to have, as in `card.otp`. */
export function isSecretBesideOneTimePassword(name: string): boolean {
	const words = wordsOf(name);
	return namesSecret(words) || words.includes('codes');
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
	return namesSecret(words) || hasSecretCode || PIN_WORD.test(words.at(-1) ?? '');
}

function namesSecret(words: readonly string[]): boolean {
	return words.some((word) => SECRET_WORD.test(word)) || spellsOneOf(words, SECRET_NAMES);
}

/** Whether a few of these words next to each other, or one, are one of the names, or the plural of one. */
function spellsOneOf(words: readonly string[], names: ReadonlySet<string>): boolean {
	return words.some((_, first) =>
		words.slice(first).some((__, count) => {
			const name = words.slice(first, first + count + 1).join('');
			return names.has(name) || names.has(name.replace(/s$/, ''));
		}),
	);
}
