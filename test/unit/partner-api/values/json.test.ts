// Every digit of a number comes in and goes out, and JSON that proves nothing is refused.
import fc from 'fast-check';
import { InputError } from '../../../../partner-api/errors';
import {
	parseJson,
	readInteger,
	readJsonArray,
	readJsonObject,
	stringifyJson,
} from '../../../../partner-api/values/json';
import { errorIn } from '../../support/error-in';

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
/** Around 2^53, where a double starts to skip integers, but has every second one. */
const nearLimit = fc.bigInt({ min: 2n ** 53n - 100n, max: 2n ** 53n + 100n });
/** Large round numbers, which a double prints right although its value is another. */
const round = fc
	.tuple(fc.bigInt({ min: 1n, max: 999_999n }), fc.integer({ min: 10, max: 12 }))
	.map(([digits, zeros]) => digits * 10n ** BigInt(zeros));
const integers = fc.oneof(int64, nearLimit, round);

function idOf(json: unknown): string | number {
	const { id } = json as { id: unknown };
	if (typeof id === 'string' || typeof id === 'number') return id;
	throw new Error('The id is neither a text nor a number');
}

test('integers of up to 64 bits are a number where it is exact and safe, else a text, and go out as they came', () => {
	fc.assert(
		fc.property(integers, (id) => {
			const received = idOf(parseJson(`{"id":${String(id)}}`));
			expect(typeof received).toBe(Number.isSafeInteger(Number(id)) ? 'number' : 'string');
			expect(stringifyJson({ id: readInteger(received, 'ID') })).toBe(`{"id":${String(id)}}`);
			const typed = `{"items":[{"id":${String(id)}}]}`;
			expect(stringifyJson(readJsonObject(typed, 'Body'))).toBe(typed);
		}),
		{ numRuns: 300 },
	);
});

describe('other JSON', () => {
	test('without long numbers and exponents is read as JSON.parse reads it', () => {
		const special = /__proto__|\d{16}|\de/;
		const jsonText = fc.json({ maxDepth: 4 }).filter((text) => !special.test(text));
		fc.assert(
			fc.property(jsonText, (text) => {
				expect(JSON.stringify(parseJson(text))).toBe(JSON.stringify(JSON.parse(text)));
			}),
		);
	});

	test('a member named __proto__ is a member like others', () => {
		const parsed = parseJson('{"__proto__":{"status":"completed"},"a":1}') as object;
		expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype);
		expect('status' in parsed).toBe(false);
	});

	test.each(['', '{', '{"a":1', '[1,]', 'nul', '<html>', '{"a":1}}', "{'a':1}", 'NaN', '01'])(
		'%j is not JSON',
		(text) => {
			expect(() => parseJson(text)).toThrow(SyntaxError);
		},
	);

	test.each([
		['{"a":{"b":1},"c":{"b":1},"b":[{"b":1},{"b":1}]}'],
		['{"a":"\\"b\\":1,\\"b\\":2","c":"{[,:"}'],
		['{"a\\\\":1,"a":2}'],
	])('%s holds no name twice', (text) => {
		expect(parseJson(text)).toEqual(JSON.parse(text));
	});

	test('a name that stands twice is looked for among 100,000', () => {
		const names = (many: number) =>
			`{"a":1,${Array.from({ length: many }, (_, index) => `"n${String(index)}":1`).join()},"a":2}`;
		expect(() => parseJson(names(99_998))).toThrow('it has the same name twice');
		expect(parseJson(names(99_999))).toMatchObject({ a: 2 });
	});

	test('the name of a member is no long number, and neither is what stands in a text', () => {
		const text = '{"12345678901234567890":"9 12345678901234567890"}';
		expect(parseJson(text)).toEqual(JSON.parse(text));
		expect(() => parseJson('{12345678901234567890:1}')).toThrow(SyntaxError);
		expect(() => parseJson('{12345678901234567890\n :1}')).toThrow(SyntaxError);
	});

	test('as much as an answer may have of escapes, marks or digits is read', () => {
		const many = 8_000_000;
		expect(parseJson(`"${'\\n'.repeat(many)}"`)).toHaveLength(many);
		expect(parseJson(`[${'[0],'.repeat(many / 4 - 1)}0]`)).toHaveLength(many / 4);
		expect(parseJson('1'.repeat(many))).toHaveLength(many);
	});

	test('more than 500 levels are refused, or what is below them is left out', () => {
		const deep = (levels: number) => `${'{"a":['.repeat(levels / 2)}1${']}'.repeat(levels / 2)}`;
		expect(parseJson(deep(500))).toEqual(JSON.parse(deep(500)));
		for (const levels of [502, 3_000, 200_000]) {
			expect(() => parseJson(deep(levels))).toThrow(/^it has more than 500 levels$/);
			const cut = JSON.stringify(parseJson(`[1,${deep(levels)},12345678901234567890]`, 'deep'));
			expect(cut).toContain(`[{"a":"deep"}]`);
			expect(cut).toMatch(/^\[1,.*,"12345678901234567890"\]$/);
		}
		expect(() => parseJson(`${'['.repeat(600)}${']'.repeat(600)}`)).toThrow(RangeError);
	});

	test('members without a value are left out, null is kept', () => {
		expect(stringifyJson({ a: undefined, b: null, c: [1] })).toBe('{"b":null,"c":[1]}');
	});
});

