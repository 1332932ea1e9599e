/** Proves that a screening that is waited for holds nobody up, and that a look at it that fails takes nothing from it. */
import type { INodeParameters } from 'n8n-workflow';
import type { Fault } from '../../dev/sandbox/http/faults';
import { outcomeAddress } from '../../dev/sandbox/magic';
import { until } from '../support/until';
import { errorOf, outputs } from './support/run-node';
import { hintsOf, useScreenings } from './support/screenings';

const CHECK = 'POST /core/api/partner/kyt_check';
const NEVER = outcomeAddress('tron_usdt', 'never');
const SHORT = outcomeAddress('tron_usdt', 'insufficient_balance');
const HOUR = 3600;
const PATIENT = { maxWait: HOUR, pollInterval: 0.1 };
const PROCESSING = { address: NEVER, status: 'processing', ext_id: 'mine' };
const screenings = useScreenings();

test('waiting keeps no place: with one item at once, the others go on', async () => {
	const items = [{ address: NEVER }, { address: screenings.fresh }];
	const run = screenings.run(items, { parameters: { options: { ...PATIENT, concurrency: 1 } } });
	const ended = run.catch(() => undefined);
	await until(() => screenings.checks().some(({ address }) => address === screenings.fresh));
	run.cancel();
	await ended;
});

test('waiting ends when an item fails: the error is told at once', async () => {
	const items = [{ address: NEVER }, { address: SHORT }];
	const run = await screenings.run(items, { parameters: { options: PATIENT } });
	expect(errorOf(run).message).toMatch('insufficient_balance');
	expect(errorOf(run).description).toMatch('Done before it: item 0 (status processing)');
});

/** The check is accepted; the looks at it, or the first so many of them, meet with this. */
function spoilLooks(fault: Fault, looks = 20, retryAfter?: string): void {
	for (let look = 0; look < looks; look += 1) {
		screenings.sandbox.addFault({ match: { path: '/kyt_check', nth: 2 }, fault, retryAfter });
	}
}

/** Screens an address under the key `mine`: what comes out, what is told, and how many calls it took. */
async function screen(options: INodeParameters, address = NEVER) {
	const parameters = { extIdMode: 'custom', extId: 'mine', options };
	const run = await screenings.run([{ address }], { parameters });
	expect(errorOf(run).message).toBe('');
	const calls = screenings.contract.arrived(CHECK);
	return { item: outputs(run)[0]?.[0]?.json, hints: hintsOf(run), calls };
}

const failedHint = (code: string): string =>
	`A result could not be waited for: looking at the check again failed (${code}).`;

test('waiting ends with Maximum Wait for Result: every look was the same order', async () => {
	const { item, hints, calls } = await screen({ maxWait: 1, pollInterval: 0.1 });
	expect(item).toMatchObject(PROCESSING);
	expect(hints).toEqual([expect.stringContaining('Unresolved: 1.')]);
	expect(screenings.checks()).toHaveLength(1);
	expect(calls).toBeGreaterThan(2);
});

test('a look has no more time than is left, whatever Timeout and Retry-After say', async () => {
	spoilLooks('429', 1, String(HOUR));
	spoilLooks('timeout');
	// Each of the two would hold it up for an hour.
	const patient = { maxWait: 1, pollInterval: 0.1, timeout: HOUR, longestWait: HOUR };
	expect(await screen(patient)).toMatchObject({ item: PROCESSING, calls: 2 });
});

test.each(['429', '502_html', '503', 'closed_before', 'broken_json', 'empty'] as const)(
	'%s may pass: the next look finds the result',
	async (fault) => {
		spoilLooks(fault, 1, '0');
		const { item, hints, calls } = await screen(PATIENT, screenings.fresh);
		expect(item).toMatchObject({ status: 'completed', ext_id: 'mine' });
		expect(calls).toBe(3);
		expect(hints).not.toContainEqual(expect.stringMatching('waited for'));
	},
);

test('a look whose token is refused takes one new token', async () => {
	spoilLooks('401_once', 1);
	const { item } = await screen(PATIENT, screenings.fresh);
	expect(item).toMatchObject({ status: 'completed' });
	expect(screenings.sandbox.stats()).toMatchObject({ unauthorized: 1, tokenExchanges: 2 });
});

test.each<[Fault, string, INodeParameters]>([
	['403', 'not_allowed', PATIENT],
	['timeout', 'timeout', { maxWait: 1, pollInterval: 1, timeout: 1 }],
])('%s ends the wait; the check comes out as it was accepted', async (fault, code, options) => {
	spoilLooks(fault);
	const { item, hints, calls } = await screen(options);
	expect({ item, calls }).toMatchObject({ item: PROCESSING, calls: 2 });
	expect(hints).toContain(failedHint(code));
});
