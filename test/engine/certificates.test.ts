/** In n8n, each item of every output has a certificate of its own, which another library verifies. */
import type { INodeParameters } from 'n8n-workflow';
import { certificateKey, signCertificate } from '../../partner-api';
import { version } from '../../package.json';
import { digestElsewhere, RECORD, STATEMENT, verifiedElsewhere } from '../support/certificates';
import { inPanel, SET } from '../support/screening-records';
import { useApis, useFront } from './support/answers';
import { ALL, GATE, type GateRun, payout, type Screening, useGate } from './support/screenings';
import { errorOf, NAME, type NodeRun, ON, outputs, useNode } from './support/run-node';
import { ed25519, pem } from '../support/keys';

const keyOf = async (privateKey: string) => (await certificateKey(privateKey)).publicKey;

describe('of the gate', () => {
	const gate = useGate();
	const frontOf = useFront(gate.api);

	const ownKey = async () => await keyOf(gate.api.contract.partner.privateKeyPem);

	/** What the certificates say, by output. */
	async function certificates(run: GateRun) {
		const result = await gate.start(run);
		const key = await ownKey();
		return outputs(result).map((items) =>
			items.map((item) => {
				const screening = item.json.screening as Partial<Screening>;
				const { header, claims } = verifiedElsewhere(screening.certificate ?? '', key);
				return { id: item.json.id, screening, header, claims };
			}),
		);
	}

	test('it says what the item says, and where that was found', async () => {
		const before = Math.floor(Date.now() / 1000);
		const all = await certificates({ items: ALL.map(payout) });
		expect(all.map((items) => items.map(({ id }) => id))).toEqual(ALL.map((id) => [id]));
		for (const { id, screening, header, claims } of all.flat()) {
			const { verdict, reasons, record, ext_id } = screening;
			expect(header).toEqual({ alg: 'EdDSA', typ: 'screening+jwt', kid: (await ownKey()).kid });
			expect(claims).toEqual({
				...{ verdict, reasons, ext_id },
				iss: gate.api.contract.partner.partnerId,
				iat: expect.any(Number),
				jti: expect.any(String),
				network: 'tron_usdt',
				address: payout(id as (typeof ALL)[number]).to,
				rules: {
					...{ reviewFromScore: '25', blockFromScore: '75', requireSeverity: true },
					...{ clearSeverities: ['low'], reviewSeverities: ['medium'] },
					blockSeverities: ['high', 'critical'],
					...{ clearCategories: [], reviewCategories: [], blockCategories: [] },
				},
				rules_from: 'node',
				source: 'screened',
				record_sha256: digestElsewhere(record),
				record: {
					id: record?.id,
					created_at: record?.created_at,
					cached: record?.cached,
					...(record?.completed_at === undefined ? {} : { completed_at: record.completed_at }),
				},
				workflow: { id: 'workflow-1' },
				execution: expect.stringMatching(/^[0-9a-f-]{36}$/),
				node: NAME,
				package: version,
			});
			expect(claims.iat).toBeGreaterThanOrEqual(before);
		}
	});

	test('items that share a screening have one each', async () => {
		const items = [payout('clear'), payout('clear')];
		const [clear = []] = await certificates({ items });
		expect(gate.checks()).toHaveLength(1);
		const [first, second] = clear.map(({ claims }) => claims);
		expect(second).toEqual({ ...first, iat: expect.any(Number), jti: expect.any(String) });
		expect(second?.jti).not.toBe(first?.jti);
	});

	test('without a record it says so, with what is known of the address', async () => {
		const items = [payout('insufficient_balance'), { to: '', id: 'empty' }];
		const [, , , unresolved = []] = await certificates({ items });
		expect(unresolved.map(({ claims }) => claims)).toMatchObject([
			{
				verdict: 'unresolved',
				record: null,
				record_sha256: digestElsewhere(null),
				network: 'tron_usdt',
				address: items[0]?.to,
				ext_id: expect.stringMatching(/^n8n-kyt-screen-/),
			},
			{ verdict: 'unresolved', record: null, network: null, address: null, ext_id: null },
		]);
	});

	test('a message of the API about a failed call is in failure, and not signed', async () => {
		const body = { error: 'kyt_refused', message: 'Ada Lovelace, ada@example.com' };
		const credential = await frontOf((path) =>
			path.endsWith('/kyt_check') ? { status: 422, body } : undefined,
		);
		const run = { items: [payout('clear')], credential, ...ON };
		const [, , , [item] = []] = await certificates(run);
		const { reasons, failure } = item?.screening ?? {};
		expect(reasons?.join(' ')).toMatch(`refused (kyt_refused) Refused: nothing was spent.`);
		expect(JSON.stringify(failure)).toMatch(body.message);
		expect(JSON.stringify(item?.claims)).not.toMatch(/Ada/);
	});

	test('a credential that cannot be used signs nothing, and the item says so', async () => {
		const credential = { ...gate.api.contract.credential(), privateKey: 'no key' };
		const run = await gate.start({ items: [payout('clear')], credential, ...ON });
		const reason = 'There is no certificate: the credential could not be used.';
		const reasons = expect.arrayContaining([reason]);
		const screening = { certificate: null, reasons };
		expect(outputs(run)[3]).toMatchObject([{ json: { screening } }]);
	});

	test('one that cannot be made does not fail what was screened and paid', async () => {
		const many = Array.from({ length: 9000 }, (_, index) => `c${String(index)}`).join();
		const parameters = { ...GATE, ...inPanel<string>({ ...SET, clearCategories: many }) };
		const run = await gate.start({ items: [payout('clear')], parameters });
		expect(run.status).toBe('success');
		const reason = 'There is no certificate: it would have more than 50000 characters.';
		const none = { verdict: 'clear', certificate: null, reasons: expect.arrayContaining([reason]) };
		expect(outputs(run)[0]).toMatchObject([{ json: { screening: none } }]);
	});

	test('a replaced path or body is not used for a screening', async () => {
		const options = { ...GATE.options, path: '/api/partner/balance', body: '{"address": "x"}' };
		const parameters = { ...GATE, options };
		const [[clear] = []] = await certificates({ parameters, items: [payout('clear')] });
		expect(clear?.claims).toMatchObject({ address: payout('clear').to });
		expect(gate.api.contract.bodies('/kyt_check')).toHaveLength(1);
	});
});

