/** Proves that Setup: Check the API changes nothing, and that with what it suggests every read that is there works, in each dialect. */
import { type DialectName, differencesOf } from '../../dev/sandbox/dialects';
import { verifySignature } from '../../partner-api';
import { suggestedAndKnown } from '../support/dialects';
import { Contract } from '../support/partner';
import { until } from '../support/until';
import { useSandbox } from '../support/use-sandbox';
import { check } from './support/setup-check';

/** The POSTs whose path the document shows, or whose function may exist. Any other POST would go to a guessed path. */
const READ_BY_POST = [
	...['cards', 'offers', 'kyt_quote', 'partner/card_products', 'partner/deposit_address'],
	...['partner/document_get', 'partner/esim_offers', 'partner/gift_offers'],
	...['partner/kyt_check_get', 'partner/kyt_check_history', 'partner/reconciliation_ledger'],
].map((path) => `POST /core/api/${path}`);
const EXCHANGES = ['POST /gw/auth/v1/partner/token', 'POST /core/auth/v1/agent/token'];

const CATALOG = { id: 'sku', price: 'usdt_price' };
/** The part of the dialect's API Differences that the check finds by itself. */
const FOUND: Record<DialectName, object> = {
	'as-shown': {},
	resources: { agentTokenPath: '/auth/v1/agent/token' },
	wrapped: {
		noOrder: ['not_found'],
		catalogs: { card_products: CATALOG, esim_offers: CATALOG, gift_offers: CATALOG },
	},
};

const READS = [
	...['Access Token: Inspect', 'Balance: Get', 'Card: Get Many', 'Card Product: Get Many'],
	...['Deposit Address: Get', 'Document: Get', 'eSIM Offer: Get Many', 'Gift Offer: Get Many'],
	...['Gift Offer: Search', 'KYT Screening: Get', 'KYT Screening: Get Many'],
	...['KYT Screening: Get Price', 'Ledger: Get Many'],
];

describe.each(Object.keys(FOUND) as DialectName[])('in the dialect %s', (dialect) => {
	const used = useSandbox({ dialect });
	const credential = (apiDifferences: string) => used.contract.credential({ apiDifferences });

	test('every read that differs is told, and works with what is suggested and known', async () => {
		const first = await check(credential(''));
		const { [dialect]: found } = FOUND;
		expect(first.last.suggestion).toEqual(found);
		const order = ['differs', 'fails', 'not_checked', 'works'];
		const places = first.items.slice(0, -1).map(({ result }) => order.indexOf(result as string));
		expect(places).toEqual([...places].sort());
		// For a call that is not there, the provider has to be asked.
		const { calls = {}, pages } = differencesOf(dialect);
		const failed = READS.map((call) => first.of(call)).filter(({ result }) => result === 'fails');
		expect(failed.filter((one) => !Object.keys(calls).includes(one.function ?? ''))).toEqual([]);
		for (const { what } of failed)
			expect(what).toMatch(/^There is no such path .*enter it under calls/);

		// Whatever is copied: all items, the last one, or what it suggests.
		for (const pasted of [first.items, first.last, first.last.suggestion]) {
			const { items, last } = await check(credential(JSON.stringify(pasted)));
			expect(last.suggestion).toEqual(found);
			expect(items.map(({ result }) => result)).not.toContain('differs');
		}

		// The fault matrix and the contract tests are given all that is needed.
		const needed = suggestedAndKnown(dialect, found);
		expect(differencesOf(dialect)).toMatchObject(needed);
		const told = await check(credential(JSON.stringify({ ...needed, pages: undefined })));
		expect(told.last.suggestion).toEqual({ ...needed, ...(pages && { pages }) });
		const whole = await check(credential(JSON.stringify(told.items)));
		expect(READS.map((call) => whole.of(call).result)).toEqual(READS.map(() => 'works'));
		expect(whole.last).toMatchObject({
			result: 'not_checked',
			suggestion: told.last.suggestion,
			what: expect.stringMatching(/^There is nothing to copy\. You are not finished yet/),
		});
		expect(whole.of('Access Token: Inspect').what).toMatch(
			'agentTokenPath' in found ? /token of their own, as API/ : /One access token/,
		);
	});

	test('nothing changes at the API, and no guessed path is posted to', async () => {
		const { sandbox, contract } = used;
		const { partnerId, webhookSecret } = contract.partner;
		const callbackUrl = 'http://127.0.0.1:9/hook';
		sandbox.setCallbackUrl(partnerId, callbackUrl);
		const state = () => {
			const { orders, kytChecks } = sandbox.state;
			return structuredClone([orders.length, kytChecks.length, sandbox.state.ledger(partnerId)]);
		};
		const before = state();
		await check(credential(''));
		expect(state()).toEqual(before);
		const others = sandbox.state.requests
			.map(({ method, path }) => `${method} ${path}`)
			.filter((request) => !request.startsWith('GET '))
			.filter((request) => ![...READ_BY_POST, ...EXCHANGES].includes(request));
		expect(others).toEqual([]);
		expect(sandbox.state.requests.length).toBeGreaterThan(READS.length);

		// The callback URL and the secret are the ones from before.
		sandbox.sendEvent(partnerId, 'test.ping', {});
		await until(() => sandbox.state.deliveries.length > 0);
		const [delivery] = sandbox.state.deliveries;
		expect(delivery?.url).toBe(callbackUrl);
		const { body = '', signature = '' } = delivery ?? {};
		expect(verifySignature(Buffer.from(body), signature, [webhookSecret])).toEqual({ valid: true });
	});
});

