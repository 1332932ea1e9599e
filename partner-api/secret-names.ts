/**
 * Where a field stands:
 * - `source`: in a response that is there for its secrets, or in a webhook. Every code is one, unless it is known as plain;
 * - `record`: anywhere else. There are more plain codes (`risk_code`, `operator_code`) than anybody can list;
 * - `otp`: beside a one-time password, which may have any name (`card.otp`). Only what section 6.5 names is a secret there,
 *   and what cannot be a password.
 */
export type Place = 'source' | 'record' | 'otp';

/**
 * What a name must spell, in one word or in several next to each other, to hold a secret: card data, gift codes, eSIM
 * activation, links that give a card or an eSIM away, the HMAC secret (section 1, rule 11; sections 4.1, 4.4, 4.9 and
 * 6.5).
 */
const SECRET = spellings([
	...['pan', 'cardpan', 'fullpan', 'cardnumber', 'cardno', 'cardnum', 'ccnumber', 'ccnum'],
	...['primaryaccountnumber', 'cardsecuritycode', 'csc', 'cardverificationvalue', 'cvn'],
	...['encrypted', 'cardencrypted', 'decrypted', 'carddecrypted', 'ciphertext'],
	...['cardpin', 'giftpin', 'epin', 'puk', 'matchingid', 'hmacsecret', 'vouchernumber'],
	...['giftcode', 'giftcardcode', 'vouchercode', 'activationcode', 'redemptioncode'],
	...['redeemcode', 'claimcode', 'activationurl', 'activationlink', 'redemptionurl'],
	...['redemptionlink', 'redeemurl', 'redeemlink', 'claimurl', 'claimlink'],
	...['accesstoken', 'refreshtoken', 'privatekey'],
]);
/** The same where no one-time password is looked for: it may have any of these names. */
const SECRET_OR_PASSWORD = spellings([
	...['securitycode', 'verificationvalue', 'secret', 'pinnumber', 'pinno', 'pinvalue', 'pincode'],
	...['verificationcode', 'otpcode', 'confirmationcode', 'accesscode', 'authcode', 'couponcode'],
	...['promocode', 'unlockcode', 'scratchcode', 'cardcode', 'installationcode'],
]);
/** No other word begins or ends like these: `qrcode`, `cvv`, `cardjwe`. */
const SECRET_WORD = /(?:^| )(?:qr|lpa|cvv|cvc|jwe|epin)|(?:lpa|cvv|cvc|jwe|epin)(?: |$)/;
/** A card's last four digits, which a receipt shows as well: `pan_last4`. */
const LAST_FOUR = /(?:pan|number) last(?: four)?$/;
/** `gift_pin`; `codes` alone are gift codes, while `code` alone tells nothing. */
const PINS_OR_CODES = /(?:^| )pins?$|^codes$/;
const CODE = /codes?(?: |$)/;
/** Codes that are no secret: `error_code`, `countryCode`, `zipcode`. */
const PLAIN_CODES = new RegExp(
	`(?:^| )(?:${[
		...['error', 'failure', 'reason', 'decline', 'result', 'response', 'return', 'status', 'http'],
		...['country', 'region', 'state', 'area', 'postal', 'post', 'zip', 'iso', 'dial', 'dialing'],
		...['calling', 'phone', 'currency', 'language', 'locale', 'network', 'merchant', 'issuer'],
		...['bank', 'product', 'offer', 'plan', 'sku', 'brand', 'category', 'provider'],
	].join('|')}) ?codes?(?= |$)`,
	'g',
);
const IDENTIFIER =
	/(?:^| )(?:ids?|uuid|ref|refs|references?|transactions?|tx|txid|hash|hashes|address|addresses|(?:order|document|reference|invoice|transaction|tracking) (?:number|no))$/;

/** The same few names come with every item and every event. */
const knownWords = new Map<string, string>();
const MAX_KNOWN = 1_000;
/** No field of the API's has so long a name. */
const MAX_NAME = 256;

/**
 * The words of a field's name, in lower case and without digits: `cardEncrypted`, `card-encrypted`, `CARD_ENCRYPTED`
 * and `card_encrypted_2` all are `card encrypted`.
 */
function wordsOf(name: string): string {
	if (name.length > MAX_NAME) return '';
	const known = knownWords.get(name);
	if (known !== undefined) return known;
	const words = name
		.replace(/([a-z])([A-Z])/g, '$1 $2')
		.replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
		.toLowerCase()
		.replace(/[^a-z]+/g, ' ')
		.trim();
	if (knownWords.size >= MAX_KNOWN) knownWords.clear();
	knownWords.set(name, words);
	return words;
}

/** A field's name as names are compared: `e_pin` and `ePin` are `epin`. */
export function plainName(name: string): string {
	return wordsOf(name).replaceAll(' ', '');
}

/**
 * Whether a field of this name holds a secret: `full_pan`, `cvv2`, `virtualCardNumber`, `e_pin`, `qr_code_url`, `gift_pin`.
 * A word that has a secret's name inside is another word: `panel`, `company`, `shipping`.
 */
export function isSecretName(name: string, place: Place): boolean {
	const words = wordsOf(name);
	if (LAST_FOUR.test(words)) return false;
	if (SECRET.test(words) || SECRET_WORD.test(words)) return true;
	if (place === 'otp') return false;
	if (SECRET_OR_PASSWORD.test(words) || PINS_OR_CODES.test(words)) return true;
	return place === 'source' && words !== 'code' && CODE.test(words.replace(PLAIN_CODES, ''));
}

/** Whether a field of this name tells one thing from another: `id`, `card_ids`, `orderRef`, `tx_hash`, `order_number`. */
export function isIdentifier(name: string): boolean {
	return IDENTIFIER.test(wordsOf(name));
}

/** Finds these names, or the plural of one, in words: a name may be cut into words anywhere. */
function spellings(names: readonly string[]): RegExp {
	const letters = names.map((name) => name.split('').join(' ?')).join('|');
	return new RegExp(`(?:^| )(?:${letters})(?: ?s)?(?: |$)`);
}
