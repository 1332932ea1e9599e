import { schemas } from '../../../../partner-api';
import { OPTIONS } from '../../catalog/options';
import type { ItemCall } from '../../catalog/item-call';
import type { Operation } from '../../catalog/operation';
import { poll } from '../../catalog/poll';
import { kytCheck } from './check';
import { PROCESSING } from './screening';

export const kytScreen: Operation = {
	...kytCheck,
	operation: 'screen',
	name: 'Screen',
	action: 'Screen an address',
	description: 'Order a screening and wait for its result',
	isDefault: true,
	options: ['checkAddress', 'maxWait', 'pollInterval'],
	notice: `A new check costs the quoted price; looking at it again costs nothing. One that is still processing at the end of ${OPTIONS.maxWait.displayName} comes out with status "processing" and its ext_id.`,
	run: screen,
};

/**
 * Sends the check again with the same ext_id until it is no longer processing: the API responds with the existing check and
 * charges nothing (section 4.7, rule 4).
 */
async function screen(item: ItemCall): Promise<unknown> {
	const rest = async (seconds: number) => await item.rest(seconds);
	const { seen, failure } = await poll(
		{ ...item.options, rest },
		{
			order: async () => await item.send(),
			lookUp: async (seconds) => await item.lookUpAgain(seconds),
			isDone: (check) => !isProcessing(check),
		},
	);
	if (failure) {
		item.hint(
			`A result could not be waited for: looking at the check again failed (${failure.code}).`,
		);
	}
	return seen;
}

function isProcessing(check: unknown): boolean {
	return schemas.kytCheckSchema.parse(check).status === PROCESSING;
}
