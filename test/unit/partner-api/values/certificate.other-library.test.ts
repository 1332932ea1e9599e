// Certificates of the examples of RFC 8785, and of odd texts, verified by a library that made none of it.

import { certificateKey, signCertificate } from '../../../../partner-api';
import { parseJson } from '../../../../partner-api/values/json';
import {
	canonicalJson,
	digestElsewhere,
	STATEMENT,
	verifiedElsewhere,
} from '../../../support/certificates';
import { ed25519, pem } from '../../../support/keys';
const KEY = certificateKey(pem(ed25519.privateKey));

test('names are sorted as in the example of RFC 8785, section 3.2.3, and a text with every digit stays one', async () => {
	const names = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6'];
	const members = names.map((name) => `${JSON.stringify(name)}:9007199254740993`);
	const record = parseJson(`{${members.join()},"__proto__":-0,"odd":[1e400,"\\ud800"]}`) as object;
	const certificate = signCertificate(await KEY, STATEMENT, record);
	const { claims } = verifiedElsewhere(certificate, (await KEY).publicKey);
	const asciiNames = ['\r', '1', '__proto__', 'odd'];
	const sorted = [...asciiNames, '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33'];
	expect(canonicalJson(record).match(/"[^"]+":/g)).toEqual(
		sorted.map((name) => `${JSON.stringify(name)}:`),
	);
	expect(claims.record_sha256).toBe(digestElsewhere(record));
	// The item is stored and read again before anybody compares.
	expect(digestElsewhere(JSON.parse(JSON.stringify(record)))).toBe(claims.record_sha256);
});
