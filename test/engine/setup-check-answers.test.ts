/** Proves what Setup: Check the API makes of what an API may say where its document is silent. */
import type { IDataObject } from 'n8n-workflow';
import { ok, type OwnAnswer, says, useApis } from './support/answers';
import { check } from './support/setup-check';

const apis = useApis();

describe('how "no such order" is told', () => {
	const KEY = /^n8n-check-[0-9a-f]{32}$/;
	const MISSING = says(400, 'missing_field');
	const UNKNOWN = says(404, 'not_found');

	/** @param madeUp what a made-up key gets; @param none a lookup without one */
	async function lookup(madeUp: OwnAnswer, none = MISSING, differences: IDataObject = {}) {
		const credential = await apis.start((method, path, { ext_id: key }) => {
			if (method !== 'POST' || path !== '/api/partner/document_get') return undefined;
			return typeof key === 'string' && KEY.test(key) ? madeUp : none;
		});
		const { of, last } = await check({ ...credential, apiDifferences: differences });
		const { result, what } = of('Document: Get');
		return { result, what, noOrder: last.suggestion?.noOrder };
	}

	test.each<[string, OwnAnswer, string, string?]>([
		['a code of its own', says(404, 'document_not_found'), 'works'],
		['a code that the nodes know, with another status', says(400, 'order_unknown'), 'works'],
		['no answer: not allowed', says(403, 'not_allowed'), 'fails'],
		['no answer: in trouble', says(500, 'nothing_here'), 'fails'],
		['no code', { status: 404, body: {} }, 'fails'],
		['a code that may be of its form', says(400, 'invalid_ext_id'), 'not_checked'],
		['a record', ok({ status: 'queued', ext_id: 'x' }), 'not_checked'],
		['a code that they do not know', says(422, 'nothing_here'), 'differs', 'nothing_here'],
		['one beside fields', ok({ error: 'nothing_here', data: null }), 'differs', 'nothing_here'],
		['a generic code, and the path is there', UNKNOWN, 'differs', 'not_found'],
		['null', ok(null), 'differs', 'empty'],
		['a document that is null', ok({ document: null }), 'differs', 'empty'],
	])('by %s: %j', async (_, madeUp, result, code = '') => {
		const told = await lookup(madeUp);
		expect(told).toMatchObject({ result, noOrder: code === '' ? undefined : [code] });
		if (result === 'not_checked')
			expect(told.what).toMatch(/^Not sure: .*enter the code as noOrder/);
	});

	test.each<[string, OwnAnswer]>([
		['generic, and nothing shows the path', UNKNOWN],
		['as of a missing key', MISSING],
		['by no record, whatever is asked', ok({})],
	])('%s: nothing is suggested', async (_, both) => {
		const { result, what, noOrder } = await lookup(both, both);
		expect([result, noOrder]).toEqual(['not_checked', undefined]);
		expect(what).toMatch(
			/^Not sure: .* without an ID.*enter the code as noOrder.*path, enter it under calls/,
		);
	});

	test('the code that the credential names counts', async () => {
		const own = { noOrder: ['missing_field'] };
		expect(await lookup(MISSING, MISSING, own)).toMatchObject({ result: 'works', ...own });
	});

	test.each<[OwnAnswer, OwnAnswer, string, RegExp]>([
		[says(404, 'check_unknown'), MISSING, 'works', /^It works/],
		[MISSING, MISSING, 'not_checked', /^Not sure: .* without an ID/],
		[ok({ id: 1 }), MISSING, 'not_checked', /^Not sure: .*HTTP 200 for a made-up ID/],
		[UNKNOWN, UNKNOWN, 'not_checked', /^Not sure: .*enter it under calls/],
	])('a screening of a made-up ID: %j', async (madeUp, none, result, what) => {
		const credential = await apis.start((_, path, { id }) => {
			if (path !== '/api/partner/kyt_check_get') return undefined;
			return id === undefined ? none : madeUp;
		});
		const { of } = await check(credential);
		expect(of('KYT Screening: Get')).toMatchObject({ result, what: expect.stringMatching(what) });
	});
});

test('a read fails where it is not there: no other path is tried, and nothing is suggested', async () => {
	const { of, last } = await check(await apis.start(() => undefined));
	expect(of('Ledger: Get Many')).toMatchObject({
		result: 'fails',
		what: expect.stringMatching(/^There is no such path .* enter it under calls/),
	});
	expect(last.suggestion).toEqual({});
	const asked = apis.requests.filter((request) => /ledger|deposit/.test(request));
	expect(asked.sort()).toEqual([
		'POST /api/partner/deposit_address',
		'POST /api/partner/reconciliation_ledger',
	]);
});

test.each([
	{ error: { code: 'x', message: 'Not here' }, id: 1 },
	{ error: 'unknown_function', message: 'Not here', request_id: 'r-1' },
])('a read fails by %j, although under a success', async (body) => {
	const credential = await apis.start((_, path) =>
		path === '/api/partner/deposit_address' ? ok(body) : undefined,
	);
	const { result, what } = (await check(credential)).of('Deposit Address: Get');
	expect([result, what]).toEqual(['fails', expect.stringContaining('Not here')]);
});

test('a text of any length stays short', async () => {
	const long = 'x'.repeat(100_000);
	const body: IDataObject = { error: `e_${long}`, message: long, [long]: long };
	const wide = { next: long, entries: [{ [long]: long, name: long }], [`next_${long}`]: 1 };
	const claims = Buffer.from(`{"scope":"balance:read ${long}"}`).toString('base64url');
	const credential = await apis.start((method, path) => {
		if (method === 'GET') return { status: 404, body };
		return path.endsWith('_offers') ? ok(wide) : { status: 400, body };
	}, `e30.${claims}.e30`);
	const { items } = await check(credential);
	for (const { what } of items) expect(JSON.stringify(what).length).toBeLessThanOrEqual(800);
	expect(JSON.stringify(items).length).toBeLessThan(50_000);
});

test.each([
	[{}, /Days Left reads amounts from amount and times from created_at\./],
	[{ ledger: { amount: 'value' } }, /Days Left can't read value and created_at/],
	[{ ledger: { debit: 'kind' } }, /No line is a debit: if you have spent, enter ledger\.debit/],
])('it says whether Days Left can use the ledger: %j', async (differences, what) => {
	const line = { amount: '-1', created_at: '2026-01-01T00:00:00Z' };
	const credential = await apis.start((_, path) =>
		path.endsWith('/reconciliation_ledger') ? { status: 200, body: [line] } : undefined,
	);
	const { of } = await check({ ...credential, apiDifferences: JSON.stringify(differences) });
	expect(of('Ledger: Get Many').what).toMatch(what);
});
