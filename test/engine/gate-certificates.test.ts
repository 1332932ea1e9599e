/** Proves that each item of every output has a certificate of its own, which another library verifies, with no words of others. */
import type { INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';
import { version } from '../../package.json';
import { certificateKey, type VerificationKey } from '../../partner-api';
import { digestElsewhere, verifiedElsewhere } from '../support/certificates';
import { useServers } from '../support/servers';
import { startFront } from './support/front';
import { ALL, GATE, type GateRun, payout, useGate } from './support/gate';
import { NAME, outputs } from './support/run-node';

const gate = useGate();
const servers = useServers();
const screeningSchema = z.object({
	verdict: z.string(),
	reasons: z.array(z.string()),
	record: z.record(z.unknown()).nullable(),
	ext_id: z.string().nullable(),
	certificate: z.string().nullable(),
	failure: z.unknown(),
});

const ownKey = async (): Promise<VerificationKey> =>
	(await certificateKey(gate.contract.partner.privateKeyPem)).publicKey;
const screeningOf = (item?: INodeExecutionData) => screeningSchema.parse(item?.json.screening);

/** What the certificates say, by output. */
async function certificates(run: GateRun) {
	const result = await gate.start(run);
	const key = await ownKey();
	return outputs(result).map((items) =>
		items.map((item) => {
			const screening = screeningOf(item);
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
			...{ iss: gate.contract.partner.partnerId, iat: expect.any(Number), jti: expect.any(String) },
			...{ network: 'tron_usdt', address: payout(id as (typeof ALL)[number]).to },
			rules: {
				...{ reviewFromScore: '25', blockFromScore: '75', requireSeverity: true },
				...{ clearSeverities: ['low'], reviewSeverities: ['medium'] },
				blockSeverities: ['high', 'critical'],
				...{ clearCategories: [], reviewCategories: [], blockCategories: [] },
			},
			...{ rules_from: 'node', source: 'screened', record_sha256: digestElsewhere(record) },
			record: {
				...{ id: record?.id, created_at: record?.created_at, cached: record?.cached },
				...(record?.completed_at === undefined ? {} : { completed_at: record.completed_at }),
			},
			workflow: { id: 'workflow-1' },
			execution: expect.stringMatching(/^[0-9a-f-]{36}$/),
			...{ node: NAME, package: version },
		});
		expect(claims.iat).toBeGreaterThanOrEqual(before);
	}
});

test('items that share a screening have one each, with the network that was detected', async () => {
	const parameters = { ...GATE, network: 'auto' };
	const [clear = []] = await certificates({
		parameters,
		items: [payout('clear'), payout('clear')],
	});
	expect(gate.checks()).toHaveLength(1);
	const [first, second] = clear.map(({ claims }) => claims);
	expect(second).toEqual({ ...first, jti: expect.any(String), network: 'tron_usdt' });
	expect(second?.jti).not.toBe(first?.jti);
});

test('it is of the time of its verdict, however long the run goes on', async () => {
	gate.sandbox.configure({ latencyMs: 1_100 });
	const parameters = { ...GATE, options: { concurrency: 1 } };
	const items = [payout('clear'), payout('medium')];
	const [[first] = [], [second] = []] = await certificates({ parameters, items });
	gate.sandbox.configure({ latencyMs: 0 });
	expect(second?.claims.iat).toBeGreaterThan(Number(first?.claims.iat));
});

test('without a record it says so, with what is known of the address', async () => {
	const items = [payout('insufficient_balance'), { to: '', id: 'empty' }];
	const [, , , unresolved = []] = await certificates({ items });
	const none = { verdict: 'unresolved', record: null, record_sha256: digestElsewhere(null) };
	const extId = expect.stringMatching(/^n8n-kyt-screen-/);
	expect(unresolved.map(({ claims }) => claims)).toMatchObject([
		{ ...none, network: 'tron_usdt', address: items[0]?.to, ext_id: extId },
		{ ...none, network: null, address: null, ext_id: null },
	]);
});

describe('what others say of a failed call stands in failure, and is not signed:', () => {
	const PERSON = 'Ada Lovelace, ada@example.com';
	const NOWHERE = { parameters: { ...GATE, address: "={{ $('None').item.json.x }}" } };
	test.each<[string, string, Partial<GateRun>, RegExp, RegExp]>([
		['the API', '/kyt_check', {}, /refused \(not_allowed\) Refused: nothing was spent\./, /Ada/],
		['the token exchange, which stops the gate', '/token', {}, /not_allowed/, /not_allowed.*Ada/],
		['an expression', '/none', NOWHERE, /no result.*\. Not sent: nothing was spent\.$/, /node/],
	])('%s', async (_, end, more, reason, failure) => {
		const body = { error: 'not_allowed', message: PERSON };
		const front = await startFront(servers, gate.sandbox.url, (path) =>
			path.endsWith(end) ? { status: 403, body } : undefined,
		);
		const urls = { apiUrl: `${front}/gw`, baseUrl: `${front}/core` };
		const credential = { ...gate.contract.credential(urls) };
		const onError = 'continueRegularOutput' as const;
		const run = { items: [payout('clear')], credential, onError, ...more };
		const [, , , [item] = []] = await certificates(run);
		expect(item?.screening.reasons.join(' ')).toMatch(reason);
		expect(JSON.stringify(item?.screening.failure)).toMatch(failure);
		expect(JSON.stringify(item?.claims)).not.toMatch(/Ada|Referenced node/);
	});
});

test('a credential that cannot be used signs nothing, and the item says so', async () => {
	const credential = { ...gate.contract.credential(), privateKey: 'no key' };
	const onError = 'continueRegularOutput';
	const run = await gate.start({ items: [payout('clear')], credential, onError });
	expect(screeningOf(outputs(run)[3]?.[0])).toMatchObject({
		certificate: null,
		reasons: expect.arrayContaining(['There is no certificate: the credential could not be used.']),
	});
});

test('no path or body of another call is screened with', async () => {
	const options = { ...GATE.options, path: '/api/partner/balance', body: '{"address": "x"}' };
	const parameters = { ...GATE, options };
	const [[clear] = []] = await certificates({ parameters, items: [payout('clear')] });
	expect(clear?.claims).toMatchObject({ address: payout('clear').to });
	expect(gate.contract.bodies('/kyt_check')).toHaveLength(1);
});
