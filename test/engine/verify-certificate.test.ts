/** KYT Screening: Verify a Certificate says what counts, makes no call, and needs no credential with a key of its own. */
import { type INodeParameters, NodeHelpers } from 'n8n-workflow';

import { certificateKey, signCertificate } from '../../partner-api';
import { PartnerSettlement } from '../../nodes/PartnerSettlement/PartnerSettlement.node';
import { RECORD, STATEMENT } from '../support/certificates';
import { ed25519, pem } from '../support/keys';
import { useSandbox } from '../support/use-sandbox';
import { errorOf, type NodeRun, outputs, startNode } from './support/run-node';

const api = useSandbox();
const FORMER = pem(ed25519.privateKey);

async function signedBy(privateKey: string): Promise<string> {
	return await signCertificate(await certificateKey(privateKey), STATEMENT, RECORD);
}

const own = () => api.contract.partner.privateKeyPem;
const keyOf = async (privateKey: string) => (await certificateKey(privateKey)).publicKey;

/** What comes out for each item. */
async function verify(parameters: INodeParameters, run: Partial<NodeRun> = {}) {
	return await startNode({
		credential: { ...api.contract.credential() },
		parameters: { resource: 'kyt', operation: 'verify', ...parameters },
		items: [{}],
		...run,
	});
}

async function verdictOn(parameters: INodeParameters, run?: Partial<NodeRun>) {
	const result = await verify(parameters, run);
	expect(result.status).toBe('success');
	return outputs(result)[0]?.map(({ json }) => json);
}

test('one of the credential comes out with its claims, and the key to keep', async () => {
	const items = [{ screening: { certificate: await signedBy(own()) } }];
	const certificate = '={{ $json.screening.certificate }}';
	expect(await verdictOn({ certificate }, { items })).toEqual([
		{
			valid: true,
			...STATEMENT,
			...{ iat: expect.any(Number), jti: expect.any(String) },
			...{ record: expect.any(Object), record_sha256: expect.any(String) },
			verification_key: await keyOf(own()),
		},
	]);
	expect(api.sandbox.stats().requests).toEqual({});
});

test('each that does not count says why, and fails nothing', async () => {
	const good = await signedBy(own());
	const items = [
		{ certificate: good },
		{ certificate: `${good.slice(0, -9)}${good.at(-9) === 'A' ? 'B' : 'A'}${good.slice(-8)}` },
		{ certificate: await signedBy(FORMER) },
		...[{ certificate: 'x' }, { certificate: null }, { certificate: '' }, {}, { certificate: [1] }],
	];
	const verdicts = await verdictOn({ certificate: '={{ $json.certificate }}' }, { items });
	expect(verdicts?.map(({ valid }) => valid)).toEqual([true, ...Array<boolean>(7).fill(false)]);
	expect(verdicts?.slice(1).map(({ reason }) => reason)).toEqual([
		'This certificate was changed after it was signed',
		expect.stringMatching(/^Another key signed this certificate\. .*Verification Key/),
		...Array<string>(5).fill('This is no certificate of a screening'),
	]);
});

test.each([
	['as text', (key: object) => JSON.stringify(key)],
	['as an object', (key: object) => `={{ ${JSON.stringify(key)} }}`],
])('with the key of earlier %s, an old one counts and a new one does not', async (_, given) => {
	const verificationKey = given(await keyOf(FORMER));
	const old = await verdictOn({ certificate: await signedBy(FORMER), verificationKey });
	expect(old).toMatchObject([{ valid: true, verification_key: await keyOf(FORMER) }]);
	const present = await verdictOn({ certificate: await signedBy(own()), verificationKey });
	expect(present).toMatchObject([{ valid: false }]);
});

describe('without a credential', () => {
	const NONE = { settings: { credentials: undefined } };

	test.each<[boolean, INodeParameters]>([
		[true, { resource: 'balance', operation: 'get' }],
		[true, { resource: 'kyt', operation: 'verify', verificationKey: '' }],
		[false, { resource: 'kyt', operation: 'verify', verificationKey: '={{ $json.key }}' }],
	])('the editor asks for one: %s, with %j', (isAsked, parameters) => {
		const { description } = new PartnerSettlement();
		const shown = description.credentials?.filter((one) =>
			NodeHelpers.displayParameter(parameters, one, { typeVersion: 1 }, description),
		);
		expect(shown).toHaveLength(isAsked ? 1 : 0);
	});

	test('a key of its own is enough', async () => {
		const verificationKey = JSON.stringify(await keyOf(FORMER));
		const certificate = await signedBy(FORMER);
		expect(await verdictOn({ certificate, verificationKey }, NONE)).toMatchObject([
			{ valid: true, verdict: 'clear' },
		]);
	});

	test.each<[string, INodeParameters]>([
		['no key', { certificate: 'x' }],
		['every other operation', { resource: 'balance', operation: 'get', options: {} }],
		[
			'every other operation that has the key of this one beside it',
			{ resource: 'balance', operation: 'get', options: {}, verificationKey: '{}' },
		],
	])('%s is an error', async (_, parameters) => {
		const run = await verify(parameters, NONE);
		expect(errorOf(run).message).toMatch(/credentials/);
		expect(api.sandbox.stats().requests).toEqual({});
	});
});

describe('a key that cannot be read', () => {
	const WRONG: [string, string, RegExp][] = [
		['is no key', '{"kty": "RSA"}', /^Verification Key is no public Ed25519 key as JWK/],
		['is nothing', '={{ $json.none }}', /^Verification Key is an expression that gives nothing/],
	];

	test.each(WRONG)('%s: an error', async (_, verificationKey, message) => {
		const run = await verify({ certificate: 'x', verificationKey });
		expect(errorOf(run).message).toMatch(message);
	});

	test.each(WRONG)('%s: an item that failed, where n8n goes on', async (_, given, message) => {
		const parameters = { certificate: 'x', verificationKey: given };
		const onError = 'continueRegularOutput';
		expect(await verdictOn(parameters, { onError })).toEqual([
			{
				error: expect.stringMatching(message),
				message: expect.any(String),
				details: { outcome: 'not_sent' },
			},
		]);
	});
});
