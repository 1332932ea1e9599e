/** Proves that nothing leaves the gate through Clear where it cannot do its work, whatever n8n is set to do after an error. */
import type { INodeExecutionData } from 'n8n-workflow';
import { until } from '../support/until';
import { ALL, CHECK_REQUEST, GATE, GOING_ON, payout, useGate } from './support/gate';
import { errorOf, type NodeRun, outputs } from './support/run-node';

const gate = useGate();
const items = ALL.map(payout);
const withRules = (rules: object) => () => ({ parameters: { ...GATE, ...rules } });
const withCredential = (change: object) => () => ({
	credential: { ...gate.contract.credential(), ...change },
});

const WRONG: [string, () => Partial<NodeRun>, RegExp][] = [
	['thresholds', withRules({ blockFromScore: '10' }), /\(10\) is below/],
	[
		'the rules of the last item',
		withRules({ reviewFromScore: '={{ $json.id === "failed" ? "x" : 25 }}' }),
		/must be a decimal/,
	],
	[
		'a rule whose expression fails',
		withRules({ clearSeverities: "={{ $('No such node').item.json.x }}" }),
		/Referenced node doesn't exist/,
	],
	['an empty item', () => ({ settings: { alwaysOutputData: true } }), /Always Output Data is on/],
	['the first item only', () => ({ settings: { executeOnce: true } }), /Execute Once is on/],
	['a key that cannot be read', withCredential({ privateKey: 'no key' }), /Private Key/],
	['a Partner ID that is none', withCredential({ partnerId: 'me' }), /Partner ID must be decimal/],
	['a Key ID that the API refuses', withCredential({ keyId: 'no-such-key' }), /not sent/],
];

describe.each(WRONG)('what is set wrong: %s', (_, changeOf, message) => {
	test('stops the gate before anything is sent', async () => {
		const run = await gate.start({ items, ...changeOf() });
		expect(run.status).toBe('error');
		expect(errorOf(run).message).toMatch(message);
		expect(errorOf(run).description).toMatch('Not sent: nothing was spent.');
		expect(gate.contract.arrived(CHECK_REQUEST)).toBe(0);
	});

	test.each(GOING_ON)('leaves all unresolved with On Error set to %s', async (__, setting) => {
		const change = changeOf();
		const settings = { ...change.settings, ...setting.settings };
		const run = await gate.start({ items, ...change, ...setting, settings });
		const [clear, review, block, unresolved = []] = outputs(run);
		expect({ clear, review, block }).toEqual({ clear: [], review: [], block: [] });
		expect(unresolved.map(({ json }) => json.id)).toEqual([...ALL]);
		expect(unresolved[0]?.json.screening).toMatchObject({
			verdict: 'unresolved',
			reasons: expect.arrayContaining([expect.stringMatching(message)]),
		});
		expect(gate.contract.arrived(CHECK_REQUEST)).toBe(0);
	});
});

test('in a retry, a gate that is stopped says that the try before it may have sent something', async () => {
	const run = await gate.start({
		items,
		...withRules({ reviewFromScore: 'high' })(),
		mode: 'retry',
	});
	expect(errorOf(run).description).toMatch(
		/Outcome unknown: it may have been carried out, now or before/,
	);
});

const unreadable = {
	get to(): never {
		throw new Error('gone');
	},
};
const ODD: [string, Partial<INodeExecutionData>][] = [
	['of nothing but a file', { binary: { scan: { data: '', mimeType: 'text/plain' } } }],
	['of nothing at all', {}],
	['that cannot be read', { json: unreadable }],
];

describe.each(GOING_ON)('with On Error set to %s', (_, setting) => {
	const one = { items: [payout('clear')], ...setting };

	test.each(ODD.slice(0, 2))('an item %s is unresolved, the others go on', async (__, odd) => {
		const [clear, , , unresolved] = await gate.routes({ ...one, oddItems: [odd] });
		expect({ clear, unresolved }).toEqual({ clear: ['clear'], unresolved: [undefined] });
	});

	test.each(ODD)('an item %s opens no way where the rules are wrong', async (__, odd) => {
		const wrong = withRules({ reviewFromScore: 'high' })();
		const run = await gate.start({ ...one, oddItems: [odd], ...wrong });
		expect(run.data.resultData.error).toBeUndefined();
		const [clear, , , unresolved = []] = outputs(run);
		expect(clear).toEqual([]);
		const screening = { verdict: 'unresolved' };
		expect(unresolved).toMatchObject([
			{ json: { id: 'clear', screening } },
			{ json: { screening } },
		]);
		expect(unresolved[1]?.binary).toEqual(odd.binary);
	});

	test('each item leaves through the output of its verdict, whatever it came with', async () => {
		const failed = { error: 'of before', message: 'old', details: {} };
		const given = items.map((item) => ({ ...item, ...failed }));
		const [clear, review, block, unresolved, error = []] = await gate.routes({
			items: [...given, ...given],
			...setting,
		});
		expect([clear, review, block, unresolved]).toEqual(ALL.map((id) => [id, id]));
		// The fifth output, which n8n adds, stays empty.
		expect(error).toEqual([]);
	});
});

test('Retry On Fail tries again without paying again', async () => {
	// n8n takes an `error` in the first item of the first output for a failure.
	const run = await gate.start({
		items: [{ ...payout('clear'), error: 'of before' }],
		maxTries: 3,
	});
	expect(outputs(run)[0]).toHaveLength(1);
	expect(gate.checks()).toHaveLength(1);
});

test.each([undefined, 'continueRegularOutput'] as const)(
	'a gate that is cancelled lets nothing through, with On Error %s',
	async (onError) => {
		const run = gate.start({ items: [payout('never'), payout('clear')], onError });
		const ended = run.catch(() => undefined);
		await until(() => gate.contract.arrived(CHECK_REQUEST) >= 2);
		run.cancel();
		const result = await ended;
		expect(result && outputs(result)[0]).toEqual(onError === undefined ? undefined : []);
	},
);
