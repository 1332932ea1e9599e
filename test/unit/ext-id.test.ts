import { InputError } from '../../partner-api/errors';
import { checkExtId, contentExtId, deriveExtId, type ExtIdSource } from '../../partner-api/ext-id';

const SOURCE: ExtIdSource = {
	run: 'signature-of-a-run',
	nodeId: '0b5c6a7e-7f0e-4c0e-9d7e-2f0b7c1d9a10',
	pass: 0,
	itemIndex: 0,
	resource: 'withdrawal',
	operation: 'create',
};

describe('a derived key', () => {
	test('stays the same for the same parts', () => {
		expect(deriveExtId({ ...SOURCE })).toBe(deriveExtId(SOURCE));
	});

	const CHANGES: Partial<ExtIdSource>[] = [
		{ run: 'another-run' },
		{ nodeId: 'another-node' },
		{ pass: 1 },
		{ itemIndex: 1 },
		{ resource: 'card' },
		{ operation: 'issue' },
	];

	test.each(CHANGES)('differs over %j', (change) => {
		expect(deriveExtId({ ...SOURCE, ...change })).not.toBe(deriveExtId(SOURCE));
	});

	test('every part of it is tried above', () => {
		expect(CHANGES.flatMap((change) => Object.keys(change)).sort()).toEqual(
			Object.keys(SOURCE).sort(),
		);
	});

	test('parts do not run into one another', () => {
		const keys = [
			{ pass: 1, itemIndex: 11 },
			{ pass: 11, itemIndex: 1 },
			{ run: 'a', nodeId: 'bc' },
			{ run: 'ab', nodeId: 'c' },
			{ run: 'a","b', nodeId: 'c' },
			{ run: 'a', nodeId: 'b","c' },
		].map((change) => deriveExtId({ ...SOURCE, ...change }));
		expect(new Set(keys).size).toBe(keys.length);
	});

	test('keeps a thousand items apart', () => {
		const keys = Array.from({ length: 1000 }, (_, itemIndex) =>
			deriveExtId({ ...SOURCE, itemIndex }),
		);
		expect(new Set(keys).size).toBe(1000);
	});

	test('tells the operation and nothing of the run', () => {
		const key = deriveExtId(SOURCE);
		expect(key).toMatch(/^n8n-withdrawal-create-[0-9a-f]{32}$/);
		expect(key).not.toContain(SOURCE.run);
		expect(key).not.toContain(SOURCE.nodeId);
	});
});

describe("an operator's own key (section 1, rule 8)", () => {
	test.each([
		['one character', 'a'],
		['128 characters', 'x'.repeat(128)],
		['128 emoji, which are 256 UTF-16 units', '🪙'.repeat(128)],
		['white space inside', 'order 1042'],
		['text that looks like a number', '00042'],
	])('%s: handed on as given', (_name, key) => {
		expect(checkExtId(key, 'Custom Key')).toBe(key);
	});

	test('a number is written out', () => {
		expect(checkExtId(1042, 'Custom Key')).toBe('1042');
	});

	test.each([
		['129 characters', 'x'.repeat(129)],
		['129 emoji', '🪙'.repeat(129)],
	])('%s: too long', (_name, key) => {
		expect(() => checkExtId(key, 'Custom Key')).toThrow(
			'Custom Key has 129 characters, 128 is the most',
		);
	});

	test.each(['a\ud83d', '\ude00', 'a\ud83d b'])('%j: half a character', (key) => {
		expect(() => checkExtId(key, 'Custom Key')).toThrow('Custom Key holds half a character');
	});

	test.each(['', '   ', '\n', undefined, null, {}, [], true])('%p: empty', (key) => {
		expect(() => checkExtId(key, 'Custom Key')).toThrow(InputError);
		expect(() => checkExtId(key, 'Custom Key')).toThrow('Custom Key is empty');
	});
});

test('by what is ordered: the same for an agent that calls again, another for another order', () => {
	const call = { run: 'r', nodeId: 'n', itemIndex: 0, resource: 'card', operation: 'issue' };
	const first = deriveExtId({ ...call, pass: 0, content: '{"a":1}' });
	expect(deriveExtId({ ...call, pass: 7, content: '{"a":1}' })).toBe(first);
	expect(deriveExtId({ ...call, pass: 0, content: '{"a":2}' })).not.toBe(first);
	expect(deriveExtId({ ...call, pass: 0 })).not.toBe(first);
});

test("an operator's own key with what is ordered: the same for the same order under the same key", () => {
	const key = contentExtId('customer-7', '{"a":1}');
	expect(key).toMatch(/^customer-7-[0-9a-f]{16}$/);
	expect(contentExtId('customer-7', '{"a":1}')).toBe(key);
	expect(contentExtId('customer-7', '{"a":2}')).not.toBe(key);
});
