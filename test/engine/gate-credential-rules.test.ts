/** Proves that Clearance Rules in the credential decide, and that a gate with rules of its own beside them sends nothing. */
import type { INodeParameters } from 'n8n-workflow';
import { certificateKey } from '../../partner-api';
import { verifiedElsewhere } from '../support/certificates';
import { ALL, CHECK_REQUEST, GATE, GOING_ON, payout, useGate } from './support/gate';
import { errorOf, outputs } from './support/run-node';

const gate = useGate();
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
const items = ALL.map(payout);

const credentialWith = (fields: Record<string, unknown> = {}) =>
	({
		...gate.contract.credential(),
		...{ clearanceHours: '24', clearanceRules: JSON.stringify(RULES), ...fields },
	}) as ReturnType<typeof gate.contract.credential>;

const start = (parameters: INodeParameters, fields?: Record<string, unknown>) =>
	gate.start({ parameters, credential: { ...credentialWith(fields) }, items });

test.each([
	['as text', JSON.stringify(RULES)],
	['as n8n may hand it over', RULES],
])('they decide, given %s, and the certificate says so', async (_, clearanceRules) => {
	const all = outputs(await start(BARE, { clearanceRules }));
	expect(all.map((output) => output.map(({ json }) => json.id))).toEqual(ALL.map((id) => [id]));
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

test.each<[string, INodeParameters]>([
	['Review From Score', { reviewFromScore: '99' }],
	['Clear Severities', { clearSeverities: 'low' }],
	['Require a Severity', { rules: { requireSeverity: false } }],
	['Clear Severities', { clearSeverities: '={{ $json.id === "failed" ? "low" : [] }}' }],
])('%s in the node, as %j, is refused before anything is sent', async (label, set) => {
	const { message, description } = errorOf(await start({ ...BARE, ...set }));
	expect(message).toBe(
		`${label} is set in this node, but the credential has the rules (Clearance Rules)`,
	);
	expect(description).toMatch(/^Not sent: nothing was spent\. Empty the rules/);
	expect(gate.sandbox.stats().requests).toEqual({});
});

test.each(GOING_ON)(
	'nothing is clear by rules of both with On Error set to %s',
	async (_, setting) => {
		const routes = await gate.routes({ credential: { ...credentialWith() }, items, ...setting });
		expect(routes.slice(0, 4)).toEqual([[], [], [], [...ALL]]);
		expect(gate.contract.arrived(CHECK_REQUEST)).toBe(0);
	},
);

test.each<[string, Record<string, unknown>, RegExp]>([
	['no JSON', { clearanceRules: '{x' }, /^Clearance Rules is not valid JSON/],
	['a list', { clearanceRules: '[]' }, /^Clearance Rules must be a JSON object/],
	['another name', { clearanceRules: '{"reviewFrom": 1}' }, /^Clearance Rules: .*"reviewFrom"/],
	['no score', { clearanceRules: '{"blockFromScore": "x"}' }, /^Clearance Rules: Block From Score/],
	['no rules', { clearanceRules: '' }, /and Clearance Rules of the credential go together/],
	['no hours', { clearanceHours: '' }, /and Clearance Rules of the credential go together/],
	['no time', { clearanceHours: 'a day' }, /^Withdrawals Need a Clearance \(Hours\) must be/],
	['no time at all', { clearanceHours: '0' }, /^Withdrawals Need .* must be more than 0/],
])('a credential with %s is refused before anything is sent', async (_, fields, message) => {
	expect(errorOf(await start(BARE, fields)).message).toMatch(message);
	expect(gate.sandbox.stats().requests).toEqual({});
});
