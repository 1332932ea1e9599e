// What each kind of field takes, refuses and sends; how whole numbers and fractions are read.
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
} from '../../../../../nodes/PartnerSettlement/definition/fields';
import { locator } from '../../../../../nodes/PartnerSettlement/definition/choices';
import {
	checkExtId,
	InputError,
	type JsonValue,
	readInteger,
	readJsonArray,
	stringifyJson,
	textOf,
} from '../../../../../partner-api';
import { checkedOrder } from '../../../../../nodes/PartnerSettlement/definition/free-body';
import { readOptionsIn } from '../../../../../nodes/PartnerSettlement/run/call-options';
import { Parameters, readLimit } from '../../../../../nodes/PartnerSettlement/run/parameters';
import { giftCardPurchase } from '../../../../../nodes/PartnerSettlement/operations/giftCard/purchase';

const INFO = { description: 'of a test' };
const NETWORKS = { eth: 'Ethereum', btc: 'Bitcoin' };

function sent(field: Field, value: unknown): string {
	return stringifyJson({ value: field.read(value) });
}

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
			...['2026-01-31T00:00:00Z', '2026-01-31T00:00:00.5+01:00'].map(asItIs),
			...['2026-01-31t00:00:00z', '2026-01-31T00:00:00-00:00'].map(asItIs),
			...['2028-02-29T23:59:59.123456789Z', '2016-12-31T23:59:60Z'].map(asItIs),
			...['1990-12-31T15:59:60.25-08:00', 1769817600].map(asItIs),
			['1769817600', 1769817600],
		],
		[
			...[1769817600000, '1769817600000', '2026-02-29T00:00:00Z', '2026-01-01T00:00Z', {}],
			...['2026-01-01T00:00:00+0200', '2026-01-01T00:00:00+24:00'],
			...['2026-01-01 00:00:00Z', '2026-01-01T24:00:00Z'],
		],
	],
];

describe.each(FIELDS)('%s', (_kind, field, good, bad) => {
	test('takes what is right, refuses the rest by its name, and leaves out what was not given', () => {
		expect(good.map(([given]) => sent(field, given))).toEqual(
			good.map(([, value]) => stringifyJson({ value })),
		);
		for (const value of bad) {
			expect(() => field.read(value)).toThrow(InputError);
			expect(() => field.read(value)).toThrow(new RegExp(`^${field.displayName} `));
		}
		for (const nothing of [undefined, null, '', '  ']) expect(field.read(nothing)).toBeUndefined();
	});
});

test('a required field that is empty is refused by name', () => {
	const one = field('card_id', { ...INFO, required: true });
	for (const nothing of [undefined, null, '', ' \n'])
		expect(() => one.read(nothing)).toThrow('Card ID is empty');
});

test('the name of a field of the API gives its parameter', () => {
	const names = ['to_address', 'card_id', '<svc>_product_id'];
	expect(names.map(camelCase)).toEqual(['toAddress', 'cardId', 'svcProductId']);
});

const PLAIN = { description: '' };

type Read = (value: JsonValue) => unknown;

/** Where an operator gives a whole number. */
const WHOLE: Record<string, Read> = {
	Quantity: (value) => count('x', PLAIN).read(value),
	'a quantity in a body': (value) => checkedOrder({ quantity: value }, 'Body').quantity,
	'Check ID': (value) => field('x', { ...PLAIN, read: readInteger }).read(value),
	Limit: (value) => readLimit(parametersWith(value), 0),
	'Items at Once': (value) => readOptionsIn({ concurrency: value }).concurrency,
	Retries: (value) => readOptionsIn({ retries: value }).retries,
	'Batch Size': (value) => readOptionsIn({ batchSize: value }).batchSize,
	'unix seconds': (value) => time('x', PLAIN).read(value),
};
const SECONDS: Record<string, Read> = {
	Timeout: (value) => readOptionsIn({ timeout: value }).timeout,
	'Poll Interval': (value) => readOptionsIn({ pollInterval: value }).pollInterval,
};
const NUMBERS = { ...WHOLE, ...SECONDS };

