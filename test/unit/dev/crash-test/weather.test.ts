// The crash test has the same weather each time, and it strikes both sides alike.
import { Faults } from '../../../../dev/sandbox/http/faults';
import { DIES_AT, rowsOf, rulesFor, weather } from '../../../../dev/crash-test/weather';

const ATTEMPTS = [1, 2, 3, 4, 5, 6, 7];
const ours = rowsOf('ours', 'card-1');
const theirs = rowsOf('theirs', 'card-2');

const weatherOf = (seed: number, order: number) =>
	ATTEMPTS.map((attempt) => weather(seed, order, attempt));

const badOrders = (seed: number) =>
	ours.flatMap(({ order }) => (weather(seed, order, 1) === undefined ? [] : [order]));

test('a seed has the same weather each time, and another seed another one', () => {
	expect(badOrders(1).slice(0, 12)).toEqual([3, 4, 6, 7, 8, 9, 12, 13, 16, 17, 18, 21]);
	expect(badOrders(2)).not.toEqual(badOrders(1));
	const kinds = new Set(ours.flatMap(({ order }) => weatherOf(1, order)));
	const known = ['429', '503', 'closed_after_commit', 'closed_before', 'timeout_after_commit'];
	expect([...kinds].sort()).toEqual([...known, undefined]);
});

test('after a good attempt there are only good ones, and at most five are bad', () => {
	for (const { order } of ours) {
		const good = weatherOf(3, order).indexOf(undefined);
		expect(good).toBeLessThanOrEqual(5);
		expect(weatherOf(3, order).slice(good)).toEqual(ATTEMPTS.slice(good).map(() => undefined));
	}
});

test('n8n is killed at the eighth order of the list, whatever the seed', () => {
	const list = ours.filter(({ part }) => part === 'list');
	expect(list[7]?.order).toBe(DIES_AT);
	expect(weatherOf(4, DIES_AT)).toEqual([
		'timeout_after_commit',
		...ATTEMPTS.slice(1).map(() => undefined),
	]);
});

test('both sides meet in the sandbox what the weather says, each by its own requests', () => {
	const faults = new Faults();
	for (const row of [...ours, ...theirs]) for (const rule of rulesFor(1, row)) faults.add(rule);
	const met = ({ mark, order }: (typeof ours)[number]) => {
		const body = JSON.stringify({ to_address: mark, ext_id: mark, order });
		return ATTEMPTS.map(() => faults.injected('POST', ['/gw/partner/withdrawals'], body)?.fault);
	};
	for (const side of [theirs, ours]) {
		for (const row of side)
			expect([row.order, met(row)]).toEqual([row.order, weatherOf(1, row.order)]);
	}
});
