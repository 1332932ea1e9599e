/**
 * Proves that the options count wherever a workflow has them: in Spending Limits and Waiting, and in Options, where a
 * generated workflow may have them all. n8n drops what a panel does not name, and a limit must not be lost with it.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useOrders } from './support/orders';
import { WITHDRAWAL } from './support/withdrawal';

const { order, made } = useOrders({ settleMs: 5 });

const TOO_MUCH = 'is more than Maximum per Item';

/** Withdraws 1 USDT with these parameters beside its own. */
async function withdraw(parameters: INodeParameters, document?: IDataObject) {
	return await order({ ...WITHDRAWAL, ...parameters }, { document });
}

test.each<[string, INodeParameters]>([
	['Spending Limits', { limits: { maximumPerItem: '0.5' } }],
	['Options, as a generated workflow may', { options: { maximumPerItem: '0.5' } }],
	[
		'both, where Spending Limits count',
		{ limits: { maximumPerItem: '0.5' }, options: { maximumPerItem: '5' } },
	],
])('a limit under %s is kept', async (_, parameters) => {
	const { message, sent } = await withdraw(parameters);
	expect(message).toContain(TOO_MUCH);
	expect(sent).toEqual([]);
});

test('a limit in Spending Limits may allow more than one in Options', async () => {
	await withdraw({ limits: { maximumPerItem: '5' }, options: { maximumPerItem: '0.5' } });
	expect(made()).toHaveLength(1);
});

test.each<[string, INodeParameters, unknown]>([
	['Wait Until Ready', { waitUntilReady: true, waiting: { maxWait: 5, pollInterval: 0.1 } }, true],
	['nothing', {}, undefined],
])('with %s an order is waited for as it says', async (_, parameters, reached) => {
	const { items } = await withdraw(parameters);
	expect(items).toMatchObject([{ ext_id: expect.stringContaining('n8n-') }]);
	expect(items[0]?.outcome_reached).toBe(reached);
});

test('statuses under Waiting end the waiting', async () => {
	const waiting = { maxWait: 5, pollInterval: 0.1, terminalStatuses: 'Settled, lost' };
	const { items } = await withdraw({ waitUntilReady: true, waiting }, { status: 'settled' });
	expect(items).toMatchObject([{ status: 'settled', outcome_reached: true }]);
});

test.each<[string, INodeParameters, string]>([
	['Spending Limits', { limits: { maximumPerItem: 'lots' } }, 'Maximum per Item (USDT)'],
	['Wait Until Ready', { waitUntilReady: 'maybe' }, 'Wait Until Ready must be true or false'],
])('a mistake under %s is named before anything is sent', async (_, parameters, said) => {
	const { message, sent } = await withdraw(parameters);
	expect(message).toContain(said);
	expect(sent).toEqual([]);
});