/** A list with this Limit. */
function parametersWith(limit: JsonValue): Parameters {
	const values: Record<string, JsonValue> = { returnAll: false, limit };
	const getNodeParameter = (name: string) => values[name];
	return new Parameters({ getNodeParameter } as unknown as IExecuteFunctions);
}

const BAD: JsonValue[] = [
	...['0x10', '0b11', '0o7', '1e1', '1E1', '+2', '1_0', '1,0', '1 0', '1.', '.5', '２'],
	...['2n', 'Infinity', 'NaN', 'two', true, [2], {}, 1e21, Number.NaN, Infinity],
];

describe.each(Object.entries(NUMBERS))('%s', (name, read) => {
	test.each([2, '2'])('is read from %p', (given) => {
		expect(Number(read(given))).toBe(2);
	});

	const fractions = name in WHOLE ? ['2.0', '2.5', 2.5] : [];
	// An id may have a sign.
	const signed = name === 'Check ID' ? [] : ['-2', -2];
	test.each<JsonValue>([...BAD, ...fractions, ...signed])('is not read from %p', (given) => {
		expect(() => read(given)).toThrow();
	});
});

test.each(Object.entries(SECONDS))('%s may be a fraction', (_, read) => {
	expect([read(1.5), read('1.5'), read(100 / 30)]).toEqual([1.5, 1.5, 100 / 30]);
});

describe('times without a time zone', () => {
	const FROM = time('from', { description: '' });
	const TO = time('to', { description: '' }, true);
	const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.999)?(Z|[+-]\d\d:\d\d)$/;

	/** All but one change their clocks, three of them at midnight. */
	const ZONES = [
		...['Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu'],
		...['Africa/Cairo', 'America/Havana', 'Asia/Beirut'],
	];
	const DAYS = Array.from({ length: 366 }, (_, day) =>
		new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10),
	);

	/** The moment that is sent. */
	function instant(field: typeof FROM, given: string, zone: string): number {
		const sent = textOf(field.read(given, () => zone));
		expect(sent).toMatch(RFC3339);
		return Date.parse(sent);
	}

	test.each(ZONES)(
		'%s: a day begins where it begins there, and ends where the next begins',
		(zone) => {
			const there = new Intl.DateTimeFormat('sv-SE', { timeZone: zone });
			let end = instant(TO, '2025-12-31', zone);
			for (const day of DAYS) {
				const start = instant(FROM, day, zone);
				expect([start, there.format(start)]).toEqual([end + 1, day]);
				end = instant(TO, day, zone);
				expect(there.format(end)).toBe(day);
			}
		},
	);

	const DAY = ['2026-10-24T00:00:00+02:00', '2026-10-24T23:59:59.999+02:00'] as const;
	test.each([
		// A day is picked whole.
		...['', 'T00:00', 'T00:00:00', 'T00:00:00.000'].map((at) => [`2026-10-24${at}`, ...DAY]),
		['2026-07-01T12:00:00', '2026-07-01T12:00:00+02:00', '2026-07-01T12:00:00+02:00'],
		['2026-07-01T00:00:01', '2026-07-01T00:00:01+02:00', '2026-07-01T00:00:01+02:00'],
		// Clocks are set back at 3 to 2, and forward at 2 to 3.
		['2026-10-25T02:30:00', '2026-10-25T02:30:00+02:00', '2026-10-25T02:30:00+01:00'],
		['2026-03-29T02:30:00', '2026-03-29T03:30:00+02:00', '2026-03-29T03:30:00+02:00'],
		// What has a time zone goes on as it is.
		...['2026-07-01T00:00:00Z', '2026-07-01T00:00:00-08:00', 1782864000].map((at) => [at, at, at]),
	])('%s in Berlin is %s, or to %s', (local, from, to) => {
		const zone = () => 'Europe/Berlin';
		expect([FROM.read(local, zone), TO.read(local, zone)]).toEqual([from, to]);
	});
});

test('a value of the form of a gift card that changes by itself is read once, and an empty one is none', () => {
	let reads = 0;
	const [form] = giftCardPurchase.fields.filter(
		({ parameter }) => parameter === 'requiredFieldsForm',
	);
	const read = form?.read({ sum: { toJSON: () => (reads += 1) }, note: '' });
	expect(JSON.stringify([read, read])).toBe('[{"sum":1},{"sum":1}]');
});
