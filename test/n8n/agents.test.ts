// n8n's own agent in the real n8n, with a scripted model.
import { type OwnSandbox, startOwnSandbox } from '../support/n8n/own-sandbox';
import { pay, runAgent } from './support/agent-run';

let own: OwnSandbox;

beforeEach(async () => {
	own = await startOwnSandbox({ settleMs: 5 });
});

afterEach(async () => {
	await own.sandbox.close();
});

test.each([2.2, 3.1])('try %s', async (version) => {
	const { told, shown, execution } = await runAgent({
		own,
		version,
		script: [[pay('10')], [pay('10.0')], [pay('20')], [pay(version > 3 ? 7 : '7'), pay('8')], [pay('5')]],
	});
	console.log(JSON.stringify(shown, null, 1), JSON.stringify(told, null, 1), execution.status);
	console.log(own.sandbox.state.orders.map((o) => o.extId + JSON.stringify(o.facts)), JSON.stringify(execution.data.resultData).slice(0, 500));
});
