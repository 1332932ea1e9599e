/** Proves what Setup: Check the API makes of what an API may say where its document is silent. */
import type { IDataObject } from 'n8n-workflow';
import { useServers } from '../support/servers';
import type { OwnAnswer } from './support/front';
import { check, type OwnApi, OwnApis } from './support/setup-check';

const apis = new OwnApis(useServers());

const says = (status: number, error: string): OwnAnswer => ({ status, body: { error } });
const ok = (body: unknown): OwnAnswer => ({ status: 200, body });
const GUESSED = (requests: string[]) =>
	requests.filter((request) => /^POST \/(?!api\/|auth\/)/.test(request));

describe('how "no such order" is told', () => {
	const KEY = /^n8n-check-[0-9a-f]{32}$/;

	/** @param madeUp what a made-up key gets; @param none a lookup without one; @param unknown a function that cannot exist */
	async function lookup(madeUp: OwnAnswer, none: OwnAnswer, unknown: OwnAnswer) {
		const credential = await apis.start((method, path, { ext_id: key }) => {
			if (method !== 'POST' || !path.startsWith('/api/partner/')) return undefined;
			if (path !== '/api/partner/document_get') return unknown;
			return typeof key === 'string' && KEY.test(key) ? madeUp : none;
		});
		const { of, last } = await check(credential);
		expect(GUESSED(apis.requests)).toEqual([]);
		return { document: of('Document: Get'), suggestion: last.suggestion };
	}

	const MISSING = says(400, 'missing_field');
	const UNKNOWN = says(404, 'not_found');

	test.each<[string, OwnAnswer, OwnAnswer, OwnAnswer, string, object]>([
		['a code of its own', says(404, 'document_not_found'), MISSING, UNKNOWN, 'works', {}],
		[
			'a code that the nodes know, with another status',
			says(400, 'document_not_found'),
			MISSING,
			UNKNOWN,
			'differs',
			{ noOrder: ['document_not_found'] },
		],
		[
			'a code that they do not know',
			says(422, 'nothing_here'),
			MISSING,
			UNKNOWN,
			'differs',
			{ noOrder: ['nothing_here'] },
		],
		[
			'under a success, beside other fields',
			ok({ error: 'nothing_here', data: null }),
			MISSING,
			UNKNOWN,
			'differs',
			{ noOrder: ['nothing_here'] },
		],
		[
			'under a success',
			ok({ error: 'nothing_here' }),
			MISSING,
			UNKNOWN,
			'differs',
			{ noOrder: ['nothing_here'] },
		],
		[
			'generic, and the path is there',
			UNKNOWN,
			MISSING,
			UNKNOWN,
			'differs',
			{ noOrder: ['not_found'] },
		],
		['generic, and nothing shows the path', UNKNOWN, UNKNOWN, UNKNOWN, 'fails', {}],
		[
			'as of a missing key',
			says(400, 'bad_request'),
			says(400, 'bad_request'),
			UNKNOWN,
			'fails',
			{},
		],
		['as of a missing key and an unknown path', MISSING, MISSING, MISSING, 'fails', {}],
		[
			'not with this method',
			says(405, 'method_not_allowed'),
			says(405, 'method_not_allowed'),
			UNKNOWN,
			'fails',
			{},
		],
		['not allowed', says(403, 'not_allowed'), says(403, 'not_allowed'), UNKNOWN, 'fails', {}],
		['too many', says(429, 'slow_down'), MISSING, UNKNOWN, 'fails', {}],
		...[408, 425, 499].map((status): [string, OwnAnswer, OwnAnswer, OwnAnswer, string, object] => [
			`not in time (${String(status)})`,
			says(status, 'request_timeout'),
			MISSING,
			UNKNOWN,
			'fails',
			{},
		]),
		[
			'under a success, as everything is',
			ok({ error: 'nothing_here', request_id: 'r' }),
			ok({ error: 'missing_field', request_id: 'r' }),
			ok({ error: 'unknown_function', request_id: 'r' }),
			'differs',
			{ noOrder: ['nothing_here'] },
		],
		['in trouble', says(500, 'nothing_here'), MISSING, UNKNOWN, 'fails', {}],
		['without a code', { status: 404, body: {} }, MISSING, UNKNOWN, 'fails', {}],
		['by a success', ok({ document: null }), MISSING, UNKNOWN, 'fails', {}],
	])('%s', async (_, madeUp, none, unknown, result, suggestion) => {
		const told = await lookup(madeUp, none, unknown);
		expect(told.document.result).toBe(result);
		expect(told.suggestion).toEqual(suggestion);
	});

	test.each([
		['a code of its own', says(404, 'document_not_found'), undefined, {}],
		[
			'a code that the nodes do not know',
			says(400, 'nothing_here'),
			undefined,
			{ noOrder: ['nothing_here'] },
		],
		[
			'the code of an unknown path, but another for a key that is too long',
			UNKNOWN,
			MISSING,
			{ noOrder: ['not_found'] },
		],
	])('on a resource: %s', async (_, madeUp, tooLong, noOrder) => {
		const credential = await apis.start((method, path) => {
			const [, key = ''] = /^\/partner\/documents\/([^/]+)$/.exec(path) ?? [];
			if (method !== 'GET' || key === '') return undefined;
			return KEY.test(key) ? madeUp : (tooLong ?? madeUp);
		});
		const { last } = await check(credential);
		const place = { method: 'GET', base: 'api', path: '/partner/documents/{ext_id}' };
		expect(last.suggestion).toEqual({ calls: { document_get: place }, ...noOrder });
	});
});

