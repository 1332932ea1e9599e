import { Newest } from '../../partner-api/newest';

test('remembers the newest, forgets the oldest first', () => {
	const newest = new Newest<number>(2);
	newest.set('a', 1).set('b', 2).set('c', 3);
	expect([...newest]).toEqual([
		['b', 2],
		['c', 3],
	]);
});

test('what is set again takes no further room, and is new again', () => {
	const newest = new Newest<number>(2);
	newest.set('a', 1).set('b', 2).set('a', 3).set('c', 4);
	expect([...newest]).toEqual([
		['a', 3],
		['c', 4],
	]);
});
