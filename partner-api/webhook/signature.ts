import { createHmac, timingSafeEqual } from 'node:crypto';

import { InputError } from '../errors';
import { isJsonObject, jsonOrUndefined } from '../values/json';
import { requireNoSlip } from '../values/slips';

/** Why a delivery is refused; the log shows these words. */
type SignatureRefusal =
	| 'no_header'
	| 'header_twice'
	| 'signature_has_a_prefix'
	| 'signature_has_a_wrong_length'
	| 'signature_is_base64'
	| 'signature_is_not_hex'
	| 'no_match';

/** Whether a delivery comes from the service, and if not, why. */
export type SignatureVerdict = { valid: true } | { valid: false; reason: SignatureRefusal };

/** Signs a body as the service does (section 6.1, rule 4): hex of the HMAC-SHA256 over it. */
export function signBody(secret: string, body: string): string {
	return hmac(secret, Buffer.from(body)).toString('hex');
}

/**
 * A secret as it was pasted. n8n's copy button gives the item of Webhook: Rotate Secret as JSON, and the secret is
 * taken from that.
 *
 * @param label the field's display name
 * @returns the secret; empty if there is none
 * @throws InputError for other JSON, and for an invisible character
 */
export function readWebhookSecret(pasted: unknown, label: string): string {
	const text = typeof pasted === 'string' ? pasted : '';
	if (!/^\s*[[{]/.test(text)) {
		requireNoSlip(text, label);
		return text;
	}
	const parsed = jsonOrUndefined(text);
	const items = Array.isArray(parsed) ? (parsed as unknown[]) : [parsed];
	const [item, ...others] = items;
	const secret = isJsonObject(item) && others.length === 0 ? item.hmac_secret : undefined;
	if (typeof secret === 'string' && secret !== '') return secret;
	throw new InputError(`${label} looks like JSON`, 'Paste the text of hmac_secret alone.');
}

/** Hex of an HMAC-SHA256: 32 bytes. */
const SIGNATURE = /^[0-9a-fA-F]{64}$/;

/** Mistakes that a header may hold instead of a signature; the first match counts. */
const MISTAKES: readonly (readonly [SignatureRefusal, RegExp])[] = [
	['no_header', /^$/],
	// A proxy joins two lines like this.
	['header_twice', /^[0-9a-fA-F]{64}\s*,/],
	['signature_has_a_prefix', /^[\w-]{1,20}[=:][^=]/],
	['signature_has_a_wrong_length', /^[0-9a-fA-F]+$/],
	['signature_is_base64', /^[\w+/-]{43}=?$/],
];

/**
 * The header that carries the signature (section 6.1, rule 4), in lower case, as Node gives headers.
 *
 * @param serviceCode the document's SVC placeholder
 */
export function signatureHeaderName(serviceCode: string): string {
	return `x-${serviceCode.toLowerCase()}-signature`;
}

/**
 * Verifies a delivery over the bytes as received, before any of it is parsed (section 6.1, rule 4).
 *
 * @param body the raw request body
 * @param header the signature header's value; an array if it came more than once
 * @param secrets the accepted secrets: the present one and, during a rotation, the one before
 * @returns whether it is genuine, and if not, why
 */
export function verifySignature(
	body: Buffer,
	header: string | string[] | undefined,
	secrets: readonly string[],
): SignatureVerdict {
	const usable = secrets.filter((secret) => secret.trim() !== '');
	if (Array.isArray(header)) return { valid: false, reason: 'header_twice' };
	const signature = header ?? '';
	if (!SIGNATURE.test(signature)) {
		const [reason] = MISTAKES.find(([, form]) => form.test(signature)) ?? ['signature_is_not_hex'];
		return { valid: false, reason };
	}
	const given = Buffer.from(signature, 'hex');
	// Each secret is tried, whichever matches: the time taken reveals nothing.
	const matches = usable.map((secret) => timingSafeEqual(given, hmac(secret, body)));
	return matches.includes(true) ? { valid: true } : { valid: false, reason: 'no_match' };
}

/** The HMAC-SHA256 of a body. White space around the secret is dropped, because it came with the paste. */
function hmac(secret: string, body: Buffer): Buffer {
	return createHmac('sha256', secret.trim()).update(body).digest();
}
