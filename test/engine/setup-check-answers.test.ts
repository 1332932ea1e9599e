/** Proves what Setup: Check the API makes of what an API may say where its document is silent. */
import type { IDataObject } from 'n8n-workflow';
import { useServers } from '../support/servers';
import type { OwnAnswer } from './support/front';
import { check, type OwnApi, OwnApis } from './support/setup-check';

const apis = new OwnApis(useServers());

const says = (status: number, error: string): OwnAnswer => ({ status, body: { error } });
const ok = (body: unknown): OwnAnswer => ({ status: 200, body });

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

	test.each<[string, OwnAnswer, string]>([
		['a code of its own', says(404, 'document_not_found'), 'works'],
		['a code that the nodes know, with another status', says(400, 'order_unknown'), 'works'],
		['by a word in a record', ok({ status: 'unknown_order', ext_id: 'x' }), 'works'],
		['not with this method', says(405, 'method_not_allowed'), 'fails'],
		['not allowed', says(403, 'not_allowed'), 'fails'],
		['too many', says(429, 'slow_down'), 'fails'],
		...[408, 425, 499].map((status): [string, OwnAnswer, string] => [
			`not in time (${String(status)})`,
			says(status, 'request_timeout'),
			'fails',
		]),
		['in trouble', says(500, 'nothing_here'), 'fails'],
		['without a code', { status: 404, body: {} }, 'fails'],
		['a code that may be of its form', says(400, 'invalid_ext_id'), 'not_checked'],
		['by a record', ok({ status: 'queued', ext_id: 'x' }), 'not_checked'],
	])('%s: %j', async (_, madeUp, result) => {
		const told = await lookup(madeUp);
		expect(told).toMatchObject({ result, noOrder: undefined });
		if (result === 'not_checked')
			expect(told.what).toMatch(/^Not sure: .*enter the code as noOrder/);
	});

	test.each<[string, OwnAnswer, string]>([
		['a code that they do not know', says(422, 'nothing_here'), 'nothing_here'],
		['beside other fields', ok({ error: 'nothing_here', data: null }), 'nothing_here'],
		['alone under a success', ok({ error: 'nothing_here' }), 'nothing_here'],
		['generic, and the path is there', UNKNOWN, 'not_found'],
		...[null, [], {}, { document: null }].map((body): [string, OwnAnswer, string] => [
			'by a success without a record',
			ok(body),
			'empty',
		]),
	])('%s: %j is suggested', async (_, madeUp, code) => {
		const told = await lookup(madeUp);
		expect(told).toMatchObject({ result: 'differs', noOrder: [code] });
	});

	test.each<[string, OwnAnswer]>([
		['generic, and nothing shows the path', UNKNOWN],
		['as of a missing key', MISSING],
		['as of a missing key, by a code of its own', says(404, 'document_not_found')],
		['by no record, whatever is asked', ok({})],
	])('%s: nothing is suggested', async (_, both) => {
		const { result, what, noOrder } = await lookup(both, both);
		expect([result, noOrder]).toEqual(['not_checked', undefined]);
		expect(what).toMatch(
			/^Not sure: .* without an ID.*enter the code as noOrder.*path under calls/,
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
		[UNKNOWN, UNKNOWN, 'not_checked', /^Not sure: .*enter its path under calls/],
	])('a screening of a made-up ID: %j', async (madeUp, none, result, what) => {
		const credential = await apis.start((_, path, { id }) => {
			if (path !== '/api/partner/kyt_check_get') return undefined;
			return id === undefined ? none : madeUp;
		});
		const { of } = await check(credential);
		expect(of('KYT Screening: Get')).toMatchObject({ result, what: expect.stringMatching(what) });
	});
});

test('for a read that is not there, no other path is tried', async () => {
	const { of, last } = await check(await apis.start(() => undefined));
	expect(of('Ledger: Get Many')).toMatchObject({
		result: 'fails',
		what: expect.stringMatching(/^It is not there .* enter them under calls/),
	});
	expect(last.suggestion).toEqual({});
	expect(apis.requests.filter((request) => /ledger|deposit/.test(request))).toEqual(
		expect.arrayContaining([
			'POST /api/partner/reconciliation_ledger',
			'POST /api/partner/deposit_address',
		]),
	);
	expect(apis.requests.filter((request) => /ledger|deposit/.test(request))).toHaveLength(2);
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
