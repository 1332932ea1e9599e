/** Proves: derived keys are the same for the same order and never collide. */
import type { Operation } from '../../../../../nodes/PartnerSettlement/definition/operation';
import {
	deriveExtId,
	type ExtIdSource,
	isAutomaticKey,
} from '../../../../../nodes/PartnerSettlement/orders/idempotency-key';

const SOURCE: ExtIdSource = {
	run: 'signature-of-a-run',
	node: '0b5c6a7e-7f0e-4c0e-9d7e-2f0b7c1d9a10',
	which: [0, 0, 0],
	resource: 'withdrawal',
	operation: 'create',
};

test('a derived key stays the same for the same parts', () => {
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

test.each(CHANGES)('a derived key differs over %j', (change) => {
	expect(deriveExtId({ ...SOURCE, ...change })).not.toBe(deriveExtId(SOURCE));
});

test('it has the form of its own operation only', () => {
	const issue = { resource: 'card', operation: 'issue' };
	expect(isAutomaticKey(deriveExtId({ ...SOURCE, ...issue }), issue as Operation)).toBe(true);
	expect(isAutomaticKey(deriveExtId(SOURCE), issue as Operation)).toBe(false);
});

test('every part of it is tried above', () => {
	const tried = new Set(CHANGES.flatMap((change) => Object.keys(change)));
	expect([...tried].sort()).toEqual(Object.keys(SOURCE).sort());
});

test('parts do not run into one another', () => {
	const keyOf = (run: string, node: string) => deriveExtId({ ...SOURCE, run, node });
	expect(keyOf('a', 'bc')).not.toBe(keyOf('ab', 'c'));
	expect(keyOf('a","b', 'c')).not.toBe(keyOf('a', 'b","c'));
});
