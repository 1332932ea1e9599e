import fc from 'fast-check';

import { CLEAR_RECORD } from './support';

/** What a field of a record may turn out to be. */
const oddValue: fc.Arbitrary<unknown> = fc.oneof(
	fc.jsonValue(),
	fc.constantFrom<unknown>(null, '', ' ', 'NaN', 'Infinity', '-Infinity', 'null', 'true', 'false'),
	fc.constantFrom<unknown>(0, -0, 1, -1, 24.99, 25, 1e308, 5e-324, '1e3', '+5', '0x1', '٣', '3,0'),
	fc.constantFrom<unknown>(true, false, [], {}, [false], { value: false }, 'completed', 'low'),
	fc.constantFrom('LOW', ' low ', 'none', 'high', 'exchange', 'mixer', 'ｌｏｗ', 'low\u0000'),
	fc.bigInt({ min: 0n, max: 10n ** 40n }).map(String),
	fc.integer({ min: 0, max: 60 }),
	fc.double({ noNaN: true, noDefaultInfinity: true }),
);

const FIELDS = [...Object.keys(CLEAR_RECORD), 'dominant_risk_category', 'error_code', 'error'];

/** The clear record with up to four fields changed, added or taken away; or anything at all. */
export const recordArbitrary: fc.Arbitrary<unknown> = fc.oneof(
	{
		weight: 9,
		arbitrary: fc
			.tuple(
				fc.array(fc.tuple(fc.constantFrom(...FIELDS), oddValue), { maxLength: 4 }),
				fc.subarray(FIELDS, { maxLength: 1 }),
			)
			.map(([changes, removed]) => {
				const changed: Record<string, unknown> = {
					...CLEAR_RECORD,
					...Object.fromEntries(changes),
				};
				return Object.fromEntries(
					Object.entries(changed).filter(([name]) => !removed.includes(name)),
				);
			}),
	},
	{ weight: 1, arbitrary: fc.jsonValue() },
);
