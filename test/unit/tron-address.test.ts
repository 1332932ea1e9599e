import fc from 'fast-check';
import { tronAddress } from '../../partner-api';

const GOOD = 'TCzq6m2zxnQkrZrf8cqYcK6bbXQYAfWYKC';
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

test('a TRON address is handed on as given', () => {
	expect(tronAddress(GOOD, 'To Address')).toBe(GOOD);
});

test('one wrong character is found', () => {
	fc.assert(
		fc.property(
			fc.nat(GOOD.length - 1),
			fc.constantFrom(...BASE58.split('')),
			(place, character) => {
				fc.pre(GOOD[place] !== character);
				const typo = GOOD.slice(0, place) + character + GOOD.slice(place + 1);
				expect(() => tronAddress(typo, 'To Address')).toThrow('To Address is not a TRON address');
			},
		),
	);
});

test.each([
	['of Bitcoin', '149w62rY42aZBox8fGcmqNsXUzSStKeq8C'],
	['of Ethereum', '0x098B716B8Aaf21512996dC57EB0615e2383E2f96'],
	['too short', GOOD.slice(0, -1)],
	['empty', ''],
])('an address %s is none', (_, address) => {
	expect(() => tronAddress(address, 'To Address')).toThrow('is not a TRON address');
});
