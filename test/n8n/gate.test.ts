// The gate in the real n8n: each magic address leaves through its output, and nothing uncertain through Clear.
import { KYT_NETWORKS } from '../../dev/sandbox/addresses';
import { knownSanctionedAddresses } from '../../dev/sandbox/known-addresses';
import { type KytOutcome, outcomeAddress } from '../../dev/sandbox/magic';
import { GATE_NODE, runNode } from '../support/n8n/harness';
import { type OwnSandbox, startOwnSandbox } from '../support/n8n/own-sandbox';

/** A gate as an operator sets it for the sandbox. */
const GATE = {
	network: '={{ $json.network }}',
	address: '={{ $json.address }}',
	reviewFromScore: '25',
	blockFromScore: '75',
	clearSeverities: 'low',
	rules: { reviewSeverities: 'medium', blockSeverities: 'high, critical' },
	options: { maxWait: '={{ $json.id.startsWith("never") ? 1 : 60 }}', pollInterval: 0.2 },
};

/** What comes out of each output. */
const OUTCOMES: [
	clear: KytOutcome[],
	review: KytOutcome[],
	block: KytOutcome[],
	open: KytOutcome[],
] = [
	['clear', 'slow'],
	['medium', 'unknown_severity'],
	['sanctions', 'high'],
	['failed', 'never', 'missing_score', 'insufficient_balance'],
];

let own: OwnSandbox;

beforeAll(async () => {
	own = await startOwnSandbox({ kytDelayMs: 50, initialBalance: '1000.00' });
});

afterAll(() => own.sandbox.close());

test.each(KYT_NETWORKS)('%s: every magic address leaves through its output', async (network) => {
	const magic: { id: string; network: string; address: string }[][] = OUTCOMES.map((outcomes) =>
		outcomes.map((id) => ({ id, network, address: outcomeAddress(network, id) })),
	);
	const known = knownSanctionedAddresses(network).map((address) => ({
		id: address,
		network,
		address,
	}));
	magic[2]?.push(...known);
	const items = magic.flat();
	expect(new Set(items.map(({ address }) => address)).size).toBe(items.length);

	const { outputs, error } = await runNode({
		type: GATE_NODE,
		parameters: GATE,
		items: items.map((item) => ({ ...item })),
		credential: own.credential,
	});

	expect(error).toBeUndefined();
	const ids = outputs.map((output) => output.map(({ json }) => json.id));
	expect(ids).toEqual(magic.map((output) => output.map(({ id }) => id)));
	const verdicts = outputs.map(([first]) => first?.json.screening);
	const expected = ['clear', 'review', 'block', 'unresolved'].map((verdict) => ({ verdict }));
	expect(verdicts).toMatchObject(expected);
});
