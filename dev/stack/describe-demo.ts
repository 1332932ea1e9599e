import { PartnerSettlementApi } from '../../credentials/PartnerSettlementApi.credentials';
import { differencesOf } from '../sandbox/dialects';
import type { Demo } from './demo';
import { waysToTry } from './tries';

/** The fields of the credential by their names in the editor, each in one line, which the credential takes as well. */
export function credentialLines(fields: Demo['fields']): string[] {
	return new PartnerSettlementApi().properties.flatMap(({ name, displayName }) => {
		const value = fields[name]?.trim().replace(/\n/g, ' ');
		return value ? [`    ${displayName.padEnd(20)} ${value}`] : [];
	});
}

/** What no check finds out without an order: the provider of such an API would have to be asked for it. */
function providerLines(dialect: Demo['dialect']): string[] {
	if (dialect === undefined || dialect === 'as-shown') return [];
	return [
		'  Run Setup: Check the API first. It cannot find paths of orders: what its provider would tell you, for API Differences:',
		'',
		`    ${JSON.stringify(differencesOf(dialect))}`,
		'',
	];
}

/** What `npm start` prints once all is up: the ways in, what to enter in a credential, and the examples to try. */
export function describeDemo(demo: Omit<Demo, 'api'>): string {
	const ways = waysToTry(demo);
	const examples = demo.examples.flatMap(({ name, workflow, stored }) => [
		'',
		`    ${workflow.name}   ${demo.url}/workflow/${stored.id}`,
		...(ways.get(name) ?? []).map((line) => `      ${line}`),
	]);
	return [
		'',
		`  n8n       ${demo.url}`,
		`  e-mail    ${demo.owner.email}`,
		`  password  ${demo.owner.password}   (for this local demo only)`,
		`  sandbox   ${demo.sandboxUrl}   (credential "${demo.credential.name}")`,
		`  page      ${demo.pageUrl}   (watch orders and events there, and make faults)`,
		'',
		"  For a credential of your own, enter (all of it is the sandbox's, with play money, until Ctrl-C):",
		'',
		...credentialLines(demo.fields),
		'',
		...providerLines(demo.dialect),
		"  Examples to try, with the sandbox's values:",
		...examples,
		'',
		'  Ctrl-C stops everything.',
		'',
	].join('\n');
}
