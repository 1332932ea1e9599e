/** Proves that a look at a screening that fails takes nothing from it, and how long it may take. */
import type { INodeParameters } from 'n8n-workflow';
import { errorOf, outputs } from './support/run-node';
import { hintsOf, useScreenings } from './support/screenings';
import type { Fault } from '../../dev/sandbox/http/faults';
import { outcomeAddress } from '../../dev/sandbox/magic';

const CHECK = 'POST /core/api/partner/kyt_check';
const NEVER = outcomeAddress('tron_usdt', 'never');
const HOUR = 3600;
/** More than any test makes. */
const LOOKS = 20;

const screenings = useScreenings();

/** The check is accepted; the looks at it, or the first so many of them, meet with this. */
function spoilLooks(fault: Fault, looks = LOOKS, retryAfter?: string): void {
	for (let look = 0; look < looks; look += 1) {
		screenings.sandbox.addFault({ match: { path: '/kyt_check', nth: 2 }, fault, retryAfter });
	}
}

/** Screens an address under the key `mine`. */
function screen(options: INodeParameters, address = NEVER): ReturnType<typeof screenings.run> {
	const parameters = { extIdMode: 'custom', extId: 'mine', options };
	return screenings.run([{ address }], { parameters });
}

const PROCESSING = { address: NEVER, status: 'processing', ext_id: 'mine' };
const failedHint = (code: string): string =>
	`A result could not be waited for: looking at the check again failed (${code}).`;

test('a look has no more time than is left, whatever Timeout and Retry-After say', async () => {
	spoilLooks('429', 1, String(HOUR));
	spoilLooks('timeout');
	// Each of the two would hold it up for an hour.
	const patient = { maxWait: 1, pollInterval: 0.1, timeout: HOUR, longestWait: HOUR };
	const run = await screen(patient);
	expect(outputs(run)[0]?.[0]?.json).toMatchObject(PROCESSING);
	expect(screenings.contract.arrived(CHECK)).toBe(2);
});

test.each([
	'429',
	'500',
	'502_html',
	'503',
	'closed_before',
	'truncated',
	'broken_json',
	'empty',
] as const)('%s may pass: the next look finds the result', async (fault) => {
	spoilLooks(fault, 1, '0');
	const run = await screen({ maxWait: HOUR, pollInterval: 0.1 }, screenings.fresh);
	expect(outputs(run)[0]?.[0]?.json).toMatchObject({ status: 'completed', ext_id: 'mine' });
	expect(screenings.contract.arrived(CHECK)).toBe(3);
	expect(hintsOf(run)).not.toContainEqual(expect.stringMatching('waited for'));
});

test('a look whose token is refused takes one new token', async () => {
	spoilLooks('401_once', 1);
	const run = await screen({ maxWait: HOUR, pollInterval: 0.1 }, screenings.fresh);
	expect(outputs(run)[0]?.[0]?.json).toMatchObject({ status: 'completed' });
	expect(screenings.sandbox.stats()).toMatchObject({ unauthorized: 1, tokenExchanges: 2 });
});

test('a look that is refused ends the wait; the check that was accepted comes out as it was', async () => {
	spoilLooks('403');
	const run = await screen({ maxWait: HOUR, pollInterval: 0.1 });
	expect(errorOf(run).message).toBe('');
	expect(outputs(run)[0]?.[0]?.json).toMatchObject(PROCESSING);
	expect(hintsOf(run)).toContain(failedHint('not_allowed'));
	expect(screenings.contract.arrived(CHECK)).toBe(2);
});
