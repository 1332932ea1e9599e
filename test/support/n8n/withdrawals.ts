import { TRON } from '../addresses';
import { runNode } from './harness';
import type { OwnSandbox } from './own-sandbox';

/** Parameters of a withdrawal. */
export const WITHDRAWAL = {
	resource: 'withdrawal',
	operation: 'create',
	amount: '1',
	toAddress: TRON,
};

/** Parameters of a withdrawal by the item's amount, under its number. */
export const NUMBERED = {
	...WITHDRAWAL,
	amount: '={{ $json.amount }}',
	extIdMode: 'custom',
	extId: '={{ $json.number }}',
};

/** Places withdrawals of these amounts, by their numbers. */
export async function withdraw(
	{ credential }: OwnSandbox,
	amounts: Record<string, string>,
): Promise<void> {
	const items = Object.entries(amounts).map(([number, amount]) => ({ number, amount }));
	const { error } = await runNode({ credential, items, parameters: NUMBERED });
	expect(error).toBeUndefined();
}
