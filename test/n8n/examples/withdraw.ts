import { outcomeAddress } from '../../../sandbox/magic';
import { waitUntil } from '../../../stack/wait-until';
import { runNode } from '../harness';
import type { OwnSandbox } from '../own-sandbox';

/** Withdrawals by ext_id and amount, each of them completed. */
export async function withdraw(own: OwnSandbox, amounts: Record<string, string>): Promise<void> {
	const { error } = await runNode({
		credential: own.credential,
		items: Object.entries(amounts).map(([extId, amount]) => ({ extId, amount })),
		parameters: {
			resource: 'withdrawal',
			operation: 'create',
			amount: '={{ $json.amount }}',
			toAddress: outcomeAddress('tron_usdt', 'clear'),
			extIdMode: 'custom',
			extId: '={{ $json.extId }}',
		},
	});
	expect(error).toBeUndefined();
	const isSettled = () =>
		own.sandbox.state.orders.every(({ status }) => status === 'completed') || undefined;
	await waitUntil('the withdrawals', isSettled);
}