describe('that are verified', () => {
	const { api, start } = useNode();
	const FORMER = pem(ed25519.privateKey);
	const VERIFY = { resource: 'kyt', operation: 'verify' };
	const own = () => api.contract.partner.privateKeyPem;
	const signedBy = async (privateKey: string) =>
		signCertificate(await certificateKey(privateKey), STATEMENT, RECORD);

	const verify = async (parameters: INodeParameters, run?: Partial<NodeRun>) =>
		await start({ ...VERIFY, ...parameters }, run);

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
		const none = { valid: false, reason: 'This is not the certificate of a screening' };
		const another = /^Another key signed this certificate\. .*Verification Key/;
		expect(verdicts).toMatchObject([
			{ valid: true },
			{ valid: false, reason: 'This certificate was changed after it was signed' },
			{ valid: false, reason: expect.stringMatching(another) },
			...[none, none, none, none],
		]);
	});

	test.each<[string, string, RegExp]>([
		['is no key', '{"kty": "RSA"}', /^Verification Key is not a public Ed25519 key as JWK/],
		['is nothing', '={{ $json.none }}', /^Verification Key is empty for this item/],
	])('a key that %s is an error, or an item that failed', async (_, verificationKey, message) => {
		const parameters = { certificate: 'x', verificationKey };
		expect(errorOf(await verify(parameters)).message).toMatch(message);
		const failed = { error: expect.stringMatching(message), details: { outcome: 'not_sent' } };
		expect(await verdictOn(parameters, ON)).toMatchObject([failed]);
	});

	const apis = useApis();

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
		const run = await start(parameters, { credential });
		const told = { claims: { exp: claim }, expires_at: expiry };
		expect(outputs(run)[0]?.[0]?.json).toMatchObject(told);
	});
});
