import { PartnerSettlementApi } from '../../credentials/PartnerSettlementApi.credentials';
import { differencesOf } from '../sandbox/dialects';
import type { Demo } from './demo';
import { waysToTry } from './tries';

/**
 * The credential's fields by their names in the editor. Each value is on one line, which the credential accepts, too.
 */
export function credentialLines(fields: Demo['fields']): string[] {
	return new PartnerSettlementApi().properties.flatMap(({ name, displayName }) => {
		const value = fields[name]?.trim().replace(/\n/g, ' ');
		return value ? [`    ${displayName.padEnd(20)} ${value}`] : [];
	});
}

/** The facts that no check can find without an order. For a real API, you would ask the provider. */
function providerLines(dialect: Demo['dialect']): string[] {
	if (dialect === undefined || dialect === 'as-shown') return [];
	return [
		"  Run Setup: Check the API first. It can't find every difference, so add these entries to API Differences. With a real API, ask its provider for them:",
		'',
		`    ${JSON.stringify(differencesOf(dialect))}`,
		'',
	];
}

/** Three examples that show the most in a minute. */
const FIRST = ['kyt-screening', 'payout-with-screening', 'buy-esim'];

type Described = Omit<Demo, 'api'>;

function exampleLines(demo: Described, names?: readonly string[]): string[] {
	const ways = waysToTry(demo);
	return demo.examples
		.filter(({ name }) => names === undefined || names.includes(name))
		.flatMap(({ name, workflow, stored }) => [
			'',
			`    ${workflow.name}   ${demo.url}/workflow/${stored.id}`,
			...(ways.get(name) ?? []).map((line) => `      ${line}`),
		]);
}

function loginLines(demo: Described): string[] {
	return [
		'',
		`  n8n       ${demo.url}`,
		`  e-mail    ${demo.owner.email}`,
		`  password  ${demo.owner.password}   (for this local demo only)`,
		`  sandbox   ${demo.sandboxUrl}   (credential "${demo.credential.name}")`,
		`  page      ${demo.pageUrl}   (watch orders and events there, and cause faults)`,
		'',
	];
}

/**
 * What `npm start` prints once everything is running: how to sign in, and three things to try.
 *
 * @param file where the rest is
 */
export function welcome(demo: Described, file: string): string {
	return [
		...loginLines(demo),
		'  Three things to try, all with play money:',
		...exampleLines(demo, FIRST),
		'',
		'  Then open the page. Requests shows all that happened to an order. Under Events you can send its event again, and',
		'  under Faults you can lose the response to the next order.',
		'  Events start the workflow "Do something with each event".',
		'',
		...providerLines(demo.dialect),
		`  All examples, and what to enter in a credential of your own: ${file}`,
		'  Ctrl-C stops everything. n8n keeps what you made in .cache/demo, until you delete that folder.',
		'',
	].join('\n');
}

/** The full text: how to sign in, what to enter in a credential, and how to try each example. */
export function describeDemo(demo: Described): string {
	return [
		...loginLines(demo),
		'  For a credential of your own, enter these values (they belong to the sandbox, with play money, until Ctrl-C):',
		'',
		...credentialLines(demo.fields),
		'',
		...providerLines(demo.dialect),
		"  Examples to try, with the sandbox's values:",
		...exampleLines(demo),
		'',
	].join('\n');
}
