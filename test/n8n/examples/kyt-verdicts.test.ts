import { outcomeAddress } from '../../../sandbox/magic';
import { readExample } from '../../../stack/examples';
import type { Workflow } from '../../../stack/n8n-api-schemas';
import { withSandboxRules } from '../../../stack/sandbox-rules';
import { Servers } from '../../contract/support/servers';
import { CLEAR_RECORD } from '../../unit/gate/support';
import { type OwnSandbox, startOwnSandbox } from '../own-sandbox';
import { credentialAnswering, removeAll, start, withSetting } from './support';
import { verdictsFor } from './verdicts';

const servers = new Servers();

let own: OwnSandbox;
let example: Workflow;

beforeAll(async () => {
	own = await startOwnSandbox();
	example = withSandboxRules(await readExample('kyt-screening'));
});

afterAll(async () => {
	await removeAll();
	servers.close();
	await own.sandbox.close();
});

/** The verdict on a screening that is clear but for this, and why. */
async function verdictOf(odd: object, workflow = example): Promise<[string, string]> {
	const entry = { network: 'btc', address: outcomeAddress('btc', 'clear') };
	const answer = { status: 200, body: { ...CLEAR_RECORD, ...entry, ...odd } };
	const front = (path: string) => (path.endsWith('/kyt_check') ? answer : undefined);
	await start(workflow, await credentialAnswering(own, servers, front));
	const [found] = await verdictsFor(workflow, { addresses: [entry] });
	return [String(found?.verdict), String(found?.reasons.join(' '))];
}

test.each([
	['an error', { error: 'provider_partial' }, 'unresolved', /outcome unknown \(provider_partial\)/],
	['an error code', { error_code: 'late' }, 'unresolved', /carries an error: .*late/],
	['an empty score', { risk_score: null }, 'unresolved', /no usable risk score/],
	['its network in capitals', { network: 'BTC' }, 'clear', /No sanctions hit/],
	['its severity in capitals', { severity: ' Low ' }, 'clear', /No sanctions hit/],
	['another severity', { severity: 'critical' }, 'review', /"critical" is not in clear_sev/],
	['no severity', { severity: null }, 'review', /no usable severity/],
	['a main risk', { dominant_risk_category: 'mixer' }, 'review', /^Main risk: mixer\.$/],
])('a completed screening with %s: %j is %s', async (_, odd, verdict, reason) => {
	expect(await verdictOf(odd)).toEqual([verdict, expect.stringMatching(reason)]);
});

test.each([
	['block_from_score', 48, 'block'],
	['block_from_score', 49, 'review'],
	['review_from_score', 48, 'review'],
	['review_from_score', 49, 'clear'],
	['review_from_score', null, 'unresolved'],
	['block_from_score', null, 'unresolved'],
])('a score of 48 is, with %s at %s, "%s"', async (setting, value, verdict) => {
	const [found] = await verdictOf({ risk_score: 48 }, withSetting(example, setting, value));
	expect(found).toBe(verdict);
});

test.each([
	['none, LOW', 'clear'],
	['', 'review'],
	[null, 'review'],
])('the severity "low" is, with clear_severities "%s", "%s"', async (value, verdict) => {
	const changed = withSetting(example, 'clear_severities', value);
	expect((await verdictOf({}, changed))[0]).toBe(verdict);
});

test('as it is in the file, nothing is clear before a person sets the rules', async () => {
	const shipped = await readExample('kyt-screening');
	expect(await verdictOf({ risk_score: 0.99 }, shipped)).toEqual([
		'unresolved',
		expect.stringContaining('review_from_score in Settings is not a number'),
	]);
	expect((await verdictOf({ sanctions_hit: true }, shipped))[0]).toBe('block');
});
