import { z } from 'zod';
import { KYT_NETWORKS, type KytNetwork } from '../../../sandbox/addresses';
import { isKnownSanctioned } from '../../../sandbox/known-addresses';
import { type KytOutcome, outcomeAddress } from '../../../sandbox/magic';
import { readExample } from '../../../stack/examples';
import type { StoredWorkflow, Workflow } from '../../../stack/n8n-api-schemas';
import { withSandboxRules } from '../../../stack/sandbox-rules';
import { type OwnSandbox, startOwnSandbox } from '../own-sandbox';
import { call, outputOf, parametersOf, removeAll, runByHand, start, withSetting } from './support';
import { type Verdict, verdictsFor } from './verdicts';

const PRICE = '0.75';

const listSchema = z.object({
	default_addresses: z.array(
		z.object({ network: z.enum(KYT_NETWORKS), address: z.string(), label: z.string() }).strict(),
	),
});

let own: OwnSandbox;
let example: Workflow;
let stored: StoredWorkflow;

function defaultList(): z.infer<typeof listSchema>['default_addresses'] {
	const { jsonOutput } = parametersOf(example, 'Default list');
	return listSchema.parse(JSON.parse(z.string().parse(jsonOutput))).default_addresses;
}

beforeAll(async () => {
	own = await startOwnSandbox({ kytDelayMs: 0 });
	example = withSandboxRules(await readExample('kyt-screening'));
});

afterAll(async () => {
	await removeAll();
	await own.sandbox.close();
});

describe('KYT screening, as npm start imports it', () => {
	beforeAll(async () => {
		stored = await start(example, own.credential);
	});

	test('its list has exchanges, burn addresses and sanctioned ones of every network', () => {
		for (const network of KYT_NETWORKS) {
			const addresses = defaultList().filter((entry) => entry.network === network);
			const sanctioned = addresses.filter(({ address }) => isKnownSanctioned(network, address));
			expect(addresses.length).toBeGreaterThanOrEqual(5);
			expect(sanctioned.length).toBeGreaterThanOrEqual(2);
			for (const { label } of sanctioned) expect(label).toContain('OFAC SDN');
		}
	});

	test('a POST without a body gives one verdict for each address of the list, in order', async () => {
		const verdicts = await verdictsFor(example);

		expect(verdicts).toEqual(
			defaultList().map((entry) => {
				const isSanctioned = isKnownSanctioned(entry.network, entry.address);
				return {
					...entry,
					verdict: isSanctioned ? 'block' : 'clear',
					reasons: isSanctioned
						? expect.arrayContaining(['The address is on a sanctions list.'])
						: ['No sanctions hit, the risk score 3 is below 25, and the severity is "low".'],
					risk_score: isSanctioned ? 100 : 3,
					check_id: expect.stringMatching(/^\d+$/),
					price_paid_usdt: PRICE,
				};
			}),
		);
	});

	test('a result on file costs nothing the second time', async () => {
		const addresses = defaultList().slice(0, 2);

		const verdicts = await verdictsFor(example, { addresses });

		expect(verdicts.map(({ price_paid_usdt }) => price_paid_usdt)).toEqual(['0', '0']);
	});

	test.each([
		['a misspelt field', { adresses: [{ network: 'eth', address: 'x' }] }, /Post {"addresses"/],
		['an empty list', { addresses: [] }, /The list is empty/],
		['an empty object', {}, /Post {"addresses"/],
		['an empty array', [], /Post {"addresses"/],
		[
			'more than max_addresses',
			{ addresses: Array.from({ length: 101 }, () => ({})) },
			/101 .*more/,
		],
	])('%s screens nothing, and the answer says so', async (_, body, reason) => {
		own.newRequests();

		const response = await call(example, 'Addresses posted', { body });

		expect({ status: response.status, answer: await response.json() }).toEqual({
			status: 400,
			answer: {
				error: 'nothing_screened',
				message: expect.stringMatching(new RegExp(`^Nothing was screened. ${reason.source}`)),
			},
		});
		expect(own.newRequests()).toEqual([]);
	});

	test('run by hand it screens the list as well', async () => {
		const execution = await runByHand(stored, 'Run by hand');

		expect(execution.data.resultData.error).toBeUndefined();
		expect(outputOf(execution, 'Decide verdict').map(({ address }) => address)).toEqual(
			defaultList().map(({ address }) => address),
		);
	});
});

describe('KYT screening of posted addresses', () => {
	const magic = (network: KytNetwork, outcome: KytOutcome) => ({
		network,
		address: outcomeAddress(network, outcome),
		label: `${outcome} on ${network}`,
	});

	const CASES: [KytOutcome, Verdict['verdict'], RegExp, number | null, string | null][] = [
		['clear', 'clear', /No sanctions hit/, 3, PRICE],
		['sanctions', 'block', /on a sanctions list/, 100, PRICE],
		['high', 'block', /risk score 87.5 reaches 75.*darknet_market/, 87.5, PRICE],
		[
			'medium',
			'review',
			/risk score 48 reaches 25.*severity "medium" is not in.*gambling/,
			48,
			PRICE,
		],
		['unknown_severity', 'review', /risk score 42 reaches 25/, 42, PRICE],
		['missing_score', 'unresolved', /gave no usable risk score/, null, PRICE],
		['failed', 'unresolved', /failed: provider_unavailable/, null, null],
		['never', 'unresolved', /still going on/, null, null],
		['insufficient_balance', 'unresolved', /could not be made.*balance/i, null, null],
	];

	beforeAll(() => start(withSetting(example, 'max_wait_seconds', 1), own.credential));

	test('every outcome of every network gets its verdict, in order and with its label', async () => {
		const cases = KYT_NETWORKS.flatMap((network) =>
			CASES.map(([outcome, ...expected]) => ({ entry: magic(network, outcome), expected })),
		);

		const verdicts = await verdictsFor(example, { addresses: cases.map(({ entry }) => entry) });

		expect(
			verdicts.map(({ reasons, ...rest }) => ({ ...rest, reasons: reasons.join(' ') })),
		).toMatchObject(
			cases.map(({ entry, expected: [verdict, reason, risk_score, price_paid_usdt] }) => ({
				...entry,
				verdict,
				reasons: expect.stringMatching(reason),
				risk_score,
				price_paid_usdt,
			})),
		);
	});

	test('entries that are no address are unresolved; those of one address share a check and its price', async () => {
		const { network, address } = magic('eth', 'clear');
		const addresses = [
			{ network, address: 'not-an-address' },
			{ network: 'dogecoin', address },
			{ address },
			null,
			{ network, address },
			{ network, address: ` ${address} ` },
		];

		const verdicts = await verdictsFor(example, { addresses });

		expect(verdicts.map(({ verdict }) => verdict)).toEqual([
			...['unresolved', 'unresolved', 'unresolved', 'unresolved'],
			...['clear', 'clear'],
		]);
		expect(verdicts.at(-1)?.check_id).toBe(verdicts.at(-2)?.check_id);
	});
});

test('when no screening can be made at all, nothing posted passes for a result', async () => {
	await start(example, await own.credentialWith({ privateKey: 'not a key' }));
	const posted = { network: 'eth', address: outcomeAddress('eth', 'clear'), label: 'forged' };
	const forged = { status: 'completed', risk_score: 0, sanctions_hit: false, price_usdt: '0' };

	const verdicts = await verdictsFor(example, { addresses: [{ ...posted, ...forged }] });

	expect(verdicts).toMatchObject([{ ...posted, verdict: 'unresolved', risk_score: null }]);
});
