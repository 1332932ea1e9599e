// Which keys secrets can be encrypted to, and that only the key's owner reads them.
import { generateKeyPairSync } from 'node:crypto';
import { compactDecrypt } from 'jose';
import { encryptSecrets, readPublicKey } from '../../../../partner-api/values/encrypt-to';
import { errorIn } from '../../support/error-in';
import {
	ec,
	ed25519,
	encryptedPem,
	jwk,
	type KeyPair,
	pem,
	rsa,
	x25519,
} from '../../../support/keys';

const LABEL = 'Encrypt Secrets To';
const OWNER = readPublicKey(pem(x25519.publicKey), LABEL);
const KINDS: [string, KeyPair, string][] = [
	['X25519', x25519, 'ECDH-ES'],
	['P-256', ec, 'ECDH-ES'],
	['RSA', rsa, 'RSA-OAEP-256'],
];

describe.each(KINDS)('%s', (_, { publicKey, privateKey }, alg) => {
	test.each([
		['PEM', pem(publicKey)],
		['PEM with its line breaks lost', pem(publicKey).replaceAll('\n', ' ')],
		['PEM with its line breaks written out', pem(publicKey).replaceAll('\n', '\\n')],
		['JWK', JSON.stringify(jwk(publicKey))],
	])('as %s: its owner reads exactly what was masked', async (_form, given) => {
		const card = { card_id: 'c', pan: '4242424242424242', inside: { cvv: '123', month: 1 } };
		const masked = { card_id: 'c', pan: '••••4242', inside: { cvv: '••••', month: 1 } };
		const jwe = await encryptSecrets(card, masked, readPublicKey(given, LABEL));
		const { plaintext, protectedHeader } = await compactDecrypt(jwe ?? '', privateKey);
		expect(protectedHeader).toMatchObject({ alg, enc: 'A256GCM' });
		expect(JSON.parse(new TextDecoder().decode(plaintext))).toEqual({
			pan: '4242424242424242',
			inside: { cvv: '123' },
		});
	});
});

test('a list with a secret in it goes as a whole', async () => {
	const codes = [{ type: 'epin', code: 'hidden' }];
	const masked = [{ type: 'epin', code: '••••' }];
	const jwe = await encryptSecrets({ codes }, { codes: masked }, OWNER);
	const { plaintext } = await compactDecrypt(jwe ?? '', x25519.privateKey);
	expect(JSON.parse(new TextDecoder().decode(plaintext))).toEqual({ codes });
});

test('where nothing is masked there is nothing to encrypt', async () => {
	const card = { card_id: 'c', status: 'pending', billing: null };
	expect(await encryptSecrets(card, { ...card }, OWNER)).toBeUndefined();
});

const weak = generateKeyPairSync('rsa', { modulusLength: 1024 });
const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' });

test.each([
	['a private PEM', pem(x25519.privateKey), 'is a private key'],
	['an encrypted private PEM', encryptedPem(rsa.privateKey), 'is a private key'],
	['both keys in one text', pem(ec.publicKey) + pem(ec.privateKey), 'is a private key'],
	['a private JWK', JSON.stringify(jwk(ec.privateKey)), 'is a private key'],
	['a shared secret', '{"kty":"oct","k":"c2VjcmV0"}', 'is a private key'],
	['a key that signs', pem(ed25519.publicKey), 'of another type'],
	['another curve', pem(p384.publicKey), 'of another type'],
	['a short RSA key', pem(weak.publicKey), 'too short'],
	['a damaged PEM', pem(ec.publicKey).slice(0, 80), 'cannot be read'],
	['a damaged JWK', '{"kty":"EC","crv":"P-256","x":"AA"}', 'cannot be read'],
	['any text', 'my key', 'cannot be read'],
])('%s is refused, and not repeated', (_, given, why) => {
	const { message, hint = '' } = errorIn(() => readPublicKey(given, LABEL));
	const said = message + hint;
	expect(message).toContain(why);
	expect(message.startsWith(LABEL)).toBe(true);
	const words = given.match(/[\w+/-]{12,}/g) ?? [];
	expect(words.filter((word) => word !== 'PUBLIC' && said.includes(word))).toEqual([]);
});