describe('what an operator types', () => {
	test.each<[unknown, string]>([
		['42', '42'],
		[' 42 ', '42'],
		[42, '42'],
		['-7', '-7'],
		['007', '7'],
		['9223372036854775807', '9223372036854775807'],
		['0009007199254740993', '9007199254740993'],
	])('the integer %j is sent as %s', (given, sent) => {
		expect(stringifyJson(readInteger(given, 'ID'))).toBe(sent);
	});

	const NOT_WHOLE = ['1.5', 1.5, '1e3', '1'.repeat(101), '0x10', '12a', '', true, [7], Number.NaN];
	test.each<[unknown, string]>([
		...[...NOT_WHOLE, Infinity].map((given): [unknown, string] => [
			given,
			'must be a whole number',
		]),
		[2 ** 53, 'is too large to be exact as a number. Enter it as text'],
	])('the integer %j is refused', (given, problem) => {
		expect(() => readInteger(given, 'ID')).toThrow(new InputError(`ID ${problem}`));
	});

	test('JSON of another kind is refused by name', () => {
		expect(() => readJsonObject('[1]', 'Body')).toThrow('Body must be a JSON object');
		expect(() => readJsonObject(null, 'Body')).toThrow('Body must be a JSON object');
		expect(() => readJsonObject('1'.repeat(20), 'Body')).toThrow('Body must be a JSON object');
		expect(() => readJsonArray('{}', 'Items')).toThrow('Items must be a JSON array');
		expect(() => readJsonObject('{', 'Body')).toThrow('Body is not valid JSON');
	});

	test('more than 500 levels are refused, as text and as a value, also of a ring', () => {
		const ring: Record<string, unknown> = {};
		ring.ring = ring;
		const deep = (levels: number) => `{"a":${'['.repeat(levels - 1)}1${']'.repeat(levels - 1)}}`;
		expect(readJsonObject(deep(500), 'Body')).toEqual(JSON.parse(deep(500)));
		for (const given of [deep(501), JSON.parse(deep(3_000)), deep(100_000), ring]) {
			expect(errorIn(() => readJsonObject(given, 'Body')).message).toBe(
				'Body has more than 500 levels',
			);
		}
	});

	test('what an expression gives is copied', () => {
		const given = { a: 1, b: [{ c: null }], d: undefined };
		const read = readJsonObject(given, 'Body');
		expect(read).toStrictEqual(given);
		expect(read.b).not.toBe(given.b);
		expect(readJsonArray([1], 'Items')).toEqual([1]);
	});

	test('a list is copied by its entries, whatever its own method would give', () => {
		const list = Object.assign([{ amount: '1' }], { map: () => [{ amount: '500' }] });
		expect(readJsonArray(list, 'Items')).toEqual([{ amount: '1' }]);
		expect(readJsonObject({ list }, 'Body')).toEqual({ list: [{ amount: '1' }] });
	});

	test('no function comes along, however deep it hides', () => {
		let reads = 0;
		const live = () => ({ amount: (reads += 1) });
		const read = readJsonObject({ a: { toJSON: { toJSON: () => live } } }, 'Body');
		expect(stringifyJson(read)).toBe(stringifyJson(read));
	});

	test('what changes by itself is read once', () => {
		let reads = 0;
		const changing = {
			[Symbol.for('lossless-json.LosslessNumber')]: true,
			toString: () => ((reads += 1) > 9 ? '1,"to_address":"another"' : '1'),
		};
		const body = {
			json: { toJSON: () => ({ amount: (reads += 1) }) },
			get own() {
				return (reads += 1);
			},
		};
		const read = readJsonObject({ body, changing }, 'Body');
		const text = stringifyJson(read);
		reads = 100;
		expect(stringifyJson(read)).toBe(text);
		expect(text).toBe('{"body":{"json":{"amount":2},"own":1},"changing":{}}');
	});
});
