/** Proves how items run: one token for all, in order, each linked to its own, told when they fail, ended by a cancellation. */
import { TRON } from '../support/addresses';
import { errorOf, type NodeRun, outputs, startNode } from './support/run-node';
import { type Sandbox, startSandbox } from '../../dev/sandbox';
import { outcomeAddress } from '../../dev/sandbox/magic';
import { Contract } from '../support/partner';
import { WITHDRAWAL } from './support/withdrawal';

let sandbox: Sandbox;
let contract: Contract;

beforeAll(async () => {
	sandbox = await startSandbox({ kytDelayMs: 5, settleMs: 5 });
});

beforeEach(async () => {
	sandbox.configure({ latencyMs: 0 });
	contract = await Contract.of(sandbox);
});

afterAll(async () => {
	await sandbox.close();
});

function start(run: Omit<NodeRun, 'credential'>): ReturnType<typeof startNode> {
	return startNode({ ...run, credential: { ...contract.credential() } });
}

/** A check of the address that the item names. */
const CHECK = {
	resource: 'kyt',
	operation: 'check',
	network: 'tron_usdt',
	address: '={{ $json.address }}',
	extIdMode: 'custom',
	extId: '={{ $json.id }}',
	additionalFields: {},
	options: {},
};

const REFUSED = outcomeAddress('tron_usdt', 'insufficient_balance');

function checks(addresses: string[]): { address: string; id: string }[] {
	return addresses.map((address, index) => ({ address, id: `check-${String(index)}` }));
}

describe('items', () => {
	test('come out in the order they went in, each linked to its own', async () => {
		// The first answers are the slowest: they wait for the token.
		const items = checks(Array.from({ length: 60 }, () => TRON));
		const [output = []] = outputs(await start({ parameters: CHECK, items }));
		expect(output.map(({ json }) => json.ext_id ?? json.id)).toEqual(items.map(({ id }) => id));
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
	});

	test('of a list are all linked to the item that asked', async () => {
		const parameters = { resource: 'esimOffer', operation: 'getAll', returnAll: true, options: {} };
		const [output = []] = outputs(await start({ parameters, items: [{}, {}] }));
		expect(output.length).toBeGreaterThan(2);
		const half = output.length / 2;
		const asked = output.map((_, index) => ({ item: index < half ? 0 : 1 }));
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual(asked);
	});
});

describe('a failed item', () => {
	const items = checks([TRON, REFUSED, TRON]);
	const failed = {
		error: expect.stringContaining('insufficient_balance'),
		message: expect.stringContaining('nothing was spent'),
		details: {
			code: 'insufficient_balance',
			outcome: 'refused',
			http_status: 422,
			ext_id: 'check-1',
		},
	};

	test('ends the run, in the words of the operator', async () => {
		const run = await start({ parameters: CHECK, items });
		expect(run.status).toBe('error');
		const { message, description } = errorOf(run);
		expect(message).toMatch(
			/KYT Screening: Start a Screening \(Don't Wait\): refused \(insufficient_balance\)/,
		);
		expect(description).toMatch(/^Refused: nothing was spent\. .*top it up/);
	});

	test('continues in the regular output', async () => {
		const run = await start({ parameters: CHECK, items, onError: 'continueRegularOutput' });
		expect(run.status).toBe('success');
		const [output = []] = outputs(run);
		expect(output.map(({ json }) => json)).toEqual([
			expect.objectContaining({ address: TRON }),
			failed,
			expect.objectContaining({ address: TRON }),
		]);
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 2 },
		]);
	});

	test('continues in the error output', async () => {
		const run = await start({ parameters: CHECK, items, onError: 'continueErrorOutput' });
		const [good = [], bad = []] = outputs(run);
		expect(good.map(({ pairedItem }) => pairedItem)).toMatchObject([{ item: 0 }, { item: 2 }]);
		expect(bad.map(({ json }) => json)).toMatchObject([failed]);
		expect(bad.map(({ pairedItem }) => pairedItem)).toMatchObject([{ item: 1 }]);
	});

	test('one that cannot be sent is told before anything leaves', async () => {
		const run = await start({ parameters: WITHDRAWAL, items: [{ amount: '1,50' }] });
		expect(errorOf(run).message).toMatch('Amount must be a decimal such as 12.50');
		expect(sandbox.stats().requests).toEqual({});
	});
});