describe('in the sandbox', () => {
	const used = useSandbox();
	const settings = () => used.contract.credential({ apiDifferences: '' });

	test('there is an item for each call, once for all input items, and no secret in any', async () => {
		const { items, of } = await check(settings(), { items: [{}, {}] });
		const calls = items.map(({ call }) => call);
		expect(new Set(calls).size).toBe(calls.length);
		expect(calls).toEqual(expect.arrayContaining([...READS, 'Card: Top Up', 'Withdrawal: Create']));
		expect(of('Card: Top Up')).toMatchObject({
			function: 'card_topup',
			section: '4.9',
			result: 'not_checked',
			what: expect.stringMatching(/^It would spend money.*enter it under calls/),
			scope: 'cards:topup',
		});
		// It makes no call.
		expect(calls).not.toContain('KYT Screening: Verify a Certificate');
		expect(of('Webhook: Rotate Secret')).toMatchObject({
			...{ result: 'not_checked', what: 'It would change something, so it was not called.' },
		});
		expect(of('Ledger: Get Many').what).toContain(
			'It works. Entries: 1. Days Left reads amounts from amount and times from created_at.',
		);
		expect(of('eSIM Offer: Get Many').what).toBe(
			'It works. Entries: 12. The nodes read the ID from offer_id, the name from name, and the price from price_usdt.',
		);
		expect(JSON.stringify(items)).not.toMatch(/eyJ|PRIVATE KEY/);
	});

	test('a missing scope is named, and ends no other call', async () => {
		used.contract = await Contract.of(used.sandbox, { scopes: ['balance:read', 'kyt:check'] });
		const { of } = await check(settings());
		expect(of('Deposit Address: Get')).toMatchObject({
			result: 'fails',
			what: expect.stringContaining('scope deposit_address:read'),
			scope: 'deposit_address:read',
		});
		expect(of('Balance: Get').result).toBe('works');
	});

	test.each(['500', '502_html', 'closed_before', 'broken_json'] as const)(
		'a call that fails (%s) ends no other one, and nothing is suggested for it',
		async (fault) => {
			used.sandbox.addFault({ match: { path: '/deposit_address' }, fault });
			const { of, last } = await check(settings(), { extId: 'o-1' });
			expect(of('Deposit Address: Get').result).toBe('fails');
			expect(of('Ledger: Get Many').result).toBe('works');
			expect([last.result, last.suggestion]).toEqual(['not_checked', {}]);
		},
	);
});
