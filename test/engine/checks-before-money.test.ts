/** Proves what is checked before money moves, and what the limits among the options stop. */
import type { INodeParameters } from 'n8n-workflow';
import { TRON } from '../support/addresses';
import { batchOf } from './support/batch';
import { errorOf, type NodeRun, outputs, startNode } from './support/run-node';
import { Contract } from '../support/partner';
import { useSandbox } from '../support/use-sandbox';
import { WITHDRAWAL } from './support/withdrawal';

const WITHDRAWALS = 'POST /gw/partner/withdrawals';
/** The sandbox's magic amounts. */
const SHORT = '13.04';

const api = useSandbox({ kytDelayMs: 5, settleMs: 5 });

/** Withdraws what the items say, in the name of the present partner. */
function withdraw(
	items: { id: string; amount: string; to?: string }[],
	{ waitUntilReady = false, ...options }: INodeParameters = {},
	onError?: NodeRun['onError'],
): ReturnType<typeof startNode> {
	const parameters = {
		...WITHDRAWAL,
		waitUntilReady,
		toAddress: `={{ $json.to ?? "${TRON}" }}`,
		extIdMode: 'custom',
		extId: '={{ $json.id }}',
		options,
	} as INodeParameters;
	return startNode({ parameters, items, onError, credential: { ...api.contract.credential() } });
}

function orders(): string[] {
	const id = Number(api.contract.partner.partnerId);
	return api.sandbox.state.orders
		.filter(({ partnerId }) => partnerId === id)
		.map(({ extId }) => extId);
}

const shownBy = async (run: ReturnType<typeof startNode>) =>
	(outputs(await run)[0] ?? []).map(({ json }) => json);

describe('before anything is sent', () => {
	test.each([
		['different orders', '2'],
		['equal orders', '1'],
	])('the same ext_id for %s is refused', async (_, amount) => {
		const items = [
			{ id: 'a', amount: '1' },
			{ id: 'b', amount: '1' },
			{ id: 'a', amount },
		];
		const { message, description } = errorOf(await withdraw(items));
		expect(message).toBe('The ext_id a stands for several orders in this run');
		expect(description).toMatch(
			/a number of its own.*Remove Duplicates.*None of the 3 items was sent; with a mistake: items 0, 2\./,
		);
		expect(orders()).toEqual([]);
	});

	test('where the run goes on, only the order with an ext_id of its own is sent', async () => {
		const items = ['a', 'b', 'a'].map((id) => ({ id, amount: '1' }));
		const shown = await shownBy(withdraw(items, {}, 'continueRegularOutput'));
		const failed = { details: { outcome: 'not_sent', ext_id: 'a' } };
		expect(shown).toMatchObject([failed, { ext_id: 'b' }, failed]);
		expect(orders()).toEqual(['b']);
	});

	test.each([
		['T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', 'the address of nobody'],
		['TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy', 'the black hole of TRON, which nobody has'],
		['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'the contract of USDT, which gives nothing back'],
	])('%s, %s, is no recipient', async (nobody, what) => {
		const run = await withdraw([{ id: 'a', amount: '1', to: nobody }]);
		expect(errorOf(run).message).toBe(`To Address is ${what}`);
		const body = { currency: 'USDT', network: 'TRON', amount: '1', to_address: nobody };
		const credential = { ...api.contract.credential() };
		const batch = await startNode({ parameters: batchOf([body]), items: [{}], credential });
		expect(errorOf(batch).message).toBe(`Items, entry 0, to_address is ${what}`);
		expect(orders()).toEqual([]);
	});

	test('a scope that the token lacks is named, with those it has', async () => {
		api.contract = await Contract.of(api.sandbox, { scopes: ['balance:read', 'document:read'] });
		const { message, description } = errorOf(await withdraw([{ id: 'a', amount: '1' }]));
		expect(message).toBe('Withdrawal: Create: not sent (missing_scope)');
		expect(description).toMatch(
			/nothing was spent\..*needed is the scope withdraw; granted are: balance:read, document:read\)?\./,
		);
		expect(api.contract.arrived(WITHDRAWALS)).toBe(0);
	});
});

describe('a balance that ran short', () => {
	const items = ['1', SHORT, '2', '3'].map((amount, index) => ({
		id: `s-${String(index)}`,
		amount,
	}));

	test('fails its item alone where the run continues', async () => {
		const shown = await shownBy(withdraw(items, {}, 'continueRegularOutput'));
		expect(shown.map(({ details, ext_id }) => details ?? ext_id)).toEqual([
			's-0',
			expect.objectContaining({ code: 'insufficient_balance', outcome: 'refused' }),
			's-2',
			's-3',
		]);
		expect(shown[1]?.message).toMatch('The balance does not cover this: top it up');
		expect(orders()).toEqual(['s-0', 's-2', 's-3']);
	});

	test('ends a run that does not continue: the error says what was sent and what not', async () => {
		const { description } = errorOf(await withdraw(items));
		expect(orders()).toEqual(['s-0']);
		expect(description).toMatch(
			/Done before it: item 0 \(status pending\); not sent: items 2 to 3\.$/,
		);
	});
});

describe('the spending guard', () => {
	const items = ['5', '6', '5.000000000000000001'].map((amount, index) => ({
		id: `g-${String(index)}`,
		amount,
	}));

	test('counts the amount that the call names, whatever price a workflow holds', async () => {
		await withdraw(items, { maximumPerRun: '17', price: '100' });
		expect(orders()).toEqual(['g-0', 'g-1', 'g-2']);
	});

	test('sends nothing where the run goes beyond its maximum, to the last digit, also where it continues', async () => {
		for (const onError of [undefined, 'continueRegularOutput'] as const) {
			await withdraw(items, { maximumPerRun: '16' }, onError);
			expect(orders()).toEqual([]);
		}
		const exact = { maximumPerRun: '16.000000000000000001' };
		await withdraw(items, exact, 'continueRegularOutput');
		expect(orders()).toEqual(['g-0', 'g-1', 'g-2']);
	});
});
