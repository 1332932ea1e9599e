// The example "Warn before a budget is used up": a message from 80 percent on, and none before.
import { TRON } from '../../support/addresses';
import { runNode } from '../../support/n8n/harness';
import { outputOf } from '../../support/n8n/example-runs';
import { type OwnSandbox, startOwnSandbox } from '../../support/n8n/own-sandbox';
import { StartedExample } from '../support/started-example';

let own: OwnSandbox;

beforeAll(async () => {
	own = await startOwnSandbox({ settleMs: 0 });
});

afterAll(() => own.sandbox.close());

test('it sends a message once 80 percent are spent', async () => {
	const credential = await own.credentialWith({ maximumPerDay: '20', withdrawalFee: '1' });
	const example = await StartedExample.start('budget-alert', { ...own, credential });
	const spend = async (amount: string) =>
		await runNode({
			parameters: { resource: 'withdrawal', operation: 'create', amount, toAddress: TRON },
			credential,
		});
	await spend('14.5');
	expect(outputOf(await example.run(), 'Message')).toEqual([]);
	await spend('1');
	const [{ text } = {}] = outputOf(await example.run(), 'Message');
	expect(text).toMatch(
		/^17\.5 of 20 USDT is spent within 24h: 2\.5 USDT is left\. From \S+Z, another 15\.5 USDT is free\.$/,
	);
	await example.remove();
});
