// The crash test has the same weather each time, strikes both sides alike, and counts what was paid and what was said of it.
import { Faults } from '../../../../dev/sandbox/http/faults';
import { DIES_AT, rowsOf, rulesFor, weather } from '../../../../dev/crash-test/weather';
import { type Ended, paymentsOf, tableOf } from '../../../../dev/crash-test/count';

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

describe('the counts', () => {
	const book = (extId: string, address: string, status: 'completed' | 'failed' = 'completed') => ({
		...{ extId, status, facts: { to_address: address } },
	});

	test('a payment is an order that was completed, by its ext_id or its address', () => {
		const books = [book('a', 'T1'), book('b', 'T1'), book('c', 'T1', 'failed'), book('d', 'T2')];
		expect(['T1', 'T2', 'd', 'c', 'T3'].map((mark) => paymentsOf(books, mark))).toEqual([
			2, 1, 1, 0, 0,
		]);
	});

	/** The row of all, without its name. */
	function cellsOf(...runs: Ended[][]): string[] {
		const [last = ''] = tableOf(runs).split('\n').slice(-1);
		return last
			.split('|')
			.slice(2, -1)
			.map((cell) => cell.trim());
	}

	const ended = (payments: number, said?: string, metFault = false): Ended => ({
		...{ part: 'list', payments, said, metFault },
	});

	test.each<[string, Ended, string[]]>([
		['paid and said so', ended(1, 'paid'), ['1', '0', '1', '0', '0', '0']],
		['paid twice and said so', ended(2, 'paid'), ['1', '0', '1', '1', '0', '0']],
		['paid, said to have failed', ended(1, 'failed', true), ['1', '1', '1', '0', '1', '0']],
		['paid, nothing said', ended(1), ['1', '0', '1', '0', '1', '0']],
		['paid, left unknown', ended(1, 'unknown'), ['1', '0', '1', '0', '0', '1']],
		['not paid and said so', ended(0, 'failed'), ['1', '0', '0', '0', '0', '0']],
		['not paid, said to be', ended(0, 'paid'), ['1', '0', '0', '0', '1', '0']],
		['not paid, nothing said', ended(0), ['1', '0', '0', '0', '0', '0']],
	])('%s', (_, one, cells) => {
		expect(cellsOf([one])).toEqual(cells);
	});

	test('runs that differ have a range, and each part has a row', () => {
		const runs = [[ended(1, 'paid')], [ended(2, 'paid')], [ended(1, 'failed')]];
		expect(cellsOf(...runs)).toEqual(['1', '0', '1', '0 to 1', '0 to 1', '0']);
		const names = tableOf(runs)
			.split('\n')
			.map((line) => line.split('|')[1]?.trim());
		expect(names.slice(2)).toEqual(['invoices', 'cards', 'list', 'events', 'agent', 'all']);
	});
});
