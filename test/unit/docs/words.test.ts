// What an operator reads has one word for one thing, and a panel none of an engineer's.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PartnerSettlementApi } from '../../../credentials/PartnerSettlementApi.credentials';
import { PartnerSettlement } from '../../../nodes/PartnerSettlement/PartnerSettlement.node';
import { PartnerSettlementBalanceTrigger } from '../../../nodes/PartnerSettlementBalanceTrigger/PartnerSettlementBalanceTrigger.node';
import { PartnerSettlementScreening } from '../../../nodes/PartnerSettlementScreening/PartnerSettlementScreening.node';
import { PartnerSettlementTrigger } from '../../../nodes/PartnerSettlementTrigger/PartnerSettlementTrigger.node';

const ROOT = path.resolve(__dirname, '../../..');

function documents(): string[] {
	const inFolder = (folder: string): string[] =>
		readdirSync(path.join(ROOT, folder)).map((name) => `${folder}/${name}`);
	const all = [...inFolder('docs'), ...inFolder('examples')];
	return ['README.md', ...all.filter((name) => /\.(md|json)$/.test(name))];
}

const panels: [string, string][] = [
	...[
		PartnerSettlement,
		PartnerSettlementBalanceTrigger,
		PartnerSettlementScreening,
		PartnerSettlementTrigger,
	].map((node): [string, string] => [node.name, JSON.stringify(new node().description)]),
	['the credential', JSON.stringify(new PartnerSettlementApi().properties)],
];

const texts: [string, string][] = [
	...documents().map((name): [string, string] => [
		name,
		readFileSync(path.join(ROOT, name), 'utf8'),
	]),
	...panels,
];

/** What an operator reads has one word for one thing; these are others for what has one. */
const OTHER_WORDS = {
	'Batch Size, a batch': /\bcarts?\b/i,
	'On Error: Continue': /continues? on fail/i,
	'Wait Until Ready': /wait for (the outcome|a terminal status)/i,
	'Whole Response': /whole answer/i,
	'Order Number (ext_id)': /custom key/i,
	'Validate Address': /check address/i,
	'Maximum Retry Wait': /longest wait/i,
	'Maximum Wait for Result': /maximum wait(?! for result)/i,
	'API document': /API's\s+document/i,
};

describe.each(Object.entries(OTHER_WORDS))('%s has no other name', (_name, other) => {
	test.each(texts)('in %s', (_where, text) => {
		expect(other.exec(text)?.[0]).toBeUndefined();
	});
});

const OF_ENGINEERS = /API document|inferred|\bscale\b|\banswers?\b|named only|partner account/i;

test.each(panels)('no word of an engineer stands in %s', (_where, text) => {
	expect(OF_ENGINEERS.exec(text)?.[0]).toBeUndefined();
});
