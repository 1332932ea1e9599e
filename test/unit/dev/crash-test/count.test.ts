// The crash test counts what was paid and what was said of it.
import { type Ended, paymentsOf, tableOf } from '../../../../dev/crash-test/count';

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
