/** Items on their way through the gate: outputs, what comes out with them, and failures of one item. */
import type { INodeParameters } from 'n8n-workflow';
import type { KytOutcome } from '../../dev/sandbox/magic';
import { ALL, GATE, type GateRun, payout, useGate } from './support/gate';
import { outputs } from './support/run-node';

const gate = useGate();

const start = (run: GateRun) => gate.start(run);
const routes = (run: GateRun) => gate.routes(run);

describe('a rule where the panel does not have it lets nothing through:', () => {
	const { clearSeverities, ...rest } = GATE;

	test.each<[string, KytOutcome, INodeParameters]>([
		['one of the first three, in More Rules', 'clear', { rules: { clearSeverities } }],
		['one of the first three, in Options', 'clear', { options: { clearSeverities } }],
	])('%s', async (_, outcome, more) => {
		const parameters = { ...rest, rules: {}, ...more };
		const items = [payout(outcome)];
		expect(await routes({ parameters, items })).toEqual([[], [outcome], [], []]);
	});
});

test.each([
	['maximumPerItem', '0.75 USDT is more than Maximum per Item (0.74 USDT)'],
	['maximumPerRun', 'The run would spend 0.75 USDT, more than Maximum per Run (0.74 USDT)'],
])('%s under Options holds', async (limit, error) => {
	const options = { ...GATE.options, price: '0.75', [limit]: '0.74' };
	const run = await start({ parameters: { ...GATE, options }, items: [payout('clear')] });
	expect(outputs(run)[3]?.[0]?.json.screening).toMatchObject({ failure: { error } });
	expect(gate.checks()).toEqual([]);
});

test('an item keeps what it came with, and takes the result along', async () => {
	const binary = { invoice: { data: 'aGVsbG8=', mimeType: 'text/plain' } };
	const items = [payout('sanctions'), { ...payout('clear'), amount: '12.50', error: 'of before' }];
	const [[item] = []] = outputs(await start({ items, beside: { binary } }));
	expect(item).toEqual({
		json: {
			...items[1],
			screening: {
				verdict: 'clear',
				reasons: expect.arrayContaining(['There is no sanctions hit.']),
				record: expect.objectContaining({
					status: 'completed',
					address: payout('clear').to,
					ext_id: expect.stringMatching(/^n8n-kyt-screen-/),
				}),
				ext_id: expect.stringMatching(/^n8n-kyt-screen-/),
				certificate: expect.any(String),
			},
		},
		binary,
		pairedItem: { item: 1 },
	});
});

test('an item that could not be screened is unresolved, with what became of the money', async () => {
	const items = [payout('insufficient_balance'), payout('clear'), { to: '', id: 'empty' }];
	const run = await start({ items });
	expect(run.status).toBe('success');
	const [[clear] = [], , , unresolved = []] = outputs(run);
	expect(clear?.json.id).toBe('clear');
	expect(unresolved.map(({ json }) => json)).toMatchObject([
		{
			id: 'insufficient_balance',
			screening: {
				verdict: 'unresolved',
				reasons: expect.arrayContaining([expect.stringMatching('Refused: nothing was spent')]),
				record: null,
				failure: { details: { code: 'insufficient_balance', outcome: 'refused' } },
			},
		},
		{
			id: 'empty',
			screening: {
				reasons: expect.arrayContaining([expect.stringMatching('Not sent: nothing was spent')]),
				record: null,
				ext_id: null,
				failure: { error: 'Address is empty', details: { outcome: 'not_sent' } },
			},
		},
	]);
});

test.each([
	['network', { network: "={{ $json.id === 'medium' ? $('None').item.json.x : 'tron_usdt' }}" }],
	['address', { address: "={{ $json.id === 'medium' ? $('None').item.json.x : $json.to }}" }],
	[
		'additionalFields',
		{ additionalFields: { refresh: "={{ $json.id === 'medium' && $('None').item.json.x }}" } },
	],
])('an expression in %s that fails for one item holds up no other', async (_, change) => {
	const run = await start({ parameters: { ...GATE, ...change }, items: ALL.map(payout) });
	const [clear, review, block, unresolved = []] = outputs(run);
	expect([clear, review, block].map((items) => items?.map(({ json }) => json.id))).toEqual([
		['clear'],
		[],
		['sanctions'],
	]);
	expect(unresolved.map(({ json }) => json)).toMatchObject([
		{
			id: 'medium',
			screening: {
				reasons: expect.arrayContaining([expect.stringMatching('Not sent: nothing was spent')]),
				failure: { details: { outcome: 'not_sent' } },
			},
		},
		{ id: 'failed' },
	]);
	expect(gate.checks()).toHaveLength(ALL.length - 1);
});

