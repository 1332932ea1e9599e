import { Recent } from '../../nodes/PartnerSettlementTrigger/recent';

const LIFETIME_MS = 5_000;
const PAUSE_MS = 1_000;

function reader() {
	let readings = 0;
	return () => Promise.resolve((readings += 1));
}

function newRecent() {
	const clock = { now: 0 };
	const recent = new Recent<number>(LIFETIME_MS, PAUSE_MS, () => clock.now);
	return { clock, recent };
}

test('those who ask at once or soon share one reading, later ones do not', async () => {
	const { clock, recent } = newRecent();
	const read = reader();
	expect(await Promise.all([recent.get('a', read), recent.get('a', read)])).toEqual([1, 1]);
	clock.now = LIFETIME_MS - 1;
	expect(await recent.get('a', read)).toBe(1);
	clock.now = LIFETIME_MS;
	expect(await recent.get('a', read)).toBe(2);
});

test('keys are apart, and what is renewed replaces what was kept', async () => {
	const { recent } = newRecent();
	const read = reader();
	expect(await recent.get('a', read)).toBe(1);
	expect(await recent.get('b', read)).toBe(2);
	expect(await recent.renew('a', read)).toBe(3);
	expect(await recent.get('a', read)).toBe(3);
	expect(await recent.get('b', read)).toBe(2);
});

test('however often it is renewed, there is one reading until the pause is over', async () => {
	const { clock, recent } = newRecent();
	const read = reader();
	const renewAll = () => Promise.all(Array.from({ length: 100 }, () => recent.renew('a', read)));
	expect(new Set(await renewAll())).toEqual(new Set([1]));
	clock.now = PAUSE_MS - 1;
	expect(new Set(await renewAll())).toEqual(new Set([1]));
	clock.now = PAUSE_MS;
	expect(new Set(await renewAll())).toEqual(new Set([2]));
});

test('a failed reading is shared, and tried again after the pause', async () => {
	const { clock, recent } = newRecent();
	const fail = () => Promise.reject(new Error('no'));
	await expect(recent.get('a', fail)).rejects.toThrow('no');
	const read = reader();
	await expect(recent.get('a', read)).rejects.toThrow('no');
	await expect(recent.renew('a', read)).rejects.toThrow('no');
	clock.now = PAUSE_MS;
	expect(await recent.get('a', read)).toBe(1);
});
