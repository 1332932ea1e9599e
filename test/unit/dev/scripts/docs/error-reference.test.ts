// docs/errors.md has each HTTP status once, and says what to do.
import { errorReference } from '../../../../../dev/scripts/docs/error-reference';

/** The cells of each row of its tables. */
const rows = errorReference()
	.split('\n')
	.filter((line) => line.startsWith('| '))
	.map((line) => line.split('|').map((cell) => cell.trim()));

test('each HTTP status of a call stands in it once', () => {
	const isCall = (money = ''): boolean => money !== 'not sent';
	const statuses = rows
		.filter(([, , , money]) => isCall(money))
		.flatMap(([, name = '']) => /^\d+$/.exec(name) ?? []);
	expect(statuses).toContain('408');
	expect(statuses).toEqual([...new Set(statuses)]);
});

test('each error says what to do', () => {
	expect(rows.filter(([, , , , toDo]) => toDo === '').map(([, name]) => name)).toEqual([]);
});
