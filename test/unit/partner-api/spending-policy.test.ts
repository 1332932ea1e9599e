// The limits of a credential: how each is read, and what counts as none.
import { hasSpendingPolicy } from '../../../partner-api';
import { readSpendingPolicy, requireWholeLimits } from '../../../partner-api/spending-policy';
import { OTHER_TRON, TRON } from '../../support/addresses';

const NONE = {
	...{ maximumPerOrder: '', maximumPerDay: '', maximumPerMonth: '' },
	...{ keepAtLeast: '', allowedRecipients: '', clearanceHours: '' },
};
const read = (given: Partial<typeof NONE> & { clearanceRules?: unknown }) =>
	readSpendingPolicy({ ...NONE, ...given });

test('without a field, there is no limit', () => {
	expect(read({})).toEqual({});
	expect(hasSpendingPolicy({ policy: read({}) })).toBe(false);
});

test.each([
	[{ maximumPerOrder: '12.50' }, { maximumPerOrder: '12.50' }],
	[{ keepAtLeast: '0' }, { keepAtLeast: '0' }],
	[{ maximumPerMonth: '90' }, { maximumPerMonth: '90' }],
	[{ allowedRecipients: `${TRON},${OTHER_TRON}` }, { allowedRecipients: [TRON, OTHER_TRON] }],
	[
		{ allowedRecipients: `\n${TRON} ,\r\n\t${OTHER_TRON},,` },
		{ allowedRecipients: [TRON, OTHER_TRON] },
	],
	[
		{ clearanceHours: '0.5', clearanceRules: '{"reviewFromScore": "25"}' },
		{ clearance: { hours: '0.5', rules: { reviewFromScore: '25' } } },
	],
])('%j limits', (given, policy) => {
	expect(read(given)).toEqual(policy);
	expect(hasSpendingPolicy({ policy: read(given) })).toBe(true);
});

test.each([
	[{ maximumPerOrder: '0' }, /^Maximum per Order \(USDT\) must be more than 0/],
	[{ keepAtLeast: '-0.01' }, /^Keep at Least \(USDT\) must not be less than 0/],
	[{ allowedRecipients: ' , ' }, /^Allowed Recipients contains no address/],
	[
		{ allowedRecipients: `${TRON};${TRON}` },
		/^Allowed Recipients: .* is not a TRON address: it holds 2 addresses$/,
	],
	[
		{ allowedRecipients: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
		/^Allowed Recipients: .* is the USDT contract, which returns nothing$/,
	],
	[{ allowedRecipients: TRON.toLowerCase() }, /^Allowed Recipients: .* is not a TRON address/],
])('%j is refused by the name of its field', (given, message) => {
	expect(() => read(given)).toThrow(message);
});

test.each([undefined, null, ' ', '\n', '\u00a0\t'])(
	'a limit that an expression makes %j is refused',
	(value) => {
		const refused = () => requireWholeLimits({ allowedRecipients: value });
		expect(refused).toThrow(
			"The credential's Allowed Recipients is an expression without a readable value",
		);
	},
);

test.each([true, false, Number.NaN, ['5'], {}])('a limit of %j cannot be read', (value) => {
	const refused = () => requireWholeLimits({ maximumPerOrder: value });
	expect(refused).toThrow(
		"The credential's Maximum per Order (USDT) is an expression without a readable value",
	);
});

test.each(['', '1', 5, { reviewFromScore: '1' }])(
	'a limit of %j is none that was lost',
	(value) => {
		expect(() => requireWholeLimits({ clearanceRules: value })).not.toThrow();
	},
);
