// The example "Let an agent pay cleared addresses": the agent screens and pays only cleared addresses, each number once
// and within limits.
import { outcomeAddress } from '../../../dev/sandbox/magic';
import { useOwnSandbox } from '../../support/n8n/own-sandbox';
import { useServers } from '../../support/servers';
import { type Script, ScriptedModel, storeModel } from '../support/scripted-model';
import { StartedExample } from '../../support/n8n/started-example';

const CLEAR = outcomeAddress('tron_usdt', 'clear');
const BLOCKED = outcomeAddress('tron_usdt', 'sanctions');
const servers = useServers();

const own = useOwnSandbox({ kytDelayMs: 0, settleMs: 0 }, true);

/** Runs the example with a model that says what its script has. */
async function told(script: Script): Promise<string[]> {
	const { model, url } = await ScriptedModel.start(servers, script);
	const credential = await own.credentialWith({ maximumPerOrder: '50' });
	const name = 'screened-payout-by-agent';
	const models = [await storeModel(url)];
	const example = await StartedExample.start(name, own, undefined, credential, models);
	await example.run();
	await example.remove();
	return model.told;
}

const screen = (address: string) => ({ tool: 'Screen_an_address', address });
const pay = (address: string, amount: string) => ({
	tool: 'Pay_a_cleared_address',
	address,
	amount,
});
const withdrawals = () => own.sandbox.state.orders.filter(({ kind }) => kind === 'withdrawal');

test('a clear address is screened and paid once, whatever the agent calls and however often', async () => {
	const said = await told([
		[screen(CLEAR)],
		[pay(CLEAR, '12.50')],
		[pay(CLEAR, '12.50')],
		[pay(CLEAR, '13')],
	]);
	expect(withdrawals().map(({ extId, facts }) => [extId, facts.amount])).toEqual([
		['payout-1001', '12.50'],
	]);
	expect(said[0]).toContain('"status":"completed"');
	expect(said[1]).toContain('"ext_id":"payout-1001"');
	expect(said[2]).toContain('"ext_id":"payout-1001"');
	expect(said[3]).toContain('differs in amount (12.50; yours: 13)');
});

test('a blocked address and an amount beyond the limit are not paid', async () => {
	const said = await told([[screen(BLOCKED)], [pay(BLOCKED, '1')], [pay(CLEAR, '50.01')]]);
	expect(said[1]).toMatch(/Not paid: the verdict is block\..*tell the person who asked/);
	expect(said[2]).toContain('Maximum per Order');
	expect(withdrawals()).toEqual([]);
});
