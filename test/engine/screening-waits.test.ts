/** Proves that a screening that is waited for holds nobody up, and what comes out when the time is up. */
import { errorOf, outputs } from './support/run-node';
import { hintsOf, useScreenings } from './support/screenings';
import { outcomeAddress } from '../../dev/sandbox/magic';
import { until } from '../support/until';

const CHECK = 'POST /core/api/partner/kyt_check';
const NEVER = outcomeAddress('tron_usdt', 'never');
const SHORT = outcomeAddress('tron_usdt', 'insufficient_balance');

const screenings = useScreenings();

describe('waiting', () => {
	const patient = { maxWait: 60, pollInterval: 0.1 };

	test('for a result keeps no place: with one item at once, the others go on', async () => {
		const items = [{ address: NEVER }, { address: screenings.fresh }];
		const options = { ...patient, concurrency: 1 };
		const run = screenings.run(items, { parameters: { options } });
		const ended = run.catch(() => undefined);
		await until(() => screenings.checks().some(({ address }) => address === screenings.fresh));
		run.cancel();
		await ended;
	});

	test('ends when an item fails: the error is told at once', async () => {
		const run = await screenings.run([{ address: NEVER }, { address: SHORT }], {
			parameters: { options: patient },
		});
		expect(errorOf(run).message).toMatch('insufficient_balance');
		expect(errorOf(run).description).toMatch('Done before it: item 0 (status processing)');
	});

	test('to the end of Maximum Wait for Result: the item says so and carries the ext_id', async () => {
		const options = { maxWait: 1, pollInterval: 0.1 };
		const run = await screenings.run([{ address: NEVER }], { parameters: { options } });
		const [[item] = []] = outputs(run);
		expect(item?.json).toMatchObject({
			status: 'processing',
			ext_id: screenings.checks()[0]?.extId,
		});
		expect(hintsOf(run)).toEqual([expect.stringContaining('Unresolved: 1.')]);
		// Every look was the same order.
		expect(screenings.checks()).toHaveLength(1);
		expect(screenings.contract.arrived(CHECK)).toBeGreaterThan(2);
	});
});
