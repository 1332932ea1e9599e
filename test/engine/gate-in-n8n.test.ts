/** The gate in n8n: nothing leaves through Clear where it cannot do its work, whatever On Error says. */
import type { INodeExecutionData } from 'n8n-workflow';

import { ALL, CHECK_REQUEST, GATE, type GateRun, GOING_ON, payout, useGate } from './support/gate';
import { errorOf, type NodeRun, outputs } from './support/run-node';
import { until } from '../support/until';

const gate = useGate();

const start = (run: GateRun) => gate.start(run);
const routes = (run: GateRun) => gate.routes(run);

describe('what is set wrong stops the gate before anything is sent', () => {
	const WRONG: [string, Partial<NodeRun>, RegExp][] = [
		['thresholds', { parameters: { ...GATE, blockFromScore: '10' } }, /\(10\) is below/],
		[
			'the rules of the last item',
			{ parameters: { ...GATE, reviewFromScore: '={{ $json.id === "failed" ? "x" : 25 }}' } },
			/must be a decimal/,
		],
		[
			'a rule whose expression fails',
			{ parameters: { ...GATE, clearSeverities: "={{ $('No such node').item.json.x }}" } },
			/Referenced node doesn't exist/,
		],
		['an empty item', { settings: { alwaysOutputData: true } }, /Always Output Data is on/],
		['the first item only', { settings: { executeOnce: true } }, /Execute Once is on/],
	];

	test.each(WRONG)('%s', async (_, change, message) => {
		const run = await start({ items: ALL.map(payout), ...change });
		expect(run.status).toBe('error');
		expect(errorOf(run).message).toMatch(message);
		expect(errorOf(run).description).toMatch('Not sent: nothing was spent.');
		expect(gate.sandbox.stats().requests).toEqual({});
	});

	test('and says in a retry that the try before it may have sent something', async () => {
		const parameters = { ...GATE, reviewFromScore: 'high' };
		const run = await start({ items: ALL.map(payout), parameters, mode: 'retry' });
		expect(errorOf(run).description).toMatch(
			/Outcome unknown: it may have been carried out, now or before/,
		);
	});

	describe.each(GOING_ON)('with On Error set to %s all are unresolved', (_, setting) => {
		test.each(WRONG)('%s', async (__, change, message) => {
			const settings = { ...change.settings, ...setting.settings };
			const run = await start({ items: ALL.map(payout), ...change, ...setting, settings });
			const [clear, review, block, unresolved = []] = outputs(run);
			expect({ clear, review, block }).toEqual({ clear: [], review: [], block: [] });
			expect(unresolved.map(({ json }) => json.id)).toEqual([...ALL]);
			expect(unresolved[0]?.json.screening).toMatchObject({
				verdict: 'unresolved',
				reasons: expect.arrayContaining([expect.stringMatching(message)]),
			});
			expect(gate.sandbox.stats().requests).toEqual({});
		});
	});
});

describe.each(GOING_ON)('with On Error set to %s an odd input item', (_, setting) => {
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
	const items = [payout('clear')];

	test.each(ODD.slice(0, 2))('%s is unresolved, the others are screened', async (__, odd) => {
		const [clear, , , unresolved] = await routes({ items, oddItems: [odd], ...setting });
		expect({ clear, unresolved }).toEqual({ clear: ['clear'], unresolved: [undefined] });
	});

	test.each(ODD)('%s opens no way through Clear where the rules are wrong', async (__, odd) => {
		const parameters = { ...GATE, reviewFromScore: 'high' };
		const run = await start({ items, oddItems: [odd], parameters, ...setting });
		expect(run.data.resultData.error).toBeUndefined();
		const [clear, , , unresolved = []] = outputs(run);
		expect(clear).toEqual([]);
		expect(unresolved).toMatchObject(
			[{ id: 'clear' }, {}].map((json) => ({
				json: { ...json, screening: { verdict: 'unresolved' } },
			})),
		);
		expect(unresolved[1]?.binary).toEqual(odd.binary);
	});
});

describe('a credential that is refused', () => {
	const BAD: [string, () => Record<string, string>, RegExp][] = [
		['by the API', () => ({ keyId: 'no-such-key' }), /not sent/],
		['for its key', () => ({ privateKey: 'no key' }), /Private Key/],
		['for its Partner ID', () => ({ partnerId: 'me' }), /Partner ID must be decimal digits/],
	];

	test.each(BAD)('%s stops the node', async (_, change, message) => {
		const credential = { ...gate.contract.credential(), ...change() };
		const run = await start({ items: ALL.map(payout), credential });
		expect(run.status).toBe('error');
		expect(errorOf(run).message).toMatch(message);
		expect(gate.contract.arrived(CHECK_REQUEST)).toBe(0);
	});

	test.each(GOING_ON)('leaves all unresolved with On Error set to %s', async (_, setting) => {
		const credential = { ...gate.contract.credential(), keyId: 'no-such-key' };
		const [clear, , , unresolved] = await routes({
			items: ALL.map(payout),
			credential,
			...setting,
		});
		expect({ clear, unresolved }).toEqual({ clear: [], unresolved: [...ALL] });
	});
});

describe('n8n', () => {
	test('finds no failed item among those of the gate, whatever they came with', async () => {
		const items = [{ error: 'of before', message: 'old', details: {} }].map((own) => ({
			...payout('clear'),
			...own,
		}));
		const run = await start({ items, onError: 'continueErrorOutput' });
		expect(outputs(run).map(({ length }) => length)).toEqual([1, 0, 0, 0, 0]);
	});

	test('tries again on Retry On Fail without paying again', async () => {
		// n8n takes an `error` in the first item of the first output for a failure.
		const items = [{ ...payout('clear'), error: 'of before' }];
		const run = await start({ items, maxTries: 3 });
		expect(outputs(run)[0]).toHaveLength(1);
		expect(gate.checks()).toHaveLength(1);
	});

	test.each([undefined, 'continueRegularOutput'] as const)(
		'lets nothing through when it is stopped, with On Error %s',
		async (onError) => {
			const parameters = { ...GATE, options: { pollInterval: 0.1 } };
			const items = [payout('never'), payout('clear')];
			const run = start({ parameters, items, onError });
			const ended = run.catch(() => undefined);
			await until(() => gate.contract.arrived(CHECK_REQUEST) >= 2);
			run.cancel();
			const result = await ended;
			expect(result && outputs(result)[0]).toEqual(onError === undefined ? undefined : []);
		},
	);
});
