import { isJsonObject, type JsonObject, poll } from '../../../../partner-api';
import type { ItemCall } from '../../definition/item-call';
import type { Operation } from '../../definition/operation';
import { kytCheck } from './check';
import { COMPLETED, FAILED } from '../../definition/screening';

export const kytScreen: Operation = {
	...kytCheck,
	operation: 'screen',
	name: 'Screen an Address',
	action: 'Screen an address for risk and sanctions (KYT, AML)',
	subtitle: 'Screen {address}',
	description:
		'Screen an address and wait for the result. A new screening costs the quoted price, but a known result may cost nothing',
	isDefault: true,
	perform: screen,
};

/**
 * Sends the screening again with the same ext_id until it is completed, failed or a hit. The API responds with the
 * existing screening and charges nothing (section 4.7, rule 4). Any other status may become one of these (section 2.6).
 */
async function screen(item: ItemCall): Promise<unknown> {
	const { seen, failure } = await poll(await item.send(), {
		...item.options,
		rest: async (seconds) => await item.rest(seconds),
		lookUp: async (seconds) => await item.readAgain(seconds),
		isDone: (check) => !isJsonObject(check) || isOver(check),
	});
	if (failure) {
		item.hint(
			`The wait for a result ended early: reading the screening again failed (${failure.code}).`,
		);
	}
	return seen;
}

function isOver({ status, sanctions_hit: hit }: JsonObject): boolean {
	if (hit === true || typeof status !== 'string') return true;
	return [COMPLETED, FAILED].includes(status.toLowerCase());
}
