import { Recent } from '../../nodes/PartnerSettlementTrigger/recent';

function reader() {
	let readings = 0;
	return () => Promise.resolve((readings += 1));
}

test('those who ask at once or soon share one reading, later ones do not', async () => {
	let now = 0;
	const recent = new Recent<number>(5_000, () => now);
	const read = reader();
	expect(await Promise.all([recent.get('a', read), recent.get('a', read)])).toEqual([1, 1]);
	now = 4_999;
	expect(await recent.get('a', read)).toBe(1);
	now = 5_000;
	expect(await recent.get('a', read)).toBe(2);
});

test('keys are apart, and what is renewed replaces what was kept', async () => {
	const recent = new Recent<number>(5_000, () => 0);
	const read = reader();
	expect(await recent.get('a', read)).toBe(1);
	expect(await recent.get('b', read)).toBe(2);
	expect(await recent.renew('a', read)).toBe(3);
	expect(await recent.get('a', read)).toBe(3);
});

test('a failed reading is tried again', async () => {
	const recent = new Recent<number>(5_000, () => 0);
	await expect(recent.get('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
	expect(await recent.get('a', reader())).toBe(1);
});
