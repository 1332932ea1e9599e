// A delivery is accepted by its signature alone, over the bytes as received, or it is said why not.
import { createHmac, randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { signatureHeaderName, verifySignature } from '../../../../partner-api/webhook/signature';

const SECRET = randomBytes(32).toString('hex');
const BODY = Buffer.from('{"event_id":"7","data":{"amount":"1.0"}}');

function sign(body: Buffer | string, secret = SECRET): string {
	return createHmac('sha256', secret).update(body).digest('hex');
}

function digest(encoding: 'base64' | 'base64url'): string {
	return createHmac('sha256', SECRET).update(BODY).digest(encoding);
}

function refusal(body: Buffer, header: string | string[] | undefined, secrets = [SECRET]): string {
	const verdict = verifySignature(body, header, secrets);
	return verdict.valid ? 'accepted' : verdict.reason;
}

test("GitHub's vector", () => {
	const signature = '757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';
	const body = Buffer.from('Hello, World!');
	expect(refusal(body, signature, ["It's a Secret to Everybody"])).toBe('accepted');
	expect(refusal(body, signature, ["It's a secret to Everybody"])).toBe('no_match');
});

describe('the header', () => {
	test.each<[string, string | string[] | undefined, string]>([
		['twice, joined as node joins headers', `${sign(BODY)}, ${sign(BODY)}`, 'header_twice'],
		['twice, joined without a space', `${sign(BODY)},${sign('x')}`, 'header_twice'],
		['twice, the second forged', [sign(BODY), sign('x')], 'header_twice'],
		['too short', sign(BODY).slice(0, -1), 'signature_has_a_wrong_length'],
		['too long', `${sign(BODY)}0`, 'signature_has_a_wrong_length'],
		['not hex', `${sign(BODY).slice(0, -1)}g`, 'signature_is_not_hex'],
		['another text', 'none', 'signature_is_not_hex'],
		['base64url', digest('base64url'), 'signature_is_base64'],
		['base64 with a prefix', `sha256=${digest('base64')}`, 'signature_has_a_prefix'],
		['with a time and a prefix', `t=1769860800,v1=${sign(BODY)}`, 'signature_has_a_prefix'],
		['with white space around it', ` ${sign(BODY)}`, 'signature_is_not_hex'],
		['with a line break behind it', `${sign(BODY)}\n`, 'signature_is_not_hex'],
		['of zeros', '0'.repeat(64), 'no_match'],
		['in upper case', sign(BODY).toUpperCase(), 'accepted'],
	])('%s: %j is %s', (_name, header, verdict) => {
		expect(refusal(BODY, header)).toBe(verdict);
	});

	test('is named after the service code, in the lower case in which node gives headers', () => {
		expect(signatureHeaderName('svc')).toBe('x-svc-signature');
		expect(signatureHeaderName('ACME')).toBe('x-acme-signature');
	});
});

const PREVIOUS = randomBytes(32).toString('hex');

test.each<[string, string, string[], string]>([
	['none', '', [], 'no_match'],
	['an empty one', '', [''], 'no_match'],
	['white space alone', '', [' \t'], 'no_match'],
	['an empty one beside a good one', '', [SECRET, ''], 'no_match'],
	['a good one beside an empty one', SECRET, ['', SECRET], 'accepted'],
	['white space before it', SECRET, [` ${SECRET}`], 'accepted'],
	['white space behind it', SECRET, [`${SECRET}\n`], 'accepted'],
	['the one before, during a rotation', PREVIOUS, [SECRET, PREVIOUS], 'accepted'],
	['the present one, during a rotation', SECRET, [SECRET, PREVIOUS], 'accepted'],
	['the one before, afterwards', PREVIOUS, [SECRET], 'no_match'],
	['UTF-8', 'schlüssel-🔑', ['schlüssel-🔑'], 'accepted'],
])('the secret is %s', (_name, signedWith, secrets, verdict) => {
	expect(refusal(BODY, sign(BODY, signedWith), secrets)).toBe(verdict);
});

describe('the body, byte for byte', () => {
	const BODIES: [string, Buffer][] = [
		['empty', Buffer.alloc(0)],
		['with a byte order mark', Buffer.from('\uFEFF{"a":1}')],
		['with unusual white space', Buffer.from('{ "a" :\r\n\t1 }\n')],
		['with escapes', Buffer.from('{"caf\\u00e9":"\\/"}')],
		['with keys out of order and twice', Buffer.from('{"b":1,"a":2,"b":1}')],
		['with 1.0 and a big integer', Buffer.from('{"n":1.0,"id":9007199254740993}')],
		['gzip', gzipSync('{"a":1}')],
		['no UTF-8', Buffer.from([0xff, 0xfe, 0x00, 0x80])],
	];

	test.each(BODIES)('%s: accepted', (_name, body) => {
		expect(refusal(body, sign(body))).toBe('accepted');
	});

	test.each(BODIES.filter(([name]) => !/empty|gzip|UTF-8/.test(name)))(
		'%s: refused once it is written anew',
		(_name, body) => {
			const text = body.toString('utf8').replace(/^\uFEFF/, '');
			const rewritten = Buffer.from(JSON.stringify(JSON.parse(text)));
			expect(refusal(rewritten, sign(body))).toBe('no_match');
		},
	);

	test('each bit of the body counts', () => {
		for (let bit = 0; bit < BODY.length * 8; bit += 1) {
			expect(refusal(withBitFlipped(BODY, bit), sign(BODY))).toBe('no_match');
		}
	});

	test('each bit of the signature counts', () => {
		const signature = Buffer.from(sign(BODY), 'hex');
		for (let bit = 0; bit < signature.length * 8; bit += 1) {
			expect(refusal(BODY, withBitFlipped(signature, bit).toString('hex'))).toBe('no_match');
		}
	});

	test('a byte more or less counts', () => {
		expect(refusal(Buffer.concat([BODY, Buffer.from('\n')]), sign(BODY))).toBe('no_match');
		expect(refusal(BODY.subarray(1), sign(BODY))).toBe('no_match');
	});
});

function withBitFlipped(bytes: Buffer, bit: number): Buffer {
	const changed = Buffer.from(bytes);
	changed.writeUInt8(bytes.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
	return changed;
}