describe('a read that is elsewhere', () => {
	const LIST = { entries: [{ id: 1 }] };

	test.each([
		['deposit_address', 'Deposit Address: Get', '/partner/deposit-address', { address: 'T1' }],
		['deposit_address', 'Deposit Address: Get', '/partner/deposit_address', { address: 'T1' }],
		['card_products', 'Card Product: Get Many', '/partner/card-products', LIST],
		['esim_offers', 'eSIM Offer: Get Many', '/partner/esims/offers', LIST],
		['gift_offers', 'Gift Offer: Get Many', '/partner/gift-cards/offers', LIST],
		['kyt_check_history', 'KYT Screening: Get Many', '/partner/kyt/checks', LIST],
		['reconciliation_ledger', 'Ledger: Get Many', '/partner/reconciliation/ledger', LIST],
	])('%s: %s is found at %s', async (name, call, place, body) => {
		const credential = await apis.start((method, path) =>
			method === 'GET' && path === place ? ok(body) : undefined,
		);
		const { of, last } = await check(credential);
		const calls = { [name]: { method: 'GET', base: 'api', path: place } };
		expect(of(call)).toMatchObject({
			result: 'differs',
			function: name,
			what: expect.stringContaining(`It is GET {api_url}${place}.`),
			suggestion: { calls },
		});
		expect(last.suggestion).toEqual({ calls });
		expect(GUESSED(apis.requests)).toEqual([]);
	});

	test('a screening, where its function is not called by POST', async () => {
		const credential = await apis.start((method, path) => {
			if (path === '/api/partner/kyt_check_get') return says(405, 'no_such_method');
			const isThere = method === 'GET' && /^\/partner\/kyt\/[^/]+$/.test(path);
			return isThere ? says(404, 'check_unknown') : undefined;
		});
		const { of } = await check(credential);
		const place = { method: 'GET', base: 'api', path: '/partner/kyt/{id}' };
		const suggestion = { calls: { kyt_check_get: place } };
		expect(of('KYT Screening: Get')).toMatchObject({ result: 'differs', suggestion });
	});

	test('is not taken where any path gives a success, or where no list is in it', async () => {
		const everywhere = await apis.start((method) => (method === 'GET' ? ok(LIST) : undefined));
		expect((await check(everywhere)).last.suggestion).toEqual({});
		const empty = await apis.start((method, path) =>
			method === 'GET' && path === '/partner/ledger' ? ok({ status: 'up' }) : undefined,
		);
		const { of } = await check(empty);
		expect(of('Ledger: Get Many')).toMatchObject({ result: 'fails' });
		expect(of('Ledger: Get Many').what).toContain('Ask the provider of the API for its method');
	});
});

