/** Proves what is said of a certificate and of a token, without a call and without a key of the credential. */
import { type INodeParameters } from 'n8n-workflow';
import { certificateKey, signCertificate } from '../../partner-api';
import { RECORD, STATEMENT } from '../support/certificates';
import { ed25519, pem } from '../support/keys';
import { useSandbox } from '../support/use-sandbox';
import { errorOf, type NodeRun, outputs, startNode } from './support/run-node';
import { useServers } from '../support/servers';
import { OwnApis } from './support/setup-check';

const api = useSandbox();
const FORMER = pem(ed25519.privateKey);
const VERIFY = { resource: 'kyt', operation: 'verify' };
const BALANCE = { resource: 'balance', operation: 'get', options: {} };
const NONE = { settings: { credentials: undefined } };
const ON = { onError: 'continueRegularOutput' as const };
const own = () => api.contract.partner.privateKeyPem;
const keyOf = async (privateKey: string) => (await certificateKey(privateKey)).publicKey;
const signedBy = async (privateKey: string) =>
	await signCertificate(await certificateKey(privateKey), STATEMENT, RECORD);

async function verify(parameters: INodeParameters, run: Partial<NodeRun> = {}) {
	const credential = { ...api.contract.credential() };
	return await startNode({
		...{ credential, parameters: { ...VERIFY, ...parameters }, items: [{}] },
		...run,
	});
}

/** What comes out for each item. */
async function verdictOn(parameters: INodeParameters, run?: Partial<NodeRun>) {
	const result = await verify(parameters, run);
	expect(result.status).toBe('success');
	expect(api.sandbox.stats().requests).toEqual({});
	return outputs(result)[0]?.map(({ json }) => json);
}

test('one of the credential comes out with its claims, and the key to keep', async () => {
	const items = [{ screening: { certificate: `\n ${await signedBy(own())} \n` } }];
	const certificate = '={{ $json.screening.certificate }}';
	expect(await verdictOn({ certificate }, { items })).toEqual([
		{
			...{ valid: true, ...STATEMENT, iat: expect.any(Number), jti: expect.any(String) },
			...{ record: expect.any(Object), record_sha256: expect.any(String) },
			verification_key: await keyOf(own()),
		},
	]);
});

test('each that does not count says why, and fails nothing', async () => {
	const good = await signedBy(own());
	const items = [
		{ certificate: good },
		{ certificate: `${good.slice(0, -9)}${good.at(-9) === 'A' ? 'B' : 'A'}${good.slice(-8)}` },
		{ certificate: await signedBy(FORMER) },
		...[{ certificate: 'x' }, { certificate: null }, {}, { certificate: [1] }],
	];
	const verdicts = await verdictOn({ certificate: '={{ $json.certificate }}' }, { items });
	const none = { valid: false, reason: 'This is no certificate of a screening' };
	const another = /^Another key signed this certificate\. .*Verification Key/;
	expect(verdicts).toMatchObject([
		{ valid: true },
		{ valid: false, reason: 'This certificate was changed after it was signed' },
		{ valid: false, reason: expect.stringMatching(another) },
		...[none, none, none, none],
	]);
});

test.each<[string, (key: object) => string, Partial<NodeRun>]>([
	['as text', (key) => JSON.stringify(key), {}],
	['as an object', (key) => `={{ ${JSON.stringify(key)} }}`, {}],
	['without a credential', (key) => JSON.stringify(key), NONE],
])(
	'with the key of earlier (%s), an old one counts and a new one does not',
	async (_, given, run) => {
		const former = await keyOf(FORMER);
		const verificationKey = given(former);
		const old = await verdictOn({ certificate: await signedBy(FORMER), verificationKey }, run);
		expect(old).toMatchObject([{ valid: true, verdict: 'clear', verification_key: former }]);
		const present = await verdictOn({ certificate: await signedBy(own()), verificationKey }, run);
		expect(present).toMatchObject([{ valid: false }]);
	},
);

test.each<INodeParameters>([{ certificate: 'x' }, BALANCE, { ...BALANCE, verificationKey: '{}' }])(
	'without a credential, %j is an error',
	async (parameters) => {
		expect(errorOf(await verify(parameters, NONE)).message).toMatch(/credentials/);
		expect(api.sandbox.stats().requests).toEqual({});
	},
);

test.each<[string, string, RegExp]>([
	['is no key', '{"kty": "RSA"}', /^Verification Key is no public Ed25519 key as JWK/],
	['is nothing', '={{ $json.none }}', /^Verification Key is an expression that gives nothing/],
])('a key that %s is an error, or an item that failed', async (_, verificationKey, message) => {
	const parameters = { certificate: 'x', verificationKey };
	expect(errorOf(await verify(parameters)).message).toMatch(message);
	const failed = { error: expect.stringMatching(message), details: { outcome: 'not_sent' } };
	expect(await verdictOn(parameters, ON)).toMatchObject([failed]);
});

const apis = new OwnApis(useServers());

test.each<[string, unknown, string | null]>([
	['8640000000001', 8_640_000_000_001, null],
	['9223372036854775807', '9223372036854775807', null],
	['{"toString":1,"valueOf":1}', { toString: 1, valueOf: 1 }, null],
	['8640000000000', 8_640_000_000_000, '+275760-09-13T00:00:00.000Z'],
])('an exp of %s', async (exp, claim, expiry) => {
	const claims = Buffer.from(`{"partner_id":1,"iat":1800000000,"exp":${exp}}`);
	const token = `eyJhIjoxfQ.${claims.toString('base64url')}.x`;
	const credential = await apis.start(() => ({ status: 200, body: { keys: [] } }), token);
	const parameters = { resource: 'accessToken', operation: 'inspect', options: {} };
	const run = await startNode({ credential, parameters, items: [{}] });
	const told = { claims: { exp: claim }, expires_at: expiry };
	expect(outputs(run)[0]?.[0]?.json).toMatchObject(told);
});
