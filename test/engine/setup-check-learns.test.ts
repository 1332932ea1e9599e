/** Proves what Setup: Check the API learns of tokens, envelopes, lists, catalogs and a first order, and that it suggests only what is sure. */
import type { IDataObject } from 'n8n-workflow';
import { useSandbox } from '../support/use-sandbox';
import { ok, says, useApis } from './support/answers';
import { startNode } from './support/run-node';
import { check, type Checked } from './support/setup-check';

const apis = useApis();

type Paged = (fields: IDataObject) => unknown;

/** Checks an API that answers some paths. */
async function checkOf(answers: Record<string, unknown>, apiDifferences: IDataObject = {}) {
	const credential = await apis.start((_, path, fields) => {
		const { [path]: answer } = answers;
		const body = typeof answer === 'function' ? (answer as Paged)(fields) : answer;
		return body === undefined ? undefined : ok(body);
	});
	return await check({ ...credential, apiDifferences });
}

describe('a list in pages', () => {
	const LINES = Array.from({ length: 5 }, (_, id) => ({ id: `l-${String(id)}`, at: id }));
	type Page = (lines: object[], next: number | null) => unknown;

	/** @param name under which the mark of a page is taken; any other is ignored */
	const paged = (name: string, page: Page) => (fields: IDataObject) => {
		const { [name]: mark = 0 } = fields;
		const place = LINES.findIndex(({ id }) => id === mark) + 1;
		const start = place === 0 ? Number(mark) : place;
		const end = start + 2;
		return page(LINES.slice(start, end), end < LINES.length ? end : null);
	};
	const LEDGER = '/api/partner/reconciliation_ledger';

	test.each<[object, Page, string?]>([
		[{ next: 'next_cursor', send: 'cursor' }, (lines, next) => ({ lines, next_cursor: next })],
		[{ next: 'data.next', send: 'next' }, (lines, next) => ({ data: { lines, next } })],
		[
			{ last: 'id', send: 'last_id' },
			(lines, next) => ({ lines, has_more: next !== null }),
			'reconciliation_ledger',
		],
	])('is read by %j', async (pages, page, list = '*') => {
		const answers = { [LEDGER]: paged((pages as { send: string }).send, page) };
		const { of, last } = await checkOf(answers);
		expect(of('Ledger: Get Many').result).toBe('differs');
		expect(last.suggestion).toEqual({ pages: { [list]: pages } });
		const again = await checkOf(answers, last.suggestion);
		expect(again.of('Ledger: Get Many').result).toBe('works');
	});

	test.each<[string, Page]>([
		['has_more', (lines) => ({ lines, has_more: true })],
		['next', (lines, next) => ({ lines, next: `https://api.example.com/?start=${String(next)}` })],
	])('is told by %s, where nobody finds out how it goes on', async (name, page) => {
		let time = 0;
		const live: Page = (lines, next) =>
			page(
				lines.map((line) => ({ ...line, as_of: (time += 1) })),
				next,
			);
		const { of, last } = await checkOf({ [LEDGER]: paged('start', live) });
		const what = expect.stringContaining(
			`${name} says that this is not the whole list. Ask your provider how to get the next page, and enter it as pages: a mark or the last ID, not a page number`,
		);
		expect(of('Ledger: Get Many')).toMatchObject({ result: 'differs', what });
		expect(last).toMatchObject({ result: 'not_checked', suggestion: {} });
	});
});

