import { type Contest, waitForCalls, waitForStandstill } from '../contest';
import { awaitedScreenings as task } from '../tasks';

/** Shares of the calls that have been made when a run is looked at: the first few, half of them, nearly all. */
const SHARES = [0, 0.5, 0.98];
/** For so long an answer is held back: longer than looking takes, shorter than the node's Timeout. */
const HOLD_MS = 15_000;
const UNMOVED_MS = 500;

/** Call it before the run: no call is answered until it stood still for the first time. */
export async function holdBack({ sandbox }: Pick<Contest, 'sandbox'>): Promise<void> {
	await sandbox.countAnew();
	await sandbox.setLatency(HOLD_MS);
}

/** Brings a run of screenings to a standstill again and again, and has it looked at there. */
export async function standStill(contest: Contest, look: () => Promise<void>): Promise<void> {
	const { sandbox, count } = contest;
	for (const share of SHARES) {
		await waitForCalls(task, contest, Math.max(1, share * count));
		await sandbox.setLatency(HOLD_MS);
		await waitForStandstill(task, contest, UNMOVED_MS);
		await look();
		await sandbox.setLatency(0);
	}
	await waitForCalls(task, contest);
}
