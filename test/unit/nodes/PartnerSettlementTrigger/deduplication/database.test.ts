// Has a run applied this event? Asked of n8n's list of processed entries, which does not support simultaneous calls.
import { randomUUID } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { isFirstInDatabase } from '../../../../../nodes/PartnerSettlementTrigger/deduplication/database';
import { ProcessedEntries } from '../../../support/processed-entries';

let entries: ProcessedEntries;
let node: string;

beforeEach(() => {
	entries = new ProcessedEntries();
	node = randomUUID();
});

/** Each run has helpers of its own, which n8n makes for it. */
function apply(eventId: string, token: string): Promise<boolean> {
	const helpers = entries.helpers() as IExecuteFunctions['helpers'];
	return isFirstInDatabase(helpers, node, { eventId, token, inRedis: false });
}

test('many runs share a call, and no two calls are made at once', async () => {
	const ids = Array.from({ length: 200 }, () => randomUUID());
	const answers = await Promise.all([...ids, ...ids].map((id, index) => apply(id, `run ${index}`)));
	expect(answers.filter(Boolean)).toHaveLength(200);
	expect(answers.slice(0, 200)).not.toContain(false);
	expect(entries.mostAtOnce).toBe(1);
	expect(entries.calls).toBeLessThan(10);
});

test('the last 5,000 events are remembered, and only a little more', async () => {
	const ids = Array.from({ length: 12_000 }, (_, index) => `event ${index}`);
	await apply('before', 'run');
	await Promise.all(ids.slice(0, 6_000).map((id) => apply(id, 'run')));
	await Promise.all(ids.slice(6_000).map((id) => apply(id, 'run')));
	expect(await apply(ids[7_000] ?? '', 'another')).toBe(false);
	expect(await apply('before', 'another')).toBe(true);
	expect(entries.size).toBeLessThan(11_001);
});

test('when a call fails, all that share it may ask again', async () => {
	entries.failsNext = true;
	const answers = await Promise.allSettled(['a', 'b'].map((id) => apply(id, 'run')));
	expect(answers.map(({ status }) => status)).toContain('rejected');
	expect(await Promise.all(['a', 'b'].map((id) => apply(id, 'run')))).toEqual([true, true]);
});

test('a duplicate whose entry cannot be taken back ends without items all the same', async () => {
	await apply('event', 'first');
	entries.cannotRemove = true;
	expect(await apply('event', 'second')).toBe(false);
});