test('a key of the operator may stand under Options', async () => {
	const parameters = {
		...GATE,
		options: { ...GATE.options, extId: '={{ "payout-" + $json.id }}' },
	};
	const run = await start({ parameters, items: [payout('clear')] });
	expect(outputs(run)[0]?.[0]?.json.screening).toMatchObject({ ext_id: 'payout-clear' });
});

test('a key under Options that comes to nothing is not sent: it would be screened again', async () => {
	const parameters = { ...GATE, options: { ...GATE.options, extId: '={{ $json.none }}' } };
	const run = await start({ parameters, items: [payout('clear')] });
	expect(outputs(run)[3]?.[0]?.json.screening).toMatchObject({
		failure: { error: 'Order Number (ext_id) is an expression that gives nothing' },
	});
	expect(gate.checks()).toEqual([]);
});

test('a network that is detected is judged as the one that the address tells', async () => {
	const parameters = { ...GATE, network: 'auto' };
	const unknown = { id: 'unknown', to: 'no address' };
	const items = [payout('clear'), unknown, { ...payout('medium'), to: ` ${payout('medium').to} ` }];
	expect(await routes({ parameters, items })).toEqual([['clear'], ['medium'], [], ['unknown']]);
});

test('a look that is refused takes nothing from the check that was accepted', async () => {
	gate.sandbox.addFault({ match: { path: '/kyt_check', nth: 2 }, fault: '403' });
	const run = await start({ items: [payout('never')] });
	expect(outputs(run)[3]?.[0]?.json.screening).toMatchObject({
		verdict: 'unresolved',
		record: { status: 'processing' },
	});
});

test('says how many went where', async () => {
	const run = await start({ items: [...ALL, ...ALL.slice(0, 1)].map(payout) });
	const [task] = run.data.resultData.runData['Partner Settlement'] ?? [];
	expect(task?.hints?.map(({ message }) => message)).toEqual(
		expect.arrayContaining(['Clear 2, Review 1, Block 1, Unresolved 1.']),
	);
});

test('an address that several items name is paid once, and each item is judged', async () => {
	const items = ['a', 'b', 'c'].map((id) => ({ ...payout('clear'), id }));
	expect(await routes({ items })).toEqual([['a', 'b', 'c'], [], [], []]);
	expect(gate.checks()).toHaveLength(1);
});

test('the rules may differ from item to item', async () => {
	const parameters = { ...GATE, reviewFromScore: '={{ $json.limit }}' };
	const items = ['3', '4'].map((limit) => ({ ...payout('clear'), id: limit, limit }));
	expect(await routes({ parameters, items })).toEqual([['4'], ['3'], [], []]);
});

test('as it is dropped into a workflow, it lets nothing through', async () => {
	const { network, address } = GATE;
	const [clear, review, block, unresolved] = await routes({
		parameters: { network, address },
		items: ALL.map(payout),
	});
	expect({ clear, review, block, unresolved }).toEqual({
		clear: [],
		review: ['clear', 'medium'],
		block: ['sanctions'],
		unresolved: ['failed'],
	});
});

describe('a result of a pass before', () => {
	const items = [{ ...payout('medium'), screening: { verdict: 'clear' } }];

	test.each([
		['its credential is refused', { keyId: 'no-such-key' }, {}],
		['a rule is wrong', {}, { reviewFromScore: 'high' }],
	])('is kept by no item when the gate cannot do its work, because %s', async (_, change, rule) => {
		const run = await start({
			parameters: { ...GATE, ...rule },
			credential: { ...gate.contract.credential(), ...change },
			onError: 'continueRegularOutput',
			items,
		});
		expect(outputs(run)[3]?.[0]?.json).toEqual({
			...items[0],
			screening: expect.objectContaining({ verdict: 'unresolved', record: null }),
		});
	});
});
