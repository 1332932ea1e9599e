// Proves what the credential may say of an API that differs: each entry, its mistakes with their place, and what it changes.
import { type Dialect, ENTRIES } from '../../../../partner-api';
import { DEFAULT_DIALECT, dialectOf, readDialect } from '../../../../partner-api/dialect';
import { errorIn } from '../../support/error-in';

const problemOf = (given: unknown) => errorIn(() => readDialect(given)).message;

type Name = keyof Dialect;

/** Of each entry: a value that is taken as it is, and one that is refused. */
const VALUES: { [N in Name]: [right: Dialect[N], wrong: unknown] } = {
	calls: [{ card_topup: { method: 'PUT', base: 'api', path: '/cards/{card_id}' } }, []],
	token: ['data.access', ''],
	agentTokenPath: ['/auth/v1/agent/token', '/a b'],
	agentTokenFor: ['older', 'newer'],
	envelope: [['data', 'result'], 'data'],
	key: [[], 'ext_id'],
	amount: [['net'], [1]],
	fields: [{ card_id: ['card.id'] }, { amount: ['net'] }],
	ignored: [['refund'], 'refund'],
	goodsId: [['ref_id'], {}],
	noOrder: [['empty'], [404]],
	documentDelay: [0.5, '30'],
	noDocument: [['card_freeze'], ['card']],
	noRepeats: [['gift_purchase'], ['gift']],
	error: [['fault'], ['']],
	kind: [{ fields: ['type'], words: { payout: 'withdrawal' } }, { words: { payout: 'payout' } }],
	status: [['state'], 'state'],
	items: [['esims'], null],
	keyConflict: [['duplicate'], true],
	failedStatuses: [['void'], 'void'],
	terminalStatuses: [['settled'], [' ']],
	standingStatuses: [['new'], [['new']]],
	unclearStatuses: [['chargeback'], 5],
	pages: [{ '*': { next: 'next', send: 'after' }, cards: { last: 'id', send: 'after' } }, []],
	cursor: [{ response: 'next', request: 'after' }, { response: 'next' }],
	catalogs: [{ gift_offers: { id: 'sku', price: 'cost.net' } }, { gift_offers: 'sku' }],
	ledger: [{ amount: 'sum', at: 'time', debit: 'side' }, { amount: 5 }],
};
const NAMES = Object.keys(ENTRIES) as Name[];
/** Lists to which an operator adds. */
const ADDED_TO = new Set<Name>([
	...(['noOrder', 'failedStatuses', 'terminalStatuses'] as const),
	...(['standingStatuses', 'unclearStatuses'] as const),
]);

test('each entry has a right and a wrong value here', () => {
	expect(Object.keys(VALUES).sort()).toEqual([...NAMES].sort());
});

describe.each(NAMES)('the entry %s', (name) => {
	const [right, wrong] = VALUES[name];

	test('is read, alone and beside all others, and changes nothing else', () => {
		const { differences, dialect } = readDialect({ [name]: right });
		expect(differences).toEqual({ [name]: right });
		const own = ADDED_TO.has(name) ? expect.arrayContaining(right as string[]) : right;
		expect(dialect).toEqual({ ...DEFAULT_DIALECT, [name]: own });
		const all = Object.fromEntries(NAMES.map((one) => [one, VALUES[one][0]]));
		expect(readDialect(JSON.stringify(all)).differences[name]).toEqual(right);
	});

	test('is refused with another value, by its name', () => {
		expect(problemOf({ [name]: wrong })).toMatch(new RegExp(`^API Differences: ${name}\\b`));
	});

	test('has a default that an operator may give', () => {
		const given = ENTRIES[name].default;
		if (given !== undefined) expect(readDialect({ [name]: given }).dialect[name]).toEqual(given);
	});
});

test.each([undefined, null, '', '  \n', '{}', {}])('%j: nothing differs', (given) => {
	expect(readDialect(given)).toEqual({ differences: {}, dialect: DEFAULT_DIALECT });
});

