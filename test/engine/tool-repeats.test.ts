import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { TRON } from '../addresses';
import { useSandbox } from '../contract/support/use-sandbox';
import { outputs, startNode } from './support/run-node';
import { WITHDRAWAL } from './support/withdrawal';

const api = useSandbox({ settleMs: 5 });

/** What an AI agent gets of an order, each time in the same run of the agent. */
async function order(parameters: INodeParameters): Promise<IDataObject | undefined> {
	const run = await startNode({
		parameters: { options: { retries: 0 }, ...parameters },
		items: [{ amount: '1' }],
		credential: { ...api.contract.settings() },
		resumeSignature: 'an-agent',
		settings: { type: 'n8n-nodes-partner-settlement.partnerSettlementTool' },
		onError: 'continueRegularOutput',
	});
	return outputs(run)[0]?.[0]?.json;
}

const BODY = { currency: 'USDT', network: 'TRON', amount: '1', to_address: TRON };
const BATCH = {
	resource: 'batch',
	operation: 'create',
	items: JSON.stringify([{ body: BODY }]),
	extIdMode: 'auto',
};

describe.each([
	['an order', WITHDRAWAL, '/withdrawals'],
	['the order of a batch', BATCH, '/batch'],
])(
	'%s that was carried out, and is refused when an AI agent repeats it,',
	(_, parameters, path) => {
		test('comes out as done', async () => {
			const placed = await order(parameters);
			api.sandbox.addFault({ match: { path }, fault: '403' });
			const again = await order(parameters);
			expect(again?.error).toBeUndefined();
			expect(again?.ext_id).toBe(placed?.ext_id);
		});

		test('is not said to have cost nothing where it cannot be looked up', async () => {
			await order(parameters);
			api.sandbox.addFault({ match: { path }, fault: '403' });
			api.sandbox.addFault({ match: { path: '/document_get' }, fault: '403' });
			const again = await order(parameters);
			expect(again?.details).toMatchObject({ outcome: 'unknown', code: 'not_allowed' });
			expect(again?.message).toMatch('An earlier try may have gone through.');
		});
	},
);
