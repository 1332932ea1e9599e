/** Proves that items come out in the order they went in, each linked to its own, and are told when they fail. */
import { outcomeAddress } from '../../dev/sandbox/magic';
import { TRON } from '../support/addresses';
import { useSandbox } from '../support/use-sandbox';
import { errorOf, type NodeRun, outputs, startNode } from './support/run-node';
import { WITHDRAWAL } from './support/withdrawal';

const api = useSandbox({ kytDelayMs: 5, settleMs: 5 });
/** A check of the address that the item names. */
const CHECK = {
	...{ resource: 'kyt', operation: 'check', network: 'tron_usdt', address: '={{ $json.address }}' },
	...{ extIdMode: 'custom', extId: '={{ $json.id }}', additionalFields: {}, options: {} },
};

function start(run: Omit<NodeRun, 'credential'>): ReturnType<typeof startNode> {
	return startNode({ ...run, credential: { ...api.contract.credential() } });
}

const checks = (addresses: string[]) =>
	addresses.map((address, index) => ({ address, id: `check-${String(index)}` }));

test('they come out in the order they went in', async () => {
	// The first answers are the slowest: they wait for the token.
	const items = checks(Array.from({ length: 60 }, () => TRON));
	const [output = []] = outputs(await start({ parameters: CHECK, items }));
	expect(output.map(({ json }) => json.ext_id)).toEqual(items.map(({ id }) => id));
	expect(output.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
});

test('those of a list are all linked to the item that asked', async () => {
	const parameters = { resource: 'esimOffer', operation: 'getAll', returnAll: true, options: {} };
	const [output = []] = outputs(await start({ parameters, items: [{}, {}] }));
	const half = output.length / 2;
	expect(half).toBeGreaterThan(1);
	const asked = output.map((_, index) => ({ item: index < half ? 0 : 1 }));
	expect(output.map(({ pairedItem }) => pairedItem)).toEqual(asked);
});

describe('one that fails', () => {
	const items = checks([TRON, outcomeAddress('tron_usdt', 'insufficient_balance'), TRON]);
	const details = { code: 'insufficient_balance', outcome: 'refused' };
	const failed = {
		error: expect.stringContaining('insufficient_balance'),
		message: expect.stringContaining('nothing was spent'),
		details: { ...details, http_status: 422, ext_id: 'check-1' },
	};
	const done = expect.objectContaining({ address: TRON });

	test('ends the run, in the words of the operator', async () => {
		const { message, description } = errorOf(await start({ parameters: CHECK, items }));
		expect(message).toMatch(
			/KYT Screening: Start a Screening \(Don't Wait\): refused \(insufficient_balance\)/,
		);
		expect(description).toMatch(/^Refused: nothing was spent\. .*top it up/);
	});

	test.each([
		['continueRegularOutput', [[done, failed, done]], [[0, 1, 2]]],
		['continueErrorOutput', [[done, done], [failed]], [[0, 2], [1]]],
	] as const)('is told in its place with %s', async (onError, jsons, places) => {
		const out = outputs(await start({ parameters: CHECK, items, onError }));
		expect(out.map((output) => output.map(({ json }) => json))).toEqual(jsons);
		expect(out.map((output) => output.map(({ pairedItem }) => pairedItem))).toMatchObject(
			places.map((output) => output.map((item) => ({ item }))),
		);
	});

	test('is told before anything of a run that spends leaves', async () => {
		const amounts = ['1.00', '1,50', '2.00'].map((amount) => ({ amount }));
		const run = await start({ parameters: WITHDRAWAL, items: amounts });
		expect(errorOf(run).message).toMatch('Amount must be a decimal such as 12.50');
		expect(api.sandbox.stats().requests).toEqual({});
	});
});
