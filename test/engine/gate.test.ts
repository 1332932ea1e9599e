/** Items on their way through the gate: outputs, what comes out with them, and failures of one item. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { ALL, GATE, type GateRun, payout, useGate } from './support/gate';
import { errorOf, outputs } from './support/run-node';

const gate = useGate();

const start = (run: GateRun) => gate.start(run);
const routes = (run: GateRun) => gate.routes(run);

test('each item leaves through the output of its verdict, in order', async () => {
	const items = [...ALL, ...ALL].map(payout);
	expect(await routes({ items })).toEqual([
		['clear', 'clear'],
		['medium', 'medium'],
		['sanctions', 'sanctions'],
		['failed', 'failed'],
	]);
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

test('one whose outcome is unknown carries the ext_id to repeat it with', async () => {
	gate.sandbox.addFault({ match: { path: '/kyt_check', times: 0 }, fault: '500_after_commit' });
	const parameters = {
		...GATE,
		options: { ...GATE.options, retries: 0 },
		extIdMode: 'custom',
		extId: 'mine',
	};
	const run = await start({ parameters, items: [payout('clear')] });
	expect(outputs(run)[3]?.[0]?.json.screening).toMatchObject({
		verdict: 'unresolved',
		reasons: expect.arrayContaining([expect.stringMatching('Outcome unknown.*ext_id mine')]),
		ext_id: 'mine',
		failure: { details: { outcome: 'unknown', ext_id: 'mine' } },
	});
});

test('a key of the operator may stand under Options', async () => {
	const parameters = {
		...GATE,
		options: { ...GATE.options, extId: '={{ "payout-" + $json.id }}' },
	};
	const run = await start({ parameters, items: [payout('clear')] });
	expect(outputs(run)[0]?.[0]?.json.screening).toMatchObject({ ext_id: 'payout-clear' });
});

test('a key under Options that comes to nothing is refused: it would be screened again', async () => {
	const parameters = { ...GATE, options: { ...GATE.options, extId: '={{ $json.none }}' } };
	const run = await start({ parameters, items: [payout('clear')] });
	expect(errorOf(run).message).toBe('Order Number (ext_id) is an expression that gives nothing');
	expect(gate.checks()).toEqual([]);
});

test('more rules count as those at the top do', async () => {
	const { reviewSeverities, blockSeverities, ...rest } = GATE;
	const parameters = { ...rest, rules: { reviewSeverities, blockSeverities } };
	expect(await routes({ parameters, items: ALL.map(payout) })).toEqual(ALL.map((id) => [id]));
	const strict = { ...rest, rules: { blockSeverities: 'medium' } };
	expect((await routes({ parameters: strict, items: [payout('medium')] }))[2]).toEqual(['medium']);
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

describe('the field of the result', () => {
	const outputField = 'kyt_result';

	test('can be named', async () => {
		const parameters = { ...GATE, options: { outputField } };
		const [[item] = []] = outputs(await start({ parameters, items: [payout('clear')] }));
		expect(item?.json).toMatchObject({ ...payout('clear'), kyt_result: { verdict: 'clear' } });
	});

	test('that is taken is replaced where the operator wants it', async () => {
		const parameters = { ...GATE, options: { replaceOutputField: true } };
		const items = [{ ...payout('clear'), screening: 'of before' }];
		const [[item] = []] = outputs(await start({ parameters, items }));
		expect(item?.json.screening).toMatchObject({ verdict: 'clear' });
	});

	describe.each([
		['its credential is refused', { keyId: 'no-such-key' }, {}],
		['a rule is wrong', {}, { reviewFromScore: 'high' }],
	])('when the gate cannot do its work, because %s,', (_, change, rules) => {
		function hold(options: INodeParameters, item: IDataObject) {
			return start({
				parameters: { ...GATE, ...rules, options },
				credential: { ...gate.contract.settings(), ...change },
				onError: 'continueRegularOutput',
				items: [{ ...payout('clear'), ...item }],
			});
		}

		test('is the same', async () => {
			const run = await hold({ outputField: '={{ $json.field }}' }, { field: outputField });
			expect(outputs(run)[3]?.[0]?.json).toEqual({
				...payout('clear'),
				field: outputField,
				kyt_result: expect.objectContaining({ verdict: 'unresolved' }),
			});
		});

		test('keeps no result of a pass before', async () => {
			const item = { screening: { verdict: 'clear' } };
			const run = await hold({ replaceOutputField: true }, item);
			expect(outputs(run)[3]?.[0]?.json).toEqual({
				...payout('clear'),
				screening: expect.objectContaining({ verdict: 'unresolved' }),
			});
		});
	});

	test.each([
		['is taken', { options: {} }],
		['cannot be one', { options: { outputField: 'error' } }],
		['cannot be read', { options: { outputField: "={{ $('None').item.json.x }}" } }],
	])('that %s leaves the item as it came when the gate stops', async (_, change) => {
		const items = [{ ...payout('clear'), screening: 'of before', screening_: 'too' }];
		const parameters = { ...GATE, ...change };
		const run = await start({ parameters, items, onError: 'continueRegularOutput' });
		expect(outputs(run)[3]?.[0]?.json).toEqual({
			...items[0],
			screening__: expect.objectContaining({ verdict: 'unresolved' }),
		});
	});
});
