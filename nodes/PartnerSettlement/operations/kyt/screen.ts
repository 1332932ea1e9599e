import { lookAgain, pause, schemas } from '../../../../partner-api';
import type { ItemCall } from '../../catalog/item-call';
import type { Operation } from '../../catalog/operation';
import { kytCheck } from './check';

const PROCESSING = 'processing';
/** Each wait is this much longer than the one before, up to the most. */
const GROWTH = 1.5;
const LONGEST_WAIT_SECONDS = 10;

export const kytScreen: Operation = {
	...kytCheck,
	operation: 'screen',
	name: 'Screen',
	action: 'Screen an address',
	description: 'Order a screening and wait for its result',
	options: ['maxWait', 'pollInterval'],
	notice:
		'A new check costs the quoted price; looking at it again costs nothing. One that is still processing at the end of Maximum Wait comes out with status "processing" and its ext_id.',
	run: screen,
};

/**
 * Repeats the check with the same ext_id until it is no longer processing: the API answers with the existing check and
 * charges nothing (section 4.7, rule 4).
 */
async function screen(item: ItemCall): Promise<unknown> {
	const { maxWait, pollInterval } = item.options;
	const end = Date.now() + maxWait * 1000;
	let check = await item.send();
	for (
		let wait = pollInterval;
		isProcessing(check);
		wait = Math.min(wait * GROWTH, LONGEST_WAIT_SECONDS)
	) {
		const secondsLeft = (end - Date.now()) / 1000;
		if (secondsLeft <= 0) break;
		await pause(Math.min(wait, secondsLeft), item.run.signal);
		check = await lookAgain(() => item.send(), check);
	}
	return check;
}

function isProcessing(check: unknown): boolean {
	return schemas.kytCheckSchema.parse(check).status === PROCESSING;
}
