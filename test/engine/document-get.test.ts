/** Proves that Document: Get finds an order by the ext_id it was made with. */
import { TRON } from '../support/addresses';
import { outputs, startNode } from './support/run-node';
import { type Sandbox, startSandbox } from '../../dev/sandbox';
import { Contract } from '../support/partner';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ settleMs: 5 });
});

afterAll(async () => {
	await sandbox.close();
});

test('an order is found again under the ext_id it was made with, whatever blank space is around it', async () => {
	const contract = await Contract.of(sandbox);
	const credential = { ...contract.credential() };
	const extId = 'order-1042';
	const order = {
		resource: 'withdrawal',
		operation: 'create',
		currency: 'USDT',
		network: 'TRON',
		amount: '1.00',
		toAddress: TRON,
		extIdMode: 'custom',
		// Blank space around it came with a paste.
		extId: ` ${extId}\n`,
		options: {},
	};
	const made = outputs(await startNode({ credential, parameters: order, items: [{}] }));
	expect(made[0]?.[0]?.json).toMatchObject({ ext_id: extId });

	const lookup = { resource: 'document', operation: 'get', extId: '={{ $json.ext_id }}' };
	const items = [{ ext_id: `${extId} ` }];
	const found = outputs(
		await startNode({ credential, parameters: { ...lookup, options: {} }, items }),
	);
	expect(found[0]?.[0]?.json).toMatchObject({ ext_id: extId });
});
