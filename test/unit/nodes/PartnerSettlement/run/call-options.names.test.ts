// An error names each option as the editor does.
import { optionsOf } from '../../../../../nodes/PartnerSettlement/panel/options';
import { readOptionsIn } from '../../../../../nodes/PartnerSettlement/run/call-options';
import { OPERATIONS } from '../../../../../nodes/PartnerSettlement/operations';

const offered = OPERATIONS.flatMap(optionsOf).map(
	({ name, displayName }) => [name, displayName] as const,
);

/** What is said of an option with a value that none can take. */
function complaint(name: string): string {
	try {
		readOptionsIn({ [name]: [{}] });
	} catch (error) {
		if (error instanceof Error) return error.message;
	}
	return 'none';
}

test.each([...new Map(offered)])(
	'an error about %s calls it "%s", as the editor does',
	(name, displayName) => {
		expect(complaint(name).startsWith(displayName)).toBe(true);
	},
);

test.each([
	['wholeAnswer', 'Whole Response'],
	['batchSize', 'Batch Size'],
])('the editor shows %s as "%s"', (name, displayName) => {
	expect(new Map(offered).get(name)).toBe(displayName);
});
