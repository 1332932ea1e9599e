/** Proves that a key is under way once: who comes second waits, is told so, and a key is free again whatever happens. */
import type { RunItem } from '../../../../../nodes/PartnerSettlement/orders/item';
import { withKeys } from '../../../../../nodes/PartnerSettlement/orders/keys-under-way';
import type { Order } from '../../../../../nodes/PartnerSettlement/orders/order';

function itemOf(partnerId = '1', effect = 'spend'): RunItem {
	return {
		run: {
			settings: { apiUrl: 'https://api', partnerId },
			redisUrl: '',
			operation: { effect },
			signal: new AbortController().signal,
		},
		options: { timeout: 30, retries: 0, longestWait: 1 },
	} as unknown as RunItem;
}

const orders = (...extIds: (string | undefined)[]) =>
	extIds.map((extId) => ({ extId }) as unknown as Order);

/** Work that lasts until it is told to end. */
function work() {
	let end = (): void => undefined;
	const done = new Promise<void>((resolve) => (end = resolve));
	const waited: boolean[] = [];
	const run = async (hadToWait: boolean) => {
		waited.push(hadToWait);
		await done;
	};
	return { run, end, waited };
}

test('the second begins when the first has ended, and is told that it had to wait', async () => {
	const log: string[] = [];
	const [first, second] = [work(), work()];
	const noting =
		(name: string, { run }: typeof first) =>
		async (hadToWait: boolean) => {
			log.push(`${name} begins`);
			await run(hadToWait);
			log.push(`${name} ends`);
		};
	const one = withKeys(itemOf(), orders('b', 'a'), noting('first', first));
	const two = withKeys(itemOf(), orders('a'), noting('second', second));
	second.end();
	first.end();
	await Promise.all([one, two]);
	expect(log).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
	expect([first.waited, second.waited]).toEqual([[false], [true]]);
});

test('a key is free again after work that throws', async () => {
	const thrown = withKeys(itemOf(), orders('c'), async () => {
		throw await Promise.resolve(new Error('unforeseen'));
	});
	await expect(thrown).rejects.toThrow('unforeseen');
	const after = work();
	after.end();
	await withKeys(itemOf(), orders('c'), after.run);
	expect(after.waited).toEqual([false]);
});

test.each([
	['of another partner', itemOf('2'), ['d']],
	['of a screening, whose repeat the API knows', itemOf('1', 'screen'), ['d']],
	['another key', itemOf(), ['e']],
	['none', itemOf(), [undefined]],
])('nobody waits for a key %s', async (_, item, extIds) => {
	const [first, second] = [work(), work()];
	second.end();
	const one = withKeys(itemOf(), orders('d'), first.run);
	await withKeys(item, orders(...extIds), second.run);
	expect(second.waited).toEqual([false]);
	first.end();
	await one;
});
