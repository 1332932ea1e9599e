// Certificates of 100 records with unusual numbers and texts, verified by a library that made none of it.
import fc from 'fast-check';

import { certificateKey, signCertificate } from '../../../../partner-api';
import { parseJson } from '../../../../partner-api/values/json';
import {
	canonicalJson,
	digestElsewhere,
	STATEMENT,
	verifiedElsewhere,
} from '../../../support/certificates';
import { ed25519, pem } from '../../../support/keys';
import { oddValue, recordArbitrary } from '../../../support/screening-records';

const COUNT = 100;
const KEY = certificateKey(pem(ed25519.privateKey));

/** Numbers as an API may write them: some come out as texts, with every digit. */
const NUMBERS = [
	...['9007199254740993', '-9223372036854775808', '1e400', '-0', '0.1', '1E21', '1e-7', '4.50'],
	...['333333333.33333329', '5e-324', '1.7976931348623157e308', '100000000000000000000', '2e-3'],
];
/** JSON texts. */
const TEXTS = [
	...['"\\ud800"', '"\\udc00\\ud800"', '"\\u0000\\u001f\\u007f\\u2028"', '"\\\\ud800"', '"é ≠ é"'],
	...['"\\\\\\ud83d"', '"😀"', '"\\ud83d\\ude00"', '"</script>\\/"', '"\\"\\\\\\b\\f\\n\\r\\t"'],
];
const NAMES = [
	'"\\ud800"',
	'"😀"',
	'"ﬁ"',
	'"\\u20ac"',
	'"\\r"',
	'"1"',
	'"10"',
	'"2"',
	'"__proto__"',
];

const oddMember = fc
	.tuple(fc.constantFrom(...NAMES), fc.constantFrom(...NUMBERS, ...TEXTS, '[]', '{}', 'null'))
	.map(([name, value]) => `${name}:${value}`);
const oddText = fc.oneof(
	fc.constantFrom(...TEXTS),
	fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
);

/** A record as the API sends it, with whatever JSON can hold in it. */
const sent = fc
	.tuple(
		recordArbitrary.map((record) => JSON.stringify(record)),
		fc.uniqueArray(oddMember, { selector: (member) => member.split(':')[0] }),
		oddText,
		oddValue.map((value) => JSON.stringify(value)),
	)
	.map(
		([record, members, text, value]) =>
			`{"record":${record},"odd":{${members.join(',')}},"text":${text},"value":${value}}`,
	);

test('each is verified, and holds the digest of its record', async () => {
	const key = await KEY;
	const texts = fc.sample(sent, COUNT);
	for (const text of texts) {
		const record = parseJson(text) as object;
		const certificate = await signCertificate(key, STATEMENT, record);
		const { claims } = verifiedElsewhere(certificate, key.publicKey);
		const expected = digestElsewhere(record);
		expect({ text, ...claims }).toMatchObject({ text, ...STATEMENT, record_sha256: expected });
		// The item is stored and read again before anybody compares.
		expect(digestElsewhere(JSON.parse(Buffer.from(JSON.stringify(record)).toString()))).toBe(
			expected,
		);
	}
	expect(texts).toHaveLength(COUNT);
});

test('the digest is that of the example of RFC 8785, section 3.2.2', async () => {
	const record = JSON.parse(String.raw`{
		"numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
		"string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
		"literals": [null, true, false]
	}`) as object;
	const canonical = String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`;
	expect(canonicalJson(record)).toBe(canonical);
	const certificate = await signCertificate(await KEY, STATEMENT, record);
	const { claims } = verifiedElsewhere(certificate, (await KEY).publicKey);
	expect(claims.record_sha256).toBe(digestElsewhere(record));
});

test('its texts can be written as UTF-8, whatever was in them', async () => {
	const statement = { ...STATEMENT, reasons: ['The severity "\ud83d is in none of your lists.'] };
	const certificate = await signCertificate(await KEY, statement, { id: '\udc00' });
	const { claims } = verifiedElsewhere(certificate, (await KEY).publicKey);
	expect(claims.reasons).toEqual(['The severity "\ufffd is in none of your lists.']);
	expect(claims.record).toMatchObject({ id: '\ufffd' });
});
