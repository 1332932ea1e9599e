// Every operation, run in the real n8n from the packed tarball: the request that the API gets, and what comes out.
import { OPERATIONS } from '../../nodes/PartnerSettlement/operations';
import { runNode } from '../support/n8n/harness';
import { useOwnSandbox } from '../support/n8n/own-sandbox';
import { PROMISED } from '../unit/support/interface-table';
import { CASES, KEPT } from './operations/cases';

const own = useOwnSandbox({ settleMs: 0, kytDelayMs: 0 });
const ids: Record<string, string> = {};

/** Puts the IDs of earlier orders into a value, and leaves what matches a value as it is. */
function filled(value: unknown): unknown {
	if (typeof value === 'string') {
		return value.replaceAll(/\{(\w+)\}/g, (all, id: string) => ids[id] ?? all);
	}
	if (Array.isArray(value)) return value.map(filled);
	const fields = value as object | null;
	if (fields?.constructor !== Object) return value;
	return Object.fromEntries(Object.entries(fields).map(([key, one]) => [key, filled(one)]));
}

/** The call that the interface promises, none if it is local. That of an API Call is chosen by the operator. */
function callOf(name: string): unknown {
	const { call } = PROMISED[name] ?? { call: 'POST base /api/offers' };
	if (call.endsWith(' ')) return '';
	return filled(call.replace(' api ', ' /gw').replace(' base ', ' /core'));
}

test.each(CASES)('%s', async (name, parameters, sent, out) => {
	const [resource, operation] = name.split('.');
	own.newRequests();
	const { error, items } = await runNode({
		parameters: { resource, operation, ...(filled(parameters) as object) },
		credential: own.credential,
	});
	expect(error).toBeUndefined();
	const json = items.at(-1)?.json ?? {};
	const kept = KEPT[name];
	if (kept !== undefined) ids[kept] = String(json[kept]);

	if (name !== 'setup.check') {
		// An order with a custom key may be looked up first.
		const isSent = ({ path }: { path: string }) =>
			name === 'document.get' || !path.endsWith('/document_get');
		const request = own.newRequests().find(isSent);
		const { method = '', path = '', body = '' } = request ?? {};
		expect(`${method} ${path}`.trim()).toBe(callOf(name));
		const read = body !== '' && typeof sent === 'object' ? (JSON.parse(body) as unknown) : body;
		expect(read).toEqual(filled(sent));
	}
	expect(json).toMatchObject(filled(out) as object);
	// No output contains a token.
	expect(JSON.stringify(items)).not.toContain('eyJhbGciOiJFZERTQSJ9.');
});

test('every operation of the catalog was run', () => {
	const catalog = OPERATIONS.map(({ resource, operation }) => `${resource}.${operation}`);
	expect([...new Set(CASES.map(([name]) => name))].sort()).toEqual(catalog.sort());
});