describe('a catalog', () => {
	const OFFERS = '/api/partner/esim_offers';
	const offers = (...entries: object[]) => ({ [OFFERS]: { entries } });
	const suggested = ({ last }: Checked) => last.suggestion?.catalogs?.esim_offers;

	test.each<[object, object]>([
		[
			{ id: 'sku', price: 'cost_usdt' },
			{ sku: 'a', name: 'A', cost_usdt: '1', country_code: 'DE' },
		],
		[
			{ id: 'esimOfferId', name: 'display_name', price: 'pricing.usdt' },
			{ esimOfferId: 7, display_name: 'A', country_name: 'B', pricing: { usdt: 1.5 } },
		],
		[
			{ id: 'code', name: 'label' },
			{ code: 'a', label: 'A', price: '2', min_price_usdt: '1' },
		],
	])('is read by %j', async (fields, entry) => {
		const found = await checkOf(offers(entry));
		expect(found.of('eSIM Offer: Get Many').result).toBe('differs');
		expect(suggested(found)).toEqual(fields);
		const again = await checkOf(offers(entry), found.last.suggestion);
		expect(again.of('eSIM Offer: Get Many').result).toBe('works');
	});

	const TWO = { esim_offer_id: 'a', base_offer_id: 'b', name: 'A', price: '1' };
	const FOREIGN = { id: 1, name: 'A', retail_price: '1', currency: 'EUR' };
	test.each<[string, object[]]>([
		['two may be the ID', [TWO]],
		['two entries have the same', [1, 2].map((price) => ({ code: 'DE', name: 'A', price }))],
		['the price is in another currency', [FOREIGN]],
		['the amount is not a price', [{ offer_id: 1, name: 'A', initial_load_usdt: '1' }]],
	])('is not guessed: %s', async (_, entries) => {
		const found = await checkOf(offers(...entries));
		expect(suggested(found)).toBeUndefined();
		const what = expect.stringMatching(/from no field.* Enter the right fields under catalogs/);
		expect(found.of('eSIM Offer: Get Many')).toMatchObject({ result: 'differs', what });
	});
});

test('a catalog in which some entries have no price says how many', async () => {
	const entries = [
		{ offer_id: 1, price: '1' },
		{ offer_id: 2, price: '1', usdt_price: '2' },
	];
	const { of } = await checkOf({ '/api/partner/esim_offers': { entries } });
	expect(of('eSIM Offer: Get Many').what).toContain('Only 1 of 2 entries show a price');
});

test.each([
	[{}, 'differs'],
	[{ catalogs: { kyt_quote: { price: 'amount' } } }, 'works'],
])('a quote whose price has another name, with %j: %s', async (differences, result) => {
	const answers = { '/api/kyt_quote': { amount: '0.50', currency: 'USDT' } };
	const { of } = await checkOf(answers, differences);
	expect(of('KYT Screening: Get Price').result).toBe(result);
});

describe('an envelope', () => {
	const BALANCE = { currency: 'USDT', available_balance: '1' };
	const ADDRESS = { address: 'T1', network: { name: 'TRON' } };

	test.each<[object, object, object]>([
		[BALANCE, ADDRESS, {}],
		[{ data: BALANCE }, { wallet: { address: 'T1' }, network: {} }, {}],
		[{ meta: { id: 1 }, data: BALANCE }, ADDRESS, { envelope: ['data'] }],
		[BALANCE, { meta: { id: 1 }, data: ADDRESS }, { envelope: ['data'] }],
		[{ meta: {}, reply: { balance: BALANCE, more: {} } }, {}, { envelope: ['reply', 'balance'] }],
	])('%j and %j: %j', async (balance, address, suggestion) => {
		const answers = { '/partner/balance': balance, '/api/partner/deposit_address': address };
		const { last } = await checkOf(answers);
		expect(last.suggestion).toEqual(suggestion);
		const { of } = await checkOf(answers, suggestion as IDataObject);
		for (const call of ['Balance: Get', 'Deposit Address: Get'])
			expect(of(call).result).toBe('works');
	});
});

describe('tokens', () => {
	const AGENT = '/auth/v1/agent/token';
	// It lacks the scope of a lookup, but the API judges that.
	const TOKEN = `e30.${Buffer.from('{"scope":"cards:read"}').toString('base64url')}.e30`;

	/** @param takes whether a path takes the agent's token */
	async function tokens(takes: (path: string) => boolean, apiDifferences = {}) {
		const credential = await apis.start((_, path, _fields, token) => {
			if (path === AGENT) return ok({ token: TOKEN });
			if (!path.startsWith('/api/')) return undefined;
			return (token === TOKEN) === takes(path) ? ok({ entries: [] }) : says(401, 'wrong_token');
		});
		const { of, last } = await check({ ...credential, apiDifferences });
		return { token: of('Access Token: Inspect'), suggestion: last.suggestion };
	}

	test('calls of section 4.5 alone may take a token of their own', async () => {
		const isOlder = (path: string) => !path.startsWith('/api/partner/');
		const older = { agentTokenPath: AGENT, agentTokenFor: 'older' };
		const { token, suggestion } = await tokens(isOlder);
		const what = expect.stringMatching(/^The older calls/);
		expect({ token, suggestion }).toMatchObject({
			...{ token: { result: 'differs', what }, suggestion: older },
		});
		expect((await tokens(isOlder, older)).token.result).toBe('works');
		expect((await tokens(isOlder, { agentTokenPath: AGENT })).suggestion).toEqual(older);
		const all = { ...older, agentTokenFor: 'base' };
		expect((await tokens(() => true, older)).suggestion).toEqual(all);
	});
});

