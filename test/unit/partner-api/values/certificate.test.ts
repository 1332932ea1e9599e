// A certificate is read by its key only, as it was signed, and no other text counts as one; a library that made none of it
// verifies one with odd texts.
import { calculateJwkThumbprint, CompactSign, UnsecuredJWT } from 'jose';

import {
	certificateKey,
	InputError,
	readCertificate,
	readVerificationKey,
	signCertificate,
} from '../../../../partner-api';
import { parseJson } from '../../../../partner-api/values/json';
import {
	canonicalJson,
	digestElsewhere,
	RECORD,
	STATEMENT,
	verifiedElsewhere,
} from '../../../support/certificates';
import { ec, ed25519, jwk, pem } from '../../../support/keys';

const PRIVATE_KEY = pem(ed25519.privateKey);
const OTHER = Buffer.alloc(32, 7).toString('base64');

async function signed(record: object | null = RECORD): Promise<string> {
	return signCertificate(await certificateKey(PRIVATE_KEY), STATEMENT, record);
}

async function read(text: unknown, privateKey = PRIVATE_KEY) {
	return await readCertificate(text, (await certificateKey(privateKey)).publicKey);
}

/** Some bytes under a header, signed with the certificates' own key. */
async function signedAs(header: object, payload: unknown): Promise<string> {
	const { privateKey, publicKey } = await certificateKey(PRIVATE_KEY);
	return await new CompactSign(Buffer.from(JSON.stringify(payload)))
		.setProtectedHeader({ alg: 'EdDSA', typ: 'screening+jwt', kid: publicKey.kid, ...header })
		.sign(privateKey);
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const NONE = part({ alg: 'none', typ: 'screening+jwt', kid: 'k' });
const NO_CERTIFICATE = /^This is not the certificate of a screening$/;

test('it comes out as it was signed, with the time, an id of its own and what the record says of itself', async () => {
	const { id, created_at, completed_at, cached } = RECORD;
	const before = Math.floor(Date.now() / 1000);
	const [first, second] = [await read(await signed()), await read(await signed())];
	expect(first).toEqual({
		...STATEMENT,
		iat: expect.any(Number),
		jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
		record_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
		record: { id, created_at, completed_at, cached },
	});
	expect(first.iat).toBeGreaterThanOrEqual(before);
	expect(first.iat).toBeLessThanOrEqual(Date.now() / 1000);
	expect(second.jti).not.toBe(first.jti);
	expect(second.record_sha256).toBe(first.record_sha256);
});

test('its header names the algorithm, the type and the thumbprint of the key, and nothing else', async () => {
	const [header = ''] = (await signed()).split('.');
	const { publicKey } = await certificateKey(PRIVATE_KEY);
	expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({
		alg: 'EdDSA',
		typ: 'screening+jwt',
		kid: await calculateJwkThumbprint({ kty: 'OKP', crv: 'Ed25519', x: publicKey.x }),
	});
});

test('without a record it says so, with the digest of what stands there', async () => {
	const none = { record: null, record_sha256: digestElsewhere(null) };
	const claims = await read(await signed(null));
	expect(claims).toMatchObject(none);
	// Once, there was none.
	const former = { ...claims, record_sha256: null };
	expect(await read(await signedAs({}, former))).toEqual(former);
});

test.each([{ id: 5, name: 'Payouts' }, { id: 'w1', name: null }, {}])(
	'a workflow may be %j in n8n',
	async (workflow) => {
		const claims = await signedAs({}, { ...(await read(await signed())), workflow });
		expect(await read(claims)).toMatchObject({ workflow });
	},
);

test('any changed byte fails', async () => {
	const certificate = await signed();
	const { publicKey } = await certificateKey(PRIVATE_KEY);
	for (let at = 0; at < certificate.length; at += 1) {
		const other = certificate[at] === 'A' ? '.' : 'A';
		const changed = certificate.slice(0, at) + other + certificate.slice(at + 1);
		await expect(readCertificate(changed, publicKey)).rejects.toThrow(InputError);
	}
	for (const end of ['=', '\n', '.'])
		await expect(read(certificate + end)).rejects.toThrow(NO_CERTIFICATE);
	await expect(read(` ${certificate}`)).rejects.toThrow(NO_CERTIFICATE);
});

test('another spelling of the same bytes fails', async () => {
	const certificate = await signed();
	const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
	// The last of 86 characters holds two bits of the signature; the other four are to be zero.
	const place = alphabet.indexOf(certificate.slice(-1));
	const same = certificate.slice(0, -1) + alphabet.charAt(place + 1);
	const signature = (text: string) => Buffer.from(text.split('.')[2] ?? '', 'base64url');
	expect(signature(same)).toEqual(signature(certificate));
	await expect(read(same)).rejects.toThrow(NO_CERTIFICATE);
});

test.each<[string, unknown]>([
	['nothing', undefined],
	['an object', { certificate: 'x' }],
	['no text', ''],
	['a word', 'certificate'],
	['three parts that are base64url', `${part({})}.${part({})}.AAAA`],
	['alg none', new UnsecuredJWT({ ...STATEMENT }).encode()],
	['alg none under its header', `${NONE}.${part(STATEMENT)}.`],
	['a text of a million characters', `${'a'.repeat(1e6)}.b.c`],
	['a million dots', '.'.repeat(1e6)],
])('%s is no certificate', async (_, text) => {
	await expect(read(text)).rejects.toThrow(NO_CERTIFICATE);
});

test.each<[string, object]>([
	['another type', { typ: 'JWT' }],
	['no type', { typ: undefined }],
	['a key in its header', { jwk: jwk(ec.publicKey) }],
	['an address of a key in its header', { jku: 'https://example.com' }],
	['no key named', { kid: undefined }],
])('the own key over %s is no certificate', async (_, header) => {
	const claims = await read(await signed());
	await expect(read(await signedAs(header, claims))).rejects.toThrow(NO_CERTIFICATE);
	await expect(read(await signedAs({}, claims))).resolves.toEqual(claims);
});

test('claims of another kind do not count, whoever signed them', async () => {
	const claims = await read(await signed());
	for (const wrong of [{}, { ...claims, verdict: 'fine' }, { ...claims, source: 'stored' }]) {
		await expect(read(await signedAs({}, wrong))).rejects.toThrow(/does not have the claims/);
	}
});

test('after a rotation, the old public key verifies old certificates and no others; its name alone is not enough', async () => {
	const [own, old] = [await certificateKey(PRIVATE_KEY), await certificateKey(OTHER)];
	const kept = await readVerificationKey(JSON.stringify(old.publicKey));
	const certificate = signCertificate(old, STATEMENT, RECORD);
	expect(await readCertificate(certificate, kept)).toMatchObject(STATEMENT);
	await expect(readCertificate(await signed(), kept)).rejects.toThrow(/^Another key signed/);
	const named = { privateKey: old.privateKey, publicKey: own.publicKey };
	const foreign = signCertificate(named, STATEMENT, RECORD);
	await expect(read(foreign)).rejects.toThrow(/^This certificate was changed/);
});

test('the key is not the one that signs assertions, and signs nothing of the past otherwise', async () => {
	expect((await certificateKey(PRIVATE_KEY)).publicKey.x).not.toBe(jwk(ed25519.publicKey).x);
	// Fixed: another derivation would make every certificate of the past worthless.
	for (const form of ['base64', 'base64url'] as const) {
		const fixed = await certificateKey(Buffer.alloc(32, 1).toString(form));
		expect(fixed.publicKey.x).toBe('7wFZPEjVxi22qw__G1TYbYYBHAJ4CilR5mJpqC_BBro');
	}
});

test('a private key that cannot be read names its field', async () => {
	await expect(certificateKey(pem(ec.privateKey))).rejects.toThrow(/^Private Key: /);
});

describe('a verification key', () => {
	test('is a public JWK, as text or as an object, whatever else stands in it', async () => {
		const { publicKey } = await certificateKey(PRIVATE_KEY);
		const { kty, crv, x } = publicKey;
		expect(await readVerificationKey({ kty, crv, x, kid: 'another', use: 'sig' })).toEqual(
			publicKey,
		);
		expect(await readVerificationKey(`${JSON.stringify(publicKey, null, 2)}\n`)).toEqual(publicKey);
	});

	test.each<[string, unknown]>([
		['of another kind', jwk(ec.publicKey)],
		['PEM', pem(ed25519.publicKey)],
		['too short', { kty: 'OKP', crv: 'Ed25519', x: 'AAAA' }],
		['no JSON', 'x'],
		['nothing', undefined],
	])('%s is refused', async (_, given) => {
		await expect(readVerificationKey(given)).rejects.toThrow(/^Verification Key is not a public/);
	});
});

test('one that would be too long to be read is not signed', async () => {
	const rules = { clearCategories: Array.from({ length: 9000 }, (_, index) => `c${index}`) };
	const key = await certificateKey(PRIVATE_KEY);
	expect(() => signCertificate(key, { ...STATEMENT, rules }, RECORD)).toThrow(/more than/);
	const record = { ...RECORD, report: 'x'.repeat(5_000_000) };
	expect(() => signCertificate(key, STATEMENT, record)).toThrow(/its record .* more than/);
});

test('names are sorted as in the example of RFC 8785, section 3.2.3, and a text with every digit stays one', async () => {
	const names = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6'];
	const members = names.map((name) => `${JSON.stringify(name)}:9007199254740993`);
	const record = parseJson(`{${members.join()},"__proto__":-0,"odd":[1e400,"\\ud800"]}`) as object;
	const { publicKey } = await certificateKey(PRIVATE_KEY);
	const { claims } = verifiedElsewhere(await signed(record), publicKey);
	const asciiNames = ['\r', '1', '__proto__', 'odd'];
	const sorted = [...asciiNames, '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33'];
	expect(canonicalJson(record).match(/"[^"]+":/g)).toEqual(
		sorted.map((name) => `${JSON.stringify(name)}:`),
	);
	expect(claims.record_sha256).toBe(digestElsewhere(record));
	// The item is stored and read again before anybody compares.
	expect(digestElsewhere(JSON.parse(JSON.stringify(record)))).toBe(claims.record_sha256);
});
