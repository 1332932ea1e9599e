/** Proves what is checked before money moves, and what a balance and limits stop on the way. */
import { TRON } from '../support/addresses';
import { Contract } from '../support/partner';
import { batchOf } from './support/batch';
import { SENT, useOrders } from './support/orders';
import { WITHDRAWAL } from './support/withdrawal';

const ON = { onError: 'continueRegularOutput' as const };
const { api, order, made } = useOrders({ kytDelayMs: 5, settleMs: 5 });
const OWN = {
	...{ ...WITHDRAWAL, extIdMode: 'custom', extId: '={{ $json.id }}', options: {} },
	toAddress: `={{ $json.to ?? "${TRON}" }}`,
};
const itemsOf = (...all: [id: string, amount: string][]) => ({
	items: all.map(([id, amount]) => ({ id, amount })),
});

test.each([
	['different orders', '2'],
	['equal orders', '1'],
])(
	'the same ext_id for %s is refused, and where the run goes on, the other is sent',
	async (_, amount) => {
		const items = itemsOf(['a', '1'], ['b', '1'], ['a', amount]);
		const { message, description } = await order(OWN, {}, items);
		expect(message).toBe('The ext_id a stands for several orders in this run');
		expect(description).toMatch(
			/a number of its own.*Remove Duplicates.*None of the 3 items was sent; with a mistake: items 0, 2\./,
		);
		expect(made()).toEqual([]);
		const failed = { details: { outcome: 'not_sent', ext_id: 'a' } };
		const run = await order(OWN, {}, { ...items, ...ON });
		expect(run.items).toMatchObject([failed, { ext_id: 'b' }, failed]);
		expect(made()).toEqual(['b']);
	},
);

test.each([
	['T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', 'the address of nobody'],
	['TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy', 'the black hole of TRON, which nobody has'],
	['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'the contract of USDT, which gives nothing back'],
])('%s, %s, is no recipient', async (nobody, what) => {
	const one = await order(OWN, {}, { items: [{ id: 'a', amount: '1', to: nobody }] });
	expect(one.message).toBe(`To Address is ${what}`);
	const batch = await order(batchOf([{ ...SENT, to_address: nobody }]));
	expect(batch.message).toBe(`Items, entry 0, to_address is ${what}`);
	expect(made()).toEqual([]);
});

test('a scope that the token lacks is named, with those it has', async () => {
	api.contract = await Contract.of(api.sandbox, { scopes: ['balance:read', 'document:read'] });
	const { message, description, sent } = await order(OWN);
	expect(message).toBe('Withdrawal: Create: not sent (missing_scope)');
	expect(description).toMatch(
		/nothing was spent\..*needed is the scope withdraw; granted are: balance:read, document:read\)?\./,
	);
	expect(sent).toEqual([]);
});

describe('a balance that ran short', () => {
	/** The second has the sandbox's magic amount. */
	const items = itemsOf(['s-0', '1'], ['s-1', '13.04'], ['s-2', '2'], ['s-3', '3']);

	test('fails its item alone where the run continues', async () => {
		const { items: shown } = await order(OWN, {}, { ...items, ...ON });
		const short = expect.objectContaining({ code: 'insufficient_balance', outcome: 'refused' });
		const keys = shown.map(({ details, ext_id: extId }) => details ?? extId);
		expect(keys).toEqual(['s-0', short, 's-2', 's-3']);
		expect(shown[1]?.message).toMatch('The balance does not cover this: top it up');
		expect(made()).toEqual(['s-0', 's-2', 's-3']);
	});

	test('ends a run that does not continue: the error says what was sent and what not', async () => {
		const { description } = await order(OWN, {}, items);
		expect(made()).toEqual(['s-0']);
		expect(description).toMatch(
			/Done before it: item 0 \(status pending\); not sent: items 2 to 3\.$/,
		);
	});
});

test('a run beyond its maximum sends nothing, to the last digit, whatever price a workflow holds', async () => {
	const items = itemsOf(['g-0', '5'], ['g-1', '6'], ['g-2', '5.000000000000000001']);
	const within = (maximumPerRun: string) => ({ ...OWN, options: { maximumPerRun, price: '100' } });
	for (const more of [{}, ON]) {
		await order(within('16'), {}, { ...items, ...more });
		expect(made()).toEqual([]);
	}
	await order(within('16.000000000000000001'), {}, { ...items, ...ON });
	expect(made()).toEqual(['g-0', 'g-1', 'g-2']);
});