describe('a first order', () => {
	const sandbox = useSandbox({ settleMs: 0 });
	const NUMBER = 'order-1';

	async function order(document: unknown, apiDifferences: IDataObject = {}) {
		const credential = await apis.start((_, path, { ext_id: key }) => {
			if (path !== '/api/partner/document_get') return undefined;
			if (key === NUMBER) return ok(document);
			return key === undefined ? says(400, 'missing_field') : says(404, 'nothing_here');
		});
		const { of, last } = await check({ ...credential, apiDifferences }, { extId: NUMBER });
		const { noOrder, ...others } = { noOrder: undefined, ...last.suggestion };
		expect(noOrder).toEqual(['nothing_here']);
		return { ...of('First Order'), others };
	}

	const own = (status: string, more = {}) => ({ ext_id: NUMBER, status, ...more });
	const DEBIT = { reference: NUMBER, status: 'done', debit_amount: '2' };
	const IN_ORDER = { meta: { id: 1 }, order: own('done') };
	const IN_DATA = { meta: { id: 1 }, data: { number: NUMBER, status: 'done' } };
	const KEYED = { key: ['ext_id', 'reference'] };
	const NUMBERED = { envelope: ['data'], key: ['ext_id', 'number'] };
	const ERROR = { error: 'kyc_open', message: 'Sorry' };
	test.each<['works' | 'differs' | 'not_checked' | 'fails', object, object, RegExp]>([
		['works', own('done'), {}, /status is done.*know that word.*its number in ext_id\. You can/],
		['not_checked', { data: own('pending') }, {}, /pending.*again with the number of an order/],
		['differs', own('done', ERROR), {}, /shows an error.* as error\. .*Run Setup again/],
		['not_checked', own('failed', ERROR), {}, /word\. It shows its number in ext_id\. Run/],
		['fails', { error: 'document_not_found' }, {}, /no such order.* enter its kind as noDocument/],
		['differs', own('fulfilled'), {}, /fulfilled, and the nodes don't know.*terminalStatuses/],
		['differs', { ext_id: NUMBER, state: 'done' }, {}, /shows no status.* that field as status/],
		['differs', DEBIT, KEYED, /its number in reference\. If debit_amount shows the amount/],
		['differs', IN_ORDER, { envelope: ['order'] }, /status is done/],
		['differs', IN_DATA, NUMBERED, /shows its number in number/],
		['differs', { reference: NUMBER, external: NUMBER, status: 'done' }, {}, /does not show its n/],
	])('%s, of %j: %j', async (result, document, suggestion, what) => {
		const found = await order(document);
		expect(found.what).toMatch(what);
		expect([found.result, found.others]).toEqual([result, suggestion]);
	});

	test('is read in the sandbox, and nothing else changes', async () => {
		const credential = sandbox.contract.credential({ apiDifferences: '' });
		const parameters = { resource: 'esim', operation: 'purchase', offerId: 'esim-tr-1gb' };
		const own = { ...parameters, extIdMode: 'custom', extId: NUMBER };
		await startNode({ credential, parameters: own, items: [{}] });
		const { of, last } = await check(credential, { extId: NUMBER });
		expect(of('First Order').what).toMatch(/the nodes know that word/);
		expect(last.what).not.toContain('cheapest');
		expect((await check(credential)).last.what).toMatch(
			/not finished yet.* Place the cheapest order next/,
		);
		expect(sandbox.sandbox.state.orders).toHaveLength(1);
	});
});
