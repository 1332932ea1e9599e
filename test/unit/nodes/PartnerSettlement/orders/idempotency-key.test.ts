/** Proves: derived keys are the same for the same order and never collide. */
import {
	deriveExtId,
	type ExtIdSource,
} from '../../../../../nodes/PartnerSettlement/orders/idempotency-key';

const SOURCE: ExtIdSource = {
	run: 'signature-of-a-run',
	node: '0b5c6a7e-7f0e-4c0e-9d7e-2f0b7c1d9a10',
	which: [0, 0, 0],
	resource: 'withdrawal',
	operation: 'create',
};

describe('a derived key', () => {
	test('stays the same for the same parts', () => {
		expect(deriveExtId({ ...SOURCE })).toBe(deriveExtId(SOURCE));
	});

	const CHANGES: Partial<ExtIdSource>[] = [
		{ run: 'another-run' },
		{ node: 'another-node' },
		{ which: [1, 0, 0] },
		{ which: [0, 1, 0] },
		{ which: [0, 0, 1] },
		{ which: ['0', 0, 0] },
		{ resource: 'card' },
		{ operation: 'issue' },
	];

	test.each(CHANGES)('differs over %j', (change) => {
		expect(deriveExtId({ ...SOURCE, ...change })).not.toBe(deriveExtId(SOURCE));
	});

	test('every part of it is tried above', () => {
		const tried = new Set(CHANGES.flatMap((change) => Object.keys(change)));
		expect([...tried].sort()).toEqual(Object.keys(SOURCE).sort());
	});

	test('parts do not run into one another', () => {
		const keys = [
			{ which: [1, 11, 0] },
			{ which: [11, 1, 0] },
			{ which: [11, 10] },
			{ which: ['11,10'] },
			{ run: 'a', node: 'bc' },
			{ run: 'ab', node: 'c' },
			{ run: 'a","b', node: 'c' },
			{ run: 'a', node: 'b","c' },
		].map((change) => deriveExtId({ ...SOURCE, ...change }));
		expect(new Set(keys).size).toBe(keys.length);
	});

	test('tells the operation and nothing of the run', () => {
		const key = deriveExtId(SOURCE);
		expect(key).toMatch(/^n8n-withdrawal-create-[0-9a-f]{32}$/);
		expect(key).not.toContain(SOURCE.run);
		expect(key).not.toContain(SOURCE.node);
	});
});
