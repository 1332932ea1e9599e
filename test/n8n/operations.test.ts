// Every operation, run in the real n8n from the packed tarball: the request that the API gets, and what comes out.
import { OPERATIONS } from '../../nodes/PartnerSettlement/operations';
import { runNode } from '../support/n8n/harness';
import { type OwnSandbox, startOwnSandbox } from '../support/n8n/own-sandbox';
import { type Case, CASES, type Ids } from './operations/cases';

let own: OwnSandbox;
const ids: Ids = {};

beforeAll(async () => {
	own = await startOwnSandbox({ settleMs: 0, kytDelayMs: 0 });
});

afterAll(async () => {
	await own.sandbox.close();
});

test.each(CASES)('%s', async (...[name, given, keeps]: Case) => {
	const [resource, operation] = name.split('.');
	const [parameters, call, sent, out = {}] = given(ids);
	own.newRequests();
	const { error, items } = await runNode({
		parameters: { resource, operation, ...parameters },
		credential: own.credential,
	});
	expect(error).toBeUndefined();
	const json = items.at(-1)?.json ?? {};
	if (keeps !== undefined) ids[keeps] = String(json[keeps]);

	if (call !== undefined) {
		// An order with a custom key may be looked up first.
		const isSent = ({ path }: { path: string }) =>
			name === 'document.get' || !path.endsWith('/document_get');
		const request = own.newRequests().find(isSent);
		const { method = '', path = '', body = '' } = request ?? {};
		expect(`${method} ${path}`.trim()).toBe(call);
		const read = body !== '' && typeof sent === 'object' ? (JSON.parse(body) as unknown) : body;
		expect(read).toEqual(sent ?? '');
	}
	expect(json).toMatchObject(out);
	// No output contains a token.
	expect(JSON.stringify(items)).not.toContain('eyJhbGciOiJFZERTQSJ9.');
});

test('every operation of the catalog was run', () => {
	const catalog = OPERATIONS.map(({ resource, operation }) => `${resource}.${operation}`);
	expect([...new Set(CASES.map(([name]) => name))].sort()).toEqual(catalog.sort());
});
