/** Proves what a search for gift offers sends. */
import { useSandbox } from '../support/use-sandbox';
import { outputs, startNode } from './support/run-node';

const api = useSandbox();

/** How many offers a search found. */
async function search(query: string): Promise<number | undefined> {
	const run = await startNode({
		credential: { ...api.contract.credential() },
		parameters: { resource: 'giftOffer', operation: 'search', query, returnAll: true, options: {} },
		items: [{}],
	});
	return outputs(run)[0]?.length;
}

test('a search for gift offers sends its Query', async () => {
	expect(await search('music')).toBe(2);
	expect(api.contract.bodies('/api/offers')).toEqual(['{"query":"music"}']);
});

test.each(['', ' '])('without one (%j) it sends none, and lists what there is', async (query) => {
	expect(await search(query)).toBeGreaterThan(1);
	expect(api.contract.bodies('/api/offers')).toEqual(['{}']);
});