describe('a list in pages', () => {
	const LINES = Array.from({ length: 5 }, (_, id) => ({ id }));

	/** @param name under which the mark of a page is taken; any other is ignored */
	async function ledger(name: string, page: (lines: object[], next: number | null) => unknown) {
		const credential = await apis.start((_, path, { [name]: mark = 0 }) => {
			if (path !== '/api/partner/reconciliation_ledger') return undefined;
			const end = Number(mark) + 2;
			return ok(page(LINES.slice(Number(mark), end), end < LINES.length ? end : null));
		});
		const { of, last } = await check(credential);
		return { ledger: of('Ledger: Get Many'), suggestion: last.suggestion };
	}

	test.each<[string, string, (lines: object[], next: number | null) => unknown]>([
		['next_cursor', 'cursor', (lines, next) => ({ lines, next_cursor: next })],
		['data.next', 'next', (lines, next) => ({ data: { lines, next } })],
		[
			'meta.nextPageToken',
			'pageToken',
			(lines, next) => ({ lines, meta: { nextPageToken: next } }),
		],
		['page_token', 'page_token', (lines, next) => ({ lines, page_token: next, total: 5 })],
	])('is read by %s, sent as %s', async (response, request, page) => {
		const { ledger: told, suggestion } = await ledger(request, page);
		expect(told.result).toBe('differs');
		expect(suggestion).toEqual({ cursor: { response, request } });
	});

	test.each<[string, (lines: object[], next: number | null) => unknown]>([
		['has_more', (lines) => ({ lines, has_more: true })],
		['total', (lines) => ({ lines, total: 5 })],
		['next', (lines, next) => ({ lines, next: `https://api.example.com/?start=${String(next)}` })],
	])('is told by %s, where nobody finds out how it goes on', async (name, page) => {
		const { ledger: told, suggestion } = await ledger('start', page);
		expect(told.result).toBe('differs');
		expect(told.what).toContain(`This is not all, as ${name} says; ask the provider`);
		expect(suggestion).toEqual({});
	});
});

test('where Base URL refuses the token and no other is found, that is said', async () => {
	const credential = await apis.start((_, path) => {
		if (path.startsWith('/api/')) return says(401, 'wrong_token');
		return path === '/partner/balance' ? ok({ available_balance: '1' }) : undefined;
	});
	const { of, last } = await check(credential);
	expect(of('Access Token: Inspect')).toMatchObject({ result: 'fails' });
	expect(of('Access Token: Inspect').what).toContain('HTTP 401');
	expect(apis.requests).toContain('POST /auth/v1/agent/token');
	expect(last.suggestion).toEqual({});
});

test('a catalog of which a field is not found is told as not sure', async () => {
	const entries = [
		{ sku: 'a', title: 'A', cost: '1' },
		{ sku: 'b', name: 'B', cost: '1' },
	];
	const credential = await apis.start((_, path) =>
		path === '/api/partner/esim_offers' ? ok({ entries }) : undefined,
	);
	const { of } = await check(credential);
	expect(of('eSIM Offer: Get Many').what).toContain(
		'the ID from sku, the name from title or name, the price from no field. That is not sure',
	);
});

test('a text of any length stays short', async () => {
	const long = 'x'.repeat(100_000);
	const body: IDataObject = { error: `e_${long}`, message: long, [long]: long };
	const wide = { next: long, entries: [{ [long]: long, name: long }], [`next_${long}`]: 1 };
	const answer: OwnApi = (method, path) => {
		if (method === 'GET') return { status: 404, body };
		return path.endsWith('_offers') ? ok(wide) : { status: 400, body };
	};
	const claims = Buffer.from(JSON.stringify({ scope: `balance:read ${long}` })).toString(
		'base64url',
	);
	const { items } = await check(await apis.start(answer, `e30.${claims}.e30`));
	for (const { what } of items) expect(JSON.stringify(what).length).toBeLessThanOrEqual(800);
	expect(JSON.stringify(items).length).toBeLessThan(50_000);
});

test('an error under a success is no call that works', async () => {
	const credential = await apis.start((_, path) =>
		path === '/api/partner/deposit_address'
			? ok({ error: 'unknown_function', request_id: 'r-1' })
			: undefined,
	);
	const { of } = await check(credential);
	expect(of('Deposit Address: Get')).toMatchObject({
		result: 'fails',
		what: expect.stringContaining('unknown_function'),
	});
});
