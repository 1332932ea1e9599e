// What each kind of field takes, refuses and sends.
import {
	amount,
	camelCase,
	choice,
	count,
	type Field,
	field,
	flag,
	json,
	time,
	titleCase,
} from '../../../../../nodes/PartnerSettlement/definition/fields';
import { locator } from '../../../../../nodes/PartnerSettlement/definition/choices';
import {
	checkExtId,
	InputError,
	type JsonValue,
	readInteger,
	readJsonArray,
	stringifyJson,
} from '../../../../../partner-api';

const INFO = { description: 'of a test' };
const NETWORKS = { eth: 'Ethereum', btc: 'Bitcoin' };

function sent(field: Field, value: unknown): string {
	return stringifyJson({ value: field.read(value) });
}

const written = (value: JsonValue): string => stringifyJson({ value });

/** A value that is taken, and what is sent for it. */
type Taken = [given: unknown, value: JsonValue];

/** Sent as it was given. */
const asItIs = (value: JsonValue): Taken => [value, value];

const FIELDS: [string, Field, Taken[], unknown[]][] = [
	['text', field('card_id', INFO), [asItIs('card-1'), [7, '7']], [true, {}, ['card-1']]],
	[
		'external id',
		field('ext_id', { ...INFO, read: checkExtId }),
		[asItIs('order-1'), [' a ', 'a'], [7, '7']],
		[{}, true, 2 ** 60, 'x'.repeat(129)],
	],
	[
		'amount',
		amount('amount', INFO),
		[asItIs('12.50'), [25, '25'], [' 1.0 ', '1.0']],
		['0', '-1', '1,5', 'all', 0.1 + 0.2],
	],
	[
		'integer',
		field('id', { ...INFO, read: readInteger }),
		[['42', 42], asItIs(42), ['-1', -1]],
		['1.5', 1.5, 'x', 2 ** 60, {}],
	],
	['count', count('quantity', INFO), [asItIs(1), ['5', 5]], [0, -1, 1.5, 'many', '1.5', [], true]],
	[
		'choice',
		choice('network', NETWORKS, INFO),
		[asItIs('eth'), asItIs('btc')],
		['ETH', 'Ethereum', 'toString', 1],
	],
	[
		'locator',
		locator('card_id', { ...INFO, list: 'searchCards' }),
		[asItIs('card-1'), [' card-1 ', 'card-1'], [7, '7'], [101, '101']],
		[true, {}, ['card-1'], { mode: 'id', value: 'card-1' }],
	],
	[
		'integer locator',
		locator('id', { ...INFO, list: 'searchCardProducts', read: readInteger }),
		[['42', 42], asItIs(42)],
		['1.5', 'x', 2 ** 60, {}],
	],
	['flag', flag('refresh', INFO), [asItIs(true), asItIs(false)], ['true', 1, {}]],
	[
		'JSON object',
		json('body', INFO),
		[asItIs({ a: 1 }), ['{"a":1}', { a: 1 }]],
		['[1]', '{', [1], 7],
	],
	[
		'JSON array',
		json('items', { ...INFO, default: '[]', read: readJsonArray }),
		[asItIs([1]), ['[1]', [1]]],
		['{}', '[', {}, 7],
	],
	[
		'time',
		time('from', INFO),
		[
			asItIs('2026-01-31T00:00:00Z'),
			asItIs('2026-01-31T00:00:00.5+01:00'),
			asItIs('2026-01-31t00:00:00z'),
			asItIs('2026-01-31T00:00:00-00:00'),
			asItIs('2028-02-29T23:59:59.123456789Z'),
			asItIs('2016-12-31T23:59:60Z'),
			asItIs('1990-12-31T15:59:60.25-08:00'),
			['1769817600', 1769817600],
			asItIs(1769817600),
		],
		[
			1769817600000,
			'1769817600000',
			'2026-02-30',
			'2026-1-31',
			'31.1.2026',
			'2026-13-01T00:00:00Z',
			'2026-02-30T00:00:00Z',
			'2026-02-29T00:00:00Z',
			'2026-01-01T00:00Z',
			'2026-01-01T00:00:00+0200',
			'2026-01-01T00:00:00+02',
			'2026-01-01T00:00:00+24:00',
			'2026-02-30T00:00:00',
			'2026-01-01T24:00:00',
			'2026-01-01 00:00:00',
			'2026-01-01 00:00:00Z',
			'2026-01-01T24:00:00Z',
			'2026-01-01T00:00:60Z',
			'2026-01-01T00:60:00Z',
			'2026-01-01T00:00:00.Z',
			'+002026-01-01T00:00:00Z',
			{},
		],
	],
];

describe.each(FIELDS)('%s', (_kind, field, good, bad) => {
	test('takes what is right', () => {
		expect(good.map(([given]) => sent(field, given))).toEqual(
			good.map(([, value]) => written(value)),
		);
	});

	test('refuses what is not, by the name of the parameter', () => {
		for (const value of bad) {
			expect(() => field.read(value)).toThrow(InputError);
			expect(() => field.read(value)).toThrow(new RegExp(`^${field.displayName} `));
		}
	});

	test('leaves out what was not given', () => {
		for (const nothing of [undefined, null, '', '  ']) {
			expect(field.read(nothing)).toBeUndefined();
		}
	});
});

test('a required field that is empty is refused by name', () => {
	const one = field('card_id', { ...INFO, required: true });
	for (const nothing of [undefined, null, '', ' \n']) {
		expect(() => one.read(nothing)).toThrow('Card ID is empty');
	}
});

test.each([
	['to_address', 'toAddress', 'To Address'],
	['card_id', 'cardId', 'Card ID'],
	['iccid', 'iccid', 'ICCID'],
	['<svc>_product_id', 'svcProductId', 'Svc Product ID'],
	['callback_url', 'callbackUrl', 'Callback URL'],
])('%s is the parameter %s, shown as %s', (name, parameter, label) => {
	expect(camelCase(name)).toBe(parameter);
	expect(titleCase(name)).toBe(label);
});
