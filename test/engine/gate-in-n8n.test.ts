/** Proves that nothing leaves the gate through Clear where it cannot do its work, and that Clearance Rules of the credential decide. */
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { until } from '../support/until';
import { ALL, CHECK_REQUEST, GATE, GOING_ON, payout, useGate } from './support/screenings';
import { errorOf, type NodeRun, outputs } from './support/run-node';
import { certificateKey } from '../../partner-api';
import { verifiedElsewhere } from '../support/certificates';

const gate = useGate();
const items = ALL.map(payout);
const withRules = (rules: object) => () => ({ parameters: { ...GATE, ...rules } });
const withCredential = (change: object) => () => ({
	credential: { ...gate.api.contract.credential(), ...change },
});

const OF_LAST = { reviewFromScore: '={{ $json.id === "failed" ? "x" : 25 }}' };
const FAILS = { clearSeverities: "={{ $('No such node').item.json.x }}" };
const WRONG: [string, () => Partial<NodeRun>, RegExp][] = [
	['thresholds', withRules({ blockFromScore: '10' }), /\(10\) is below/],
	['the rules of the last item', withRules(OF_LAST), /must be a decimal/],
	['a rule whose expression fails', withRules(FAILS), /Referenced node doesn't exist/],
	['an empty item', () => ({ settings: { alwaysOutputData: true } }), /Always Output Data is on/],
	['the first item only', () => ({ settings: { executeOnce: true } }), /Execute Once is on/],
	['a key that cannot be read', withCredential({ privateKey: 'no key' }), /Private Key/],
	['a Key ID that the API refuses', withCredential({ keyId: 'no-such-key' }), /not sent/],
];

describe.each(WRONG)('what is set wrong: %s', (_, changeOf, message) => {
	test('stops the gate before anything is sent', async () => {
		const run = await gate.start({ items, ...changeOf() });
		expect(run.status).toBe('error');
		expect(errorOf(run).message).toMatch(message);
		expect(errorOf(run).description).toMatch('Not sent: nothing was spent.');
		expect(gate.api.contract.arrived(CHECK_REQUEST)).toBe(0);
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
		expect(gate.api.contract.arrived(CHECK_REQUEST)).toBe(0);
	});
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

	test.each(ODD)('an item %s does not get through if the rules are wrong', async (__, odd) => {
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
});

test('Retry On Fail tries again without paying again', async () => {
	// n8n takes an `error` in the first item of the first output for a failure.
	const items = [{ ...payout('clear'), error: 'of before' }];
	const run = await gate.start({ items, maxTries: 3 });
	expect(outputs(run)[0]).toHaveLength(1);
	expect(gate.checks()).toHaveLength(1);
});

test.each([undefined, 'continueRegularOutput'] as const)(
	'a gate that is cancelled lets nothing through, with On Error %s',
	async (onError) => {
		const run = gate.start({ items: [payout('never'), payout('clear')], onError });
		const ended = run.catch(() => undefined);
		await until(() => gate.api.contract.arrived(CHECK_REQUEST) >= 2);
		run.cancel();
		const result = await ended;
		expect(result && outputs(result)[0]).toEqual(onError === undefined ? undefined : []);
	},
);

const RULES = {
	...{ reviewFromScore: '25', blockFromScore: 75, clearSeverities: 'low' },
	...{ reviewSeverities: ['medium'], blockSeverities: 'high, critical' },
};
const { network, address, options } = GATE;
/** A gate as it stands in the panel, without a rule. */
const BARE = {
	...{ network, address, options },
	...{ reviewFromScore: '', blockFromScore: '', clearSeverities: '', rules: {} },
};

const CLEARANCE = { clearanceHours: '24', clearanceRules: JSON.stringify(RULES) };
const start = (parameters: INodeParameters, fields: object = {}) => {
	const credential = { ...gate.api.contract.credential(), ...CLEARANCE, ...fields };
	return gate.start({ parameters, credential, items });
};

test.each([
	['as text', JSON.stringify(RULES)],
	['as n8n may hand it over', RULES],
])('they decide, given %s, and the certificate says so', async (_, clearanceRules) => {
	const all = outputs(await start(BARE, { clearanceRules }));
	expect(all.map((output) => output.map(({ json }) => json.id))).toEqual(ALL.map((id) => [id]));
	const { publicKey } = await certificateKey(gate.api.contract.partner.privateKeyPem);
	// The end of a screening that failed is seen, and not waited for any longer.
	expect(all[3]).toMatchObject([{ json: { screening: { record: { status: 'failed' } } } }]);
	for (const { json } of all.flat()) {
		const { certificate } = json.screening as { certificate: string };
		expect(verifiedElsewhere(certificate, publicKey).claims).toMatchObject({
			rules_from: 'credential',
			rules: { reviewFromScore: '25', blockFromScore: '75', clearSeverities: ['low'] },
		});
	}
});

test.each<[string, INodeParameters]>([
	['Review From Score', { reviewFromScore: '99' }],
	['Clear Severities', { clearSeverities: 'low' }],
	['Clear Severities', { clearSeverities: '={{ $json.id === "failed" ? "low" : [] }}' }],
])('%s in the node, as %j, is refused before anything is sent', async (label, set) => {
	const { message, description } = errorOf(await start({ ...BARE, ...set }));
	expect(message).toBe(
		`${label} is set in this node, but the credential has the rules (Clearance Rules)`,
	);
	expect(description).toMatch(/^Not sent: nothing was spent\. Remove the rules/);
	expect(gate.api.sandbox.stats().requests).toEqual({});
});

test.each<[string, Record<string, unknown>, RegExp]>([
	['no JSON', { clearanceRules: '{x' }, /^Clearance Rules is not valid JSON/],
	['another name', { clearanceRules: '{"reviewFrom": 1}' }, /^Clearance Rules: .*"reviewFrom"/],
	['no rules', { clearanceRules: '' }, /and Clearance Rules of the credential go together/],
	['no time', { clearanceHours: 'a day' }, /^Withdrawals Need a Clearance \(Hours\) must be/],
])('a credential with %s is refused before anything is sent', async (_, fields, message) => {
	expect(errorOf(await start(BARE, fields)).message).toMatch(message);
	expect(gate.api.sandbox.stats().requests).toEqual({});
});
