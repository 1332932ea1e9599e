// The example "Screen a list of addresses": each address leaves through the output of its verdict.
import { useOwnSandbox } from '../../support/n8n/own-sandbox';
import { outputOf } from '../../support/n8n/example-runs';
import { StartedExample } from '../../support/n8n/started-example';

const RESULTS = {
	clear: 'Clear: go on',
	review: 'Review: a person decides',
	block: 'Block: refuse it',
	unresolved: 'Unresolved: a person checks',
};

const own = useOwnSandbox({ kytDelayMs: 0 });

test('as npm start imports it, it knows the network of each address of its list', async () => {
	const example = await StartedExample.start('kyt-screening', own);
	const execution = await example.run();
	await example.remove();
	const labels = Object.entries(RESULTS).map(([verdict, node]) => {
		const items = outputOf(execution, node);
		for (const item of items) {
			expect(item).toMatchObject({ verdict, reasons: expect.stringMatching(/\w+/) as unknown });
		}
		return items.map(({ label }) => label);
	});
	expect(labels).toEqual([
		['Binance wallet', 'Ethereum Foundation', 'Binance wallet'],
		[],
		['On the OFAC SDN list', 'On the OFAC SDN list'],
		['A mistyped address'],
	]);
});
