/** Proves that Card: Get gives what is readable, also where the encrypted part is not. */
import { generateKeyPairSync } from 'node:crypto';
import { CompactEncrypt } from 'jose';
import { pem, x25519 } from '../support/keys';
import { OneAnswer } from './support/one-answer';
import { outputs } from './support/run-node';
import { hintsOf } from './support/screenings';

const api = new OneAnswer();
const HEADER = { alg: 'ECDH-ES+A256KW', enc: 'A256GCM' };
const OWN = pem(x25519.privateKey);
const TEXT = Buffer.from('{"pan":"4111111111111111"}');

afterAll(() => {
	api.close();
});

async function read(answer: object, revealSecrets = true, cardEncryptionKey = OWN) {
	const parameters = {
		resource: 'card',
		operation: 'get',
		cardId: 'c',
		revealSecrets,
		options: {},
	};
	const run = await api.run(answer, parameters, {}, { credential: { cardEncryptionKey } });
	return { item: outputs(run)[0]?.[0]?.json, hints: hintsOf(run) };
}

test('fields of which the document shows only the names may come as they like', async () => {
	const card = { pan: 4111111111111111, cvv: 123, card_encrypted: { ciphertext: 7 } };
	expect((await read(card)).item).toMatchObject(card);
	const masked = { pan: '••••••••', cvv: '••••••••', card_encrypted: '••••••••' };
	expect((await read(card, false)).item).toEqual(masked);
});

test('a JWE in an envelope is decrypted, and the card comes out without the envelope', async () => {
	const jwe = await new CompactEncrypt(TEXT).setProtectedHeader(HEADER).encrypt(x25519.publicKey);
	const card = { status: 'ok', data: { cvv: '123', card_encrypted: jwe } };
	const decrypted = { pan: '4111111111111111' };
	expect((await read(card)).item).toEqual({ ...card.data, card_decrypted: decrypted });
	const masked = { cvv: '••••••••', card_encrypted: '••••••••' };
	expect((await read(card, false)).item).toEqual(masked);
});

test.each([[{ data: 'x' }], ['ZW5jcnlwdGVkIG90aGVyd2lzZQ=='], ['{"data":"x"}']])(
	'of a card with what is no JWE (%j) the rest comes out, and a hint says so',
	async (encrypted) => {
		const card = { pan: '4111111111111111', cvv: '123', card_encrypted: encrypted };
		expect(await read(card)).toEqual({
			item: { ...card, card_not_decrypted: expect.stringContaining('it is damaged') },
			hints: [expect.stringContaining('card_encrypted cannot be decrypted: it is damaged')],
		});
	},
);

test.each([
	[
		'another one',
		pem(generateKeyPairSync('x25519').privateKey),
		'cannot be decrypted: it is damaged',
	],
	['none that can be read', 'no key', 'cannot be decrypted: Card Encryption Key: this is'],
])('with a Card Encryption Key that is %s, the rest comes out', async (_, key, problem) => {
	const jwe = await new CompactEncrypt(TEXT).setProtectedHeader(HEADER).encrypt(x25519.publicKey);
	const card = { pan: '4111111111111111', cvv: '123', card_encrypted: jwe };
	const { item, hints } = await read(card, true, key);
	expect(item).toEqual({ ...card, card_not_decrypted: expect.stringContaining(problem) });
	expect(hints).toEqual([expect.stringContaining(`card_encrypted ${problem}`)]);
});
