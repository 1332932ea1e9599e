/** In n8n, each item of every output has a certificate of its own, which another library verifies. */
import type { INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';

import { certificateKey, type VerificationKey } from '../../partner-api';
import { version } from '../../package.json';
import { digestElsewhere, verifiedElsewhere } from '../support/certificates';
import { inPanel, SET } from '../support/screening-records';
import { Servers } from '../support/servers';
import { startFront } from './support/answers';
import { ALL, GATE, type GateRun, payout, useGate } from './support/screenings';
import { NAME, outputs } from './support/run-node';

const gate = useGate();
const servers = new Servers();
afterAll(() => {
	servers.close();
});

const screeningSchema = z.object({
	verdict: z.string(),
	reasons: z.array(z.string()),
	record: z.record(z.unknown()).nullable(),
	ext_id: z.string().nullable(),
	certificate: z.string().nullable(),
	failure: z.unknown(),
});

async function ownKey(): Promise<VerificationKey> {
	return (await certificateKey(gate.contract.partner.privateKeyPem)).publicKey;
}

function screeningOf(item: INodeExecutionData | undefined) {
	return screeningSchema.parse(item?.json.screening);
}

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
			iss: gate.contract.partner.partnerId,
			iat: expect.any(Number),
			jti: expect.any(String),
			network: 'tron_usdt',
			address: payout(id as (typeof ALL)[number]).to,
			rules: {
				reviewFromScore: '25',
				blockFromScore: '75',
				requireSeverity: true,
				clearSeverities: ['low'],
				reviewSeverities: ['medium'],
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
	expect(second).toEqual({ ...first, jti: expect.any(String) });
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

describe('what others say of a failed call stands in failure, and is not signed', () => {
	const PERSON = 'Ada Lovelace, ada@example.com';

	/** What is unresolved where the API refuses the calls of this path, and names a person. */
	async function refused(end: string, status: number, error: string) {
		const front = await startFront(servers, gate.sandbox.url, (path) =>
			path.endsWith(end) ? { status, body: { error, message: PERSON } } : undefined,
		);
		const urls = { apiUrl: `${front}/gw`, baseUrl: `${front}/core` };
		const credential = { ...gate.contract.credential(urls) };
		const onError = 'continueRegularOutput';
		const [, , , [item] = []] = await certificates({
			items: [payout('clear')],
			credential,
			onError,
		});
		return item;
	}

	test('a message of the API', async () => {
		const item = await refused('/kyt_check', 422, 'kyt_refused');
		const { reasons = [], failure } = item?.screening ?? {};
		expect(reasons.join(' ')).toMatch(`refused (kyt_refused) Refused: nothing was spent.`);
		expect(JSON.stringify(failure)).toMatch(PERSON);
		expect(JSON.stringify(item?.claims)).not.toMatch(/Ada/);
	});

	test('a message of the token exchange, which stops the gate', async () => {
		const item = await refused('/token', 403, 'not_allowed');
		expect(JSON.stringify(item?.screening.failure)).toMatch(new RegExp(`not_allowed.*${PERSON}`));
		expect(JSON.stringify(item?.claims)).not.toMatch(/Ada/);
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

test('one that cannot be made does not fail what was screened and paid', async () => {
	const many = Array.from({ length: 9000 }, (_, index) => `c${String(index)}`).join();
	const parameters = { ...GATE, ...inPanel<string>({ ...SET, clearCategories: many }) };
	const run = await gate.start({ items: [payout('clear')], parameters });
	expect(run.status).toBe('success');
	expect(screeningOf(outputs(run)[0]?.[0])).toMatchObject({
		verdict: 'clear',
		certificate: null,
		reasons: expect.arrayContaining([
			'There is no certificate: it would have more than 50000 characters.',
		]),
	});
});

test('no path or body of another call is screened with', async () => {
	const options = { ...GATE.options, path: '/api/partner/balance', body: '{"address": "x"}' };
	const [[clear] = []] = await certificates({
		parameters: { ...GATE, options },
		items: [payout('clear')],
	});
	expect(clear?.claims).toMatchObject({ address: payout('clear').to });
	expect(gate.contract.bodies('/kyt_check')).toHaveLength(1);
});
