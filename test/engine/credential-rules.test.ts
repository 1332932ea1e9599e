/** With Clearance Rules in the credential, these decide, and a gate with rules of its own sends nothing. */
import type { INodeParameters } from 'n8n-workflow';

import { certificateKey } from '../../partner-api';
import { verifiedElsewhere } from '../support/certificates';
import { ALL, CHECK_REQUEST, GATE, GOING_ON, payout, useGate } from './support/gate';
import { errorOf, outputs } from './support/run-node';

const gate = useGate();

const RULES = {
	reviewFromScore: '25',
	blockFromScore: 75,
	clearSeverities: 'low',
	reviewSeverities: ['medium'],
	blockSeverities: 'high, critical',
};
const { network, address, options } = GATE;
/** A gate as it stands in the panel, without a rule. */
const BARE = {
	...{ network, address, options },
	...{ reviewFromScore: '', blockFromScore: '', clearSeverities: '', rules: {} },
};

function start(parameters: INodeParameters, fields: Record<string, unknown> = {}) {
	const credential = {
		...gate.contract.credential(),
		clearanceHours: '24',
		clearanceRules: JSON.stringify(RULES),
		...fields,
	} as ReturnType<typeof gate.contract.credential>;
	return gate.start({ parameters, credential, items: ALL.map(payout) });
}

test.each([
	['as text', JSON.stringify(RULES)],
	['as n8n may hand it over', RULES],
])('they decide, given %s, and the certificate says so', async (_, clearanceRules) => {
	const all = outputs(await start(BARE, { clearanceRules }));
	expect(all.map((items) => items.map(({ json }) => json.id))).toEqual(ALL.map((id) => [id]));
	const { publicKey } = await certificateKey(gate.contract.partner.privateKeyPem);
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

describe('a rule in the node is refused before anything is sent:', () => {
	test.each<[string, INodeParameters]>([
		['Review From Score', { reviewFromScore: '99' }],
		['Clear Severities', { clearSeverities: 'low' }],
		['Require a Severity', { rules: { requireSeverity: false } }],
		['Clear Severities', { clearSeverities: '={{ $json.id === "failed" ? "low" : [] }}' }],
	])('%s, as %j', async (label, set) => {
		const run = await start({ ...BARE, ...set });
		expect(errorOf(run).message).toBe(
			`${label} is set in this node, but the credential has the rules (Clearance Rules)`,
		);
		expect(errorOf(run).description).toMatch(/^Not sent: nothing was spent\. Empty the rules/);
		expect(gate.sandbox.stats().requests).toEqual({});
	});

	test.each(GOING_ON)('and nothing is clear with On Error set to %s', async (_, setting) => {
		const credential = {
			...gate.contract.credential(),
			clearanceHours: '24',
			clearanceRules: JSON.stringify(RULES),
		};
		const routes = await gate.routes({ credential, items: ALL.map(payout), ...setting });
		expect(routes.slice(0, 4)).toEqual([[], [], [], [...ALL]]);
		expect(gate.contract.arrived(CHECK_REQUEST)).toBe(0);
	});
});

test.each<[string, Record<string, unknown>, RegExp]>([
	['no JSON', { clearanceRules: '{x' }, /^Clearance Rules is not valid JSON/],
	['another name', { clearanceRules: '{"reviewFrom": 1}' }, /^Clearance Rules: .*"reviewFrom"/],
	['no score', { clearanceRules: '{"blockFromScore": "x"}' }, /^Clearance Rules: Block From Score/],
	[
		'no rules',
		{ clearanceRules: '' },
		/\(Hours\) and Clearance Rules of the credential go together/,
	],
	['no hours', { clearanceHours: '' }, /and Clearance Rules of the credential go together/],
	['no time', { clearanceHours: 'a day' }, /^Withdrawals Need a Clearance \(Hours\) must be/],
])('a credential with %s is refused before anything is sent', async (_, fields, message) => {
	const run = await start(BARE, fields);
	expect(errorOf(run).message).toMatch(message);
	expect(gate.sandbox.stats().requests).toEqual({});
});
