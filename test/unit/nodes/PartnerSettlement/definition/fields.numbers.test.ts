// How whole and broken numbers of an operator are read.
import type { IExecuteFunctions } from 'n8n-workflow';
import {
	count,
	type Field,
	field,
	time,
} from '../../../../../nodes/PartnerSettlement/definition/fields';
import { checkedOrder } from '../../../../../nodes/PartnerSettlement/definition/free-body';
import { readOptionsIn } from '../../../../../nodes/PartnerSettlement/run/call-options';
import { readLimit } from '../../../../../nodes/PartnerSettlement/run/parameters';
import { Parameters } from '../../../../../nodes/PartnerSettlement/run/parameters';
import { type JsonValue, readInteger } from '../../../../../partner-api';

const INFO = { description: '' };

type Read = (value: JsonValue) => unknown;

/** Where an operator gives a whole number. */
const WHOLE: Record<string, Read> = {
	Quantity: (value) => valueOf(count('x', INFO), value),
	'a quantity in a body': (value) => checkedOrder({ quantity: value }, 'Body').quantity,
	'Check ID': (value) => valueOf(field('x', { ...INFO, read: readInteger }), value),
	Limit: (value) => readLimit(parametersWith(value), 0),
	'Items at Once': (value) => readOptionsIn({ concurrency: value }).concurrency,
	Retries: (value) => readOptionsIn({ retries: value }).retries,
	'Batch Size': (value) => readOptionsIn({ batchSize: value }).batchSize,
	'unix seconds': (value) => valueOf(time('x', INFO), value),
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
