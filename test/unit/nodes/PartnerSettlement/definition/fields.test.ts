// What each kind of field takes, refuses and sends; how whole and broken numbers of an operator are read.
import type { IExecuteFunctions } from 'n8n-workflow';
import {
	amount,
	camelCase,
	choice,
	count,
	field,
	type Field,
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
import { checkedOrder } from '../../../../../nodes/PartnerSettlement/definition/free-body';
import { readOptionsIn } from '../../../../../nodes/PartnerSettlement/run/call-options';
import { Parameters, readLimit } from '../../../../../nodes/PartnerSettlement/run/parameters';

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

const PLAIN = { description: '' };

type Read = (value: JsonValue) => unknown;

/** Where an operator gives a whole number. */
const WHOLE: Record<string, Read> = {
	Quantity: (value) => valueOf(count('x', PLAIN), value),
	'a quantity in a body': (value) => checkedOrder({ quantity: value }, 'Body').quantity,
	'Check ID': (value) => valueOf(field('x', { ...PLAIN, read: readInteger }), value),
	Limit: (value) => readLimit(parametersWith(value), 0),
	'Items at Once': (value) => readOptionsIn({ concurrency: value }).concurrency,
	Retries: (value) => readOptionsIn({ retries: value }).retries,
	'Batch Size': (value) => readOptionsIn({ batchSize: value }).batchSize,
	'unix seconds': (value) => valueOf(time('x', PLAIN), value),
};
const SECONDS: Record<string, Read> = {
	Timeout: (value) => readOptionsIn({ timeout: value }).timeout,
	'Poll Interval': (value) => readOptionsIn({ pollInterval: value }).pollInterval,
};
const NUMBERS = { ...WHOLE, ...SECONDS };

function valueOf(field: Field, value: JsonValue) {
	return field.read(value);
}

/** A list with this Limit. */
function parametersWith(limit: JsonValue): Parameters {
	const values: Record<string, JsonValue> = { returnAll: false, limit };
	const getNodeParameter = (name: string) => values[name];
	return new Parameters({ getNodeParameter } as unknown as IExecuteFunctions);
}

describe.each(Object.entries(NUMBERS))('%s', (_, read) => {
	test.each([2, '2'])('is read from %p', (given) => {
		expect(Number(read(given))).toBe(2);
	});

	test.each<JsonValue>([
		...['0x10', '0b11', '0o7', '1e1', '1E1', '+2', '1_0', '1,0', '1 0', '1.', '.5', '２'],
		...['2n', 'Infinity', 'NaN', 'two', true, [2], {}, 1e21, Number.NaN, Infinity],
	])('is not read from %p', (given) => {
		expect(() => read(given)).toThrow();
	});
});

// An id may have a sign.
const UNSIGNED = Object.entries(NUMBERS).filter(([name]) => name !== 'Check ID');

test.each(UNSIGNED)('%s is never less than nothing', (_, read) => {
	for (const given of ['-2', -2]) expect(() => read(given)).toThrow();
});

describe.each(Object.entries(WHOLE))('%s', (_, read) => {
	test.each(['2.0', '2.5', 2.5])('is no broken number: %p', (given) => {
		expect(() => read(given)).toThrow();
	});
});

test.each(Object.entries(SECONDS))('%s may be a broken number', (_, read) => {
	expect([read(1.5), read('1.5'), read(100 / 30)]).toEqual([1.5, 1.5, 100 / 30]);
});
