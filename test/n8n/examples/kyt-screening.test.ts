// The example "Screen a list of addresses": each address leaves through the output of its verdict.
import { KYT_NETWORKS } from '../../../dev/sandbox/addresses';
import { KYT_OUTCOMES, outcomeAddress } from '../../../dev/sandbox/magic';
import { type OwnSandbox, startOwnSandbox } from '../../support/n8n/own-sandbox';
import { outputOf } from '../../support/n8n/example-runs';
import { StartedExample, withList, withParameters } from '../support/started-example';

const RESULTS = {
	clear: 'Clear: go on',
	review: 'Review: a person decides',
	block: 'Block: refuse it',
	unresolved: 'Unresolved: screen it again',
};

let own: OwnSandbox;

beforeAll(async () => {
	own = await startOwnSandbox({ kytDelayMs: 0 });
});

afterAll(async () => {
	await own.sandbox.close();
});

/** The labels that came out of each result. */
async function screened(change?: Parameters<typeof StartedExample.start>[2]) {
	const example = await StartedExample.start('kyt-screening', own, change);
	const execution = await example.run();
	await example.remove();
	const results = Object.entries(RESULTS).map(([verdict, node]) => {
		const items = outputOf(execution, node);
		for (const item of items) {
			expect(item).toMatchObject({ verdict, reasons: expect.stringMatching(/\w+/) as unknown });
		}
		return [verdict, items.map(({ label }) => label)] as const;
	});
	return Object.fromEntries(results);
}

test('as npm start imports it, it knows the network of each address of its list', async () => {
	expect(await screened()).toEqual({
		clear: ['Binance wallet', 'Ethereum Foundation', 'Binance wallet'],
		review: [],
		block: ['On the OFAC SDN list', 'On the OFAC SDN list'],
		unresolved: ['A mistyped address'],
	});
});

test('only addresses that are certainly clear are clear, on every network', async () => {
	const list = KYT_NETWORKS.flatMap((network) =>
		KYT_OUTCOMES.map((outcome) => ({ label: outcome, address: outcomeAddress(network, outcome) })),
	);
	const impatient = withParameters('Screening gate', { options: { maxWait: 1 } });

	const found = await screened((example) =>
		impatient(withList('Addresses', 'addresses', list)(example)),
	);

	const each = (...outcomes: string[]) =>
		KYT_NETWORKS.flatMap(() => outcomes).sort((left, right) => left.localeCompare(right));
	const sorted = Object.entries(found).map(([verdict, labels]) => [
		verdict,
		labels.map(String).sort((left, right) => left.localeCompare(right)),
	]);
	expect(Object.fromEntries(sorted)).toEqual({
		clear: each('clear', 'slow'),
		review: each('medium', 'unknown_severity'),
		block: each('sanctions', 'high'),
		unresolved: each('failed', 'insufficient_balance', 'missing_score', 'never'),
	});
});
