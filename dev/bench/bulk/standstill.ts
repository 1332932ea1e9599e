import { callsSoFar, type Contest, waitForCalls, waitForStandstill } from '../contest';
import { awaitedScreenings as task } from '../tasks';

/** With so few calls to come, all but the last items are done: enough that some are still held back. */
const LAST_CALLS = 100;
/** For so long an answer is held back: longer than looking takes, shorter than the node's Timeout. */
const HOLD_MS = 12_000;
const UNMOVED_MS = 500;

/** Call it before the run: no call is answered until it stood still for the first time. */
export async function holdBack({ sandbox }: Pick<Contest, 'sandbox'>): Promise<void> {
	await sandbox.countAnew();
	await sandbox.setLatency(HOLD_MS);
}

/** Brings a run of screenings to a standstill at its first calls, half-way and at its last, and has it looked at there. */
export async function standStill(contest: Contest, look: () => Promise<void>): Promise<void> {
	const { sandbox, count } = contest;
	for (const calls of [1, count / 2, count - LAST_CALLS]) {
		await waitForCalls(task, contest, calls);
		await sandbox.setLatency(HOLD_MS);
		await waitForStandstill(task, contest, UNMOVED_MS);
		const before = await callsSoFar(task, contest);
		await look();
		const hasMoved = (await callsSoFar(task, contest)) !== before || before === count;
		if (hasMoved) throw new Error('The node did not stand still while it was looked at');
		await sandbox.setLatency(0);
	}
	await waitForCalls(task, contest);
}
