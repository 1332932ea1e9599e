/** Proves how items go through the gate: outputs, what comes out with them, and failures of one item. */
import { ALL, GATE, payout, useGate } from './support/screenings';
import { hintsOf, outputs } from './support/run-node';

const gate = useGate();
const clear = payout('clear');
const { network, address } = GATE;
const notSent = (id: string) => ({
	id,
	screening: {
		...{ verdict: 'unresolved', record: null },
		reasons: expect.arrayContaining([expect.stringMatching('Not sent: nothing was spent')]),
		failure: { details: { outcome: 'not_sent' } },
	},
});

test('as it is dropped into a workflow, it lets nothing through', async () => {
	const parameters = { network, address };
	expect(await gate.routes({ parameters, items: ALL.map(payout) })).toEqual([
		...[[], ['clear', 'medium'], ['sanctions'], ['failed']],
	]);
});

test.each([
	[
		{ price: '0.75', maximumPerItem: '0.74' },
		'0.75 USDT is more than Maximum per Item (0.74 USDT)',
	],
	[
		{ price: '0.75', maximumPerRun: '0.74' },
		'The items together would spend 0.75 USDT, more than Maximum per Run (0.74 USDT)',
	],
	[{ extId: '={{ $json.none }}' }, 'Order Number (ext_id) is empty for this item'],
])('with %j under Options, nothing is screened', async (more, error) => {
	const parameters = { ...GATE, options: { ...GATE.options, ...more } };
	const run = await gate.start({ parameters, items: [clear] });
	expect(outputs(run)[3]?.[0]?.json.screening).toMatchObject({ failure: { error } });
	expect(gate.checks()).toEqual([]);
});

test('an item keeps what it came with, and takes the result along', async () => {
	const binary = { invoice: { data: 'aGVsbG8=', mimeType: 'text/plain' } };
	const items = [payout('sanctions'), { ...clear, amount: '12.50', error: 'of before' }];
	const options = { ...GATE.options, extId: '={{ "payout-" + $json.id }}' };
	const parameters = { ...GATE, options };
	const [[item] = []] = outputs(await gate.start({ items, parameters, beside: { binary } }));
	const key = { ext_id: 'payout-clear' };
	const record = expect.objectContaining({ status: 'completed', address: clear.to, ...key });
	const reasons = expect.arrayContaining(['There is no sanctions hit.']);
	const certificate = expect.any(String);
	const reason = expect.stringContaining('There is no sanctions hit.');
	const screening = { verdict: 'clear', reasons, reason, record, ...key, certificate };
	expect(item).toEqual({ json: { ...items[1], screening }, binary, pairedItem: { item: 1 } });
});

test.each([
	['network', { network: "={{ $json.id === 'medium' ? $('None').item.json.x : 'tron_usdt' }}" }],
	['address', { address: "={{ $json.id === 'medium' ? $('None').item.json.x : $json.to }}" }],
	['Refresh', { additionalFields: { refresh: "={{ $json.id === 'medium' && $('None').x }}" } }],
])('an expression in %s that fails for one item holds up no other', async (_, change) => {
	const run = await gate.start({ parameters: { ...GATE, ...change }, items: ALL.map(payout) });
	const all = outputs(run).map((items) => items.map(({ json }) => json));
	expect(all.map((items) => items.map(({ id }) => id))).toEqual([
		...[['clear'], [], ['sanctions'], ['medium', 'failed']],
	]);
	expect(all[3]?.[0]).toMatchObject(notSent('medium'));
	expect(gate.checks()).toHaveLength(ALL.length - 1);
});

test('an address that several items name is paid once, each is judged, and all are counted', async () => {
	const items = ['a', 'b', 'c'].map((id) => ({ ...clear, id }));
	const run = await gate.start({ items: [...items, ...ALL.slice(1).map(payout)] });
	expect(outputs(run)[0]?.map(({ json }) => json.id)).toEqual(['a', 'b', 'c']);
	expect(gate.checks()).toHaveLength(ALL.length);
	expect(hintsOf(run)).toContain('Clear 3, Review 1, Block 1, Unresolved 1.');
});

test.each([
	['its credential is refused', { keyId: 'no-such-key' }, {}],
	['a rule is wrong', {}, { reviewFromScore: 'high' }],
])('no item keeps the result of an earlier iteration if %s', async (_, change, rule) => {
	const items = [{ ...payout('medium'), screening: { verdict: 'clear' } }];
	const run = await gate.start({
		parameters: { ...GATE, ...rule },
		credential: { ...gate.api.contract.credential(), ...change },
		onError: 'continueRegularOutput',
		items,
	});
	const screening = expect.objectContaining({ verdict: 'unresolved', record: null });
	expect(outputs(run)[3]?.[0]?.json).toEqual({ ...items[0], screening });
});
