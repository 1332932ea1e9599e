/** Proves Balance: Get and the threshold of each item. */
import { errorOf, outputs, startNode } from './support/run-node';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { type Sandbox, startSandbox } from '../../sandbox';
import { BALANCE_REQUEST, Contract } from '../contract/support/partner';

let sandbox: Sandbox;
let contract: Contract;

beforeAll(async () => {
	sandbox = await startSandbox();
	contract = await Contract.of(sandbox);
});

afterAll(async () => {
	await sandbox.close();
});

beforeEach(() => {
	sandbox.resetStats();
});

async function get(options: INodeParameters, items: IDataObject[] = [{}]) {
	return await startNode({
		credential: { ...contract.settings() },
		parameters: { resource: 'balance', operation: 'get', options },
		items,
	});
}

test.each([
	['12.5', '12.500000000000000001', true],
	['12.5', '12.50', false],
	['12.5', '12.499999999999999999', false],
])('%s is held against %s to the last digit: %s', async (balance, threshold, isBelow) => {
	sandbox.setBalance(contract.partner.partnerId, balance);
	const [[item] = []] = outputs(await get({ threshold }));
	expect(item?.json).toMatchObject({ threshold, is_below_threshold: isBelow, currency: 'USDT' });
	expect(contract.bodies('/partner/balance')).toEqual(['']);
});

test('without a threshold the item is the answer alone', async () => {
	const [[item] = []] = outputs(await get({ threshold: '' }));
	expect(item?.json).toHaveProperty('available_balance');
	expect(item?.json).not.toHaveProperty('threshold');
	expect(item?.json).not.toHaveProperty('is_below_threshold');
});

test('each item has a threshold of its own', async () => {
	sandbox.setBalance(contract.partner.partnerId, '50');
	const run = await get({ threshold: '={{ $json.mark }}' }, [{ mark: 50.5 }, { mark: '50' }]);
	const [output = []] = outputs(run);
	expect(output.map(({ json }) => [json.threshold, json.is_below_threshold])).toEqual([
		['50.5', true],
		['50', false],
	]);
});

test.each(['many', '0', '-1', '1,000', '={{ 0.1 + 0.2 }}'])(
	'the threshold %s is refused before anything is sent',
	async (threshold) => {
		expect(errorOf(await get({ threshold })).message).toMatch(/^Threshold /);
		expect(contract.arrived(BALANCE_REQUEST)).toBe(0);
	},
);
