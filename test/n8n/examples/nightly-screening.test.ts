// The example "Screen customers every night": one report of all customers, in which only those who are certainly clear
// are called clear.
import { type OwnSandbox, startOwnSandbox } from '../../support/n8n/own-sandbox';
import { outputOf } from '../../support/n8n/example-runs';
import { StartedExample, withParameters } from '../support/started-example';

let own: OwnSandbox;

beforeAll(async () => {
	own = await startOwnSandbox({ kytDelayMs: 0 });
});

afterAll(async () => {
	await own.sandbox.close();
});

/** Runs it once and returns the text of its only report. */
async function report(change?: Parameters<typeof StartedExample.start>[2]): Promise<string[]> {
	const example = await StartedExample.start('nightly-screening', own, change);
	const reports = outputOf(await example.run(), 'Report');
	await example.remove();
	expect(reports).toHaveLength(1);
	return String(reports[0]?.text).split('\n');
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
