import type { INodeProperties } from 'n8n-workflow';

import { EXT_ID_MODE } from '../PartnerSettlement/catalog/parameters';
import { operationProperties } from '../PartnerSettlement/catalog/properties';
import { kytScreen } from '../PartnerSettlement/operations/kyt/screen';
import {
	DEFAULT_OUTPUT_FIELD,
	OUTPUT_FIELD_LABEL,
	REPLACE_LABEL,
	type RuleName,
	RULES,
} from './rules';

const HOW_TO_USE: INodeProperties = {
	displayName: `Which items are clear may differ in a retry: in the node that pays, set ${EXT_ID_MODE.displayName} to Custom and give your payout's number. Do not deactivate this node: n8n would send all items on through Clear.`,
	name: 'gateNotice',
	type: 'notice',
	default: '',
};

const NO_SCORE_SET: INodeProperties = {
	displayName: `No item leaves through Clear before <b>${RULES.reviewFromScore}</b> is set. The API document does not show the scale of the risk score: look at screenings of your own first.`,
	name: 'reviewFromScoreNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { reviewFromScore: [''] } },
};

const NO_SEVERITY_SET: INodeProperties = {
	displayName: `No item leaves through Clear before <b>${RULES.clearSeverities}</b> is set. The API document does not show the values: an item in Review names the one to enter.`,
	name: 'clearSeveritiesNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { clearSeverities: [''], requireSeverity: [true] } },
};

/** No example may be taken for what is safe: the API document shows no values. */
const YOURS = 'As your compliance rules ask';

function rule(name: RuleName, placeholder: string, description: string): INodeProperties {
	return {
		displayName: RULES[name],
		name,
		type: 'string',
		default: '',
		placeholder,
		description,
	};
}

const RULE_PROPERTIES: INodeProperties[] = [
	NO_SCORE_SET,
	rule(
		'reviewFromScore',
		YOURS,
		'The risk score from which a person decides. While it is empty, no score is taken for clear. That a higher score means more risk is inferred: the API document shows neither its scale nor its direction.',
	),
	rule(
		'blockFromScore',
		YOURS,
		'The risk score from which an item is blocked. While it is empty, no score blocks. A sanctions hit always does.',
	),
	NO_SEVERITY_SET,
	rule(
		'clearSeverities',
		YOURS,
		'Severities that may pass if everything else is clear too, separated by commas. Capital letters make no difference.',
	),
	rule(
		'reviewSeverities',
		'e.g. medium',
		'Severities that a person decides on, separated by commas. One that is in none of the three lists goes to Review as well.',
	),
	rule(
		'blockSeverities',
		'e.g. high, critical',
		'Severities that are blocked whatever the score is, separated by commas',
	),
	{
		displayName: RULES.requireSeverity,
		name: 'requireSeverity' satisfies RuleName,
		type: 'boolean',
		default: true,
		description:
			'Whether a record without a severity goes to Review. Turn it off only if your API never gives one.',
	},
	rule(
		'clearCategories',
		YOURS,
		'Dominant risk categories that may pass if everything else is clear too, separated by commas. A record without one may pass as well.',
	),
	rule(
		'reviewCategories',
		'e.g. gambling, mixer',
		'Dominant risk categories that a person decides on, separated by commas. One that is in none of the three lists goes to Review as well.',
	),
	rule(
		'blockCategories',
		'e.g. sanctions, scam',
		'Dominant risk categories that are blocked whatever the score is, separated by commas',
	),
];

const OPTION_PROPERTIES: INodeProperties[] = [
	{
		displayName: OUTPUT_FIELD_LABEL,
		name: 'outputField',
		type: 'string',
		default: DEFAULT_OUTPUT_FIELD,
		description: 'The field of the item that takes verdict, reasons and record',
	},
	{
		displayName: REPLACE_LABEL,
		name: 'replaceOutputField',
		type: 'boolean',
		default: false,
		description:
			'Whether the result may replace a field of that name that the item came with, as in a loop back to this node. Otherwise the node stops before anything is sent.',
	},
];

/** What the editor shows of the gate: how it is to be used, what KYT Screening: Screen shows, and the rules. */
export const gateProperties: INodeProperties[] = [
	HOW_TO_USE,
	...operationProperties(kytScreen, { topLevel: RULE_PROPERTIES, options: OPTION_PROPERTIES }),
];

/** The same without the options that each screening reads by itself: a mistake in one of them concerns its item alone. */
export const propertiesOfAll = gateProperties.map((property) =>
	property.name === 'options' ? { ...property, options: OPTION_PROPERTIES } : property,
);
