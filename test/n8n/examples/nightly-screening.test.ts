// The example "Screen customers every night": one report of all customers, in which only those who are certainly clear
// are called clear.
import { useOwnSandbox } from '../../support/n8n/own-sandbox';
import { type Change, StartedExample, withParameters } from '../../support/n8n/started-example';

const own = useOwnSandbox({ kytDelayMs: 0 });

/** The lines of the report of one run. */
async function report(change?: Change): Promise<string[]> {
	const example = await StartedExample.start('nightly-screening', own, change);
	const lines = await example.report();
	await example.remove();
	return lines;
}

test('as npm start imports it, it names the customers who are not clear, and why', async () => {
	expect(await report()).toEqual([
		'5 customers, 2 not clear.',
		expect.stringMatching(/^BLOCK: Dan, TCzq6m2zxnQkrZrf8cqYcK6bbXQYAfWYKC\. .*sanctions list/),
		expect.stringMatching(/^UNRESOLVED: Eve, mistyped, /),
	]);
});

test('when the gate cannot do its work, everybody is unresolved, and the report is made', async () => {
	const [heading, ...lines] = await report(
		withParameters('Screening gate', { reviewFromScore: '-1' }),
	);
	expect(heading).toBe('5 customers, 5 not clear.');
	expect(lines.filter((line) => !line.startsWith('UNRESOLVED'))).toEqual([]);
});
