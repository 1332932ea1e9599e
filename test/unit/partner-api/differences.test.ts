// Where an API differs: what the credential may say of it, and how a call is made then.
import { readDifferences, withDifferences } from '../../../partner-api/differences';
import { InputError } from '../../../partner-api/errors';

const NOTHING = { calls: {}, noOrder: [], failedStatuses: [], terminalStatuses: [] };

function problemOf(given: unknown): string {
	try {
		readDifferences(given);
	} catch (error) {
		if (error instanceof InputError) return error.message;
		throw error;
	}
	throw new Error('It was read');
}

describe('what is read', () => {
	test.each([undefined, null, '', '  \n', '{}', {}])('%j: nothing differs', (given) => {
		expect(readDifferences(given)).toEqual(NOTHING);
	});

	test('each part of it, statuses in small letters', () => {
		const given = {
			calls: {
				card_topup: { method: 'POST', base: 'api', path: '/partner/cards/{card_id}/topups' },
			},
			noOrder: [' document_unknown '],
			failedStatuses: ['Declined'],
			terminalStatuses: ['SETTLED'],
			cursor: { response: 'data.next', request: 'cursor' },
			agentTokenPath: '/auth/v1/agent/token',
		};
		const read = {
			...given,
			noOrder: ['document_unknown'],
			failedStatuses: ['declined'],
			terminalStatuses: ['settled'],
		};
		expect(readDifferences(given)).toEqual(read);
		expect(readDifferences(JSON.stringify(given))).toEqual(read);
	});
});

describe('what is refused, with its place', () => {
	test.each<[string, unknown, RegExp]>([
		['a text that is no JSON', '{', /: it is not valid JSON$/],
		['a list', [], /Expected object/],
		['another name', { noOrders: [] }, /noOrders/],
		['another call', { calls: { card_top_up: {} } }, /calls\.card_top_up: /],
		[
			'another method',
			{ calls: { card_topup: { method: 'DELETE' } } },
			/calls\.card_topup\.method/,
		],
		['another base', { calls: { card_topup: { base: 'core' } } }, /calls\.card_topup\.base/],
		[
			'another part of a call',
			{ calls: { card_topup: { url: '/x' } } },
			/calls\.card_topup: .*url/,
		],
		['a path without a slash', { calls: { card_topup: { path: 'x' } } }, /calls\.card_topup\.path/],
		['another host', { calls: { card_topup: { path: '//x' } } }, /calls\.card_topup\.path/],
		['a way up', { calls: { card_topup: { path: '/%2e%2e/x' } } }, /calls\.card_topup\.path/],
		['a query', { calls: { card_topup: { path: '/x?partner_id=1' } } }, /calls\.card_topup\.path/],
		['a code that is no text', { noOrder: [404] }, /noOrder\.0/],
		['an empty code', { noOrder: [''] }, /noOrder\.0/],
		['half a cursor', { cursor: { response: 'next' } }, /cursor\.request/],
		['a path of a token with a space', { agentTokenPath: '/a b' }, /agentTokenPath/],
	])('%s', (_what, given, place) => {
		expect(problemOf(given)).toMatch(/^API Differences: /);
		expect(problemOf(given)).toMatch(place);
	});
});

describe('how a call is made', () => {
	const TOP_UP = {
		named: 'card_topup',
		method: 'POST',
		base: 'base',
		path: '/api/partner/card_topup',
		body: { card_id: 'a/b', amount: '5', ext_id: 'k' },
	} as const;
	const made = (call: object) =>
		withDifferences(TOP_UP, readDifferences({ calls: { card_topup: call } }));

	test('as assumed, where nothing is told of it', () => {
		expect(
			withDifferences(TOP_UP, readDifferences({ calls: { card_freeze: { base: 'api' } } })),
		).toBe(TOP_UP);
		const other = { ...TOP_UP, named: undefined };
		expect(
			withDifferences(other, readDifferences({ calls: { card_topup: { base: 'api' } } })),
		).toBe(other);
	});

	test('each part of it may differ alone', () => {
		expect(made({ method: 'PATCH' })).toEqual({ ...TOP_UP, method: 'PATCH' });
		expect(made({ base: 'api' })).toEqual({ ...TOP_UP, base: 'api' });
	});

	test('a field that stands in the path leaves the body, escaped', () => {
		expect(made({ path: '/cards/{card_id}/topups' })).toEqual({
			...TOP_UP,
			path: '/cards/a%2Fb/topups',
			body: { amount: '5', ext_id: 'k' },
		});
		expect(TOP_UP.body.card_id).toBe('a/b');
	});

	test('with GET the rest goes into the query', () => {
		expect(made({ method: 'GET', path: '/documents/{ext_id}' })).toEqual({
			...TOP_UP,
			method: 'GET',
			path: '/documents/k',
			query: { card_id: 'a/b', amount: '5' },
			body: undefined,
		});
	});

	test.each(['/cards/{id}', '/cards/{constructor}'])(
		'%s: nothing is sent without that field',
		(path) => {
			expect(() => made({ path })).toThrow(
				/stands in the path of card_topup, and this call has none/,
			);
		},
	);

	test('an ID that would be another path is refused', () => {
		const call = { ...TOP_UP, body: { card_id: '..' } };
		const differences = readDifferences({ calls: { card_topup: { path: '/cards/{card_id}' } } });
		expect(() => withDifferences(call, differences)).toThrow(InputError);
	});
});