test.each<[unknown, Partial<Dialect>]>([
	[{ noOrder: 'gone' }, { noOrder: ['gone'] }],
	[{ kind: { fields: [] } }, { kind: { fields: [], words: {} } }],
	[{ kind: {} }, { kind: DEFAULT_DIALECT.kind }],
	[{ ledger: { debit: 's' } }, { ledger: { amount: 'amount', at: 'created_at', debit: 's' } }],
	[{ envelope: 'auto' }, { envelope: 'auto' }],
	[{ fields: { card_id: 'card.id' } }, { fields: { card_id: ['card.id'] } }],
	[{ key: [' reference '] }, { key: ['reference'] }],
])('%j stands for %j', (given, differences) => {
	expect(readDialect(given).differences).toEqual(differences);
});

const SUGGESTION = { key: ['reference'] };

test.each<[string, unknown]>([
	['as it is', [{ call: 'balance', result: 'works' }, { suggestion: SUGGESTION }]],
	['one item of it', { call: 'document_get', result: 'differs', suggestion: SUGGESTION }],
	['as a text', JSON.stringify([{ result: 'works' }, { call: 'all', suggestion: SUGGESTION }])],
])('the output of Setup: Check the API is read, %s', (_, given) => {
	expect(readDialect(given).differences).toEqual(SUGGESTION);
});

describe('refused, with its place', () => {
	test.each<[string, unknown, RegExp]>([
		['a text that is no JSON', '{', /: it is not valid JSON$/],
		['a list', [], /Expected object/],
		['a text', '"x"', /Expected object/],
		['another name', { noOrders: [] }, /noOrders/],
		['another call', { calls: { card_top_up: {} } }, /calls\.card_top_up: /],
		['a part of a call', { calls: { card_topup: { url: '/x' } } }, /calls\.card_topup: .*url/],
		...['x', '//x', '/%2e%2e/x', '/x?partner_id=1', '/x#y', '/x y'].map(
			(path): [string, unknown, RegExp] => [
				`the path ${path}`,
				{ calls: { card_topup: { path } } },
				/calls\.card_topup\.path: must start with one slash/,
			],
		),
		['an empty code', { noOrder: [''] }, /noOrder/],
		['a delay below 0', { documentDelay: -1 }, /documentDelay: /],
		['two ways', { pages: { '*': { next: 'n', last: 'id', send: 's' } } }, /pages\.\*/],
		['another kind', { kind: { words: { payout: 'payouts' } } }, /kind\.words\.payout/],
		['a suggestion', [{ suggestion: { keys: [] } }], /keys/],
	])('%s', (_what, given, place) => {
		expect(problemOf(given)).toMatch(/^API Differences: /);
		expect(problemOf(given)).toMatch(place);
	});
});

describe('a word belongs to the meaning that the operator gave it', () => {
	const CLOSED = [
		...['expired', 'declined', 'refunded', 'reversed', 'error', 'fail', 'failure', 'unsuccessful'],
		...['refused', 'denied', 'blocked', 'aborted', 'voided', 'returned', 'revoked'],
	];
	const LISTS = {
		failedStatuses: ['failed', 'cancelled'],
		terminalStatuses: ['completed', 'done'],
		standingStatuses: ['pending', 'processing', 'completed', 'done'],
		unclearStatuses: ['canceled', 'rejected', ...CLOSED],
	};

	test.each<[Partial<Dialect>, Partial<typeof LISTS>]>([
		[{}, {}],
		[{ failedStatuses: ['failed'] }, {}],
		[{ failedStatuses: ['void'] }, { failedStatuses: ['void', 'failed', 'cancelled'] }],
		[
			{ failedStatuses: ['done', 'rejected'] },
			{
				failedStatuses: ['done', 'rejected', 'failed', 'cancelled'],
				terminalStatuses: ['completed'],
				standingStatuses: ['pending', 'processing', 'completed'],
				unclearStatuses: ['canceled', ...CLOSED],
			},
		],
		[
			{ unclearStatuses: ['cancelled'] },
			{ failedStatuses: ['failed'], unclearStatuses: ['cancelled', ...LISTS.unclearStatuses] },
		],
		[
			{ standingStatuses: ['cancelled'] },
			{ failedStatuses: ['failed'], standingStatuses: ['cancelled', ...LISTS.standingStatuses] },
		],
		// An order can exist and be over.
		[{ terminalStatuses: ['pending'] }, { terminalStatuses: ['pending', 'completed', 'done'] }],
	])('%j', (differences, changed) => {
		expect(dialectOf(differences)).toMatchObject({ ...LISTS, ...changed });
	});
});
