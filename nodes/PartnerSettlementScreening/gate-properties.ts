import type { DisplayCondition, IDisplayOptions, INodeProperties, NodeHint } from 'n8n-workflow';

import { EXT_ID, EXT_ID_MODE } from '../PartnerSettlement/catalog/parameters';
import { operationProperties } from '../PartnerSettlement/catalog/properties';
import { kytScreen } from '../PartnerSettlement/operations/kyt/screen';
import {
	DEFAULT_OUTPUT_FIELD,
	OUTPUT_FIELD_LABEL,
	REPLACE_LABEL,
	type RuleName,
	RULES,
} from './rules';

/** No example may be taken for what is safe: the API document shows no values. */
const YOURS = 'As your compliance rules ask';

type DisplayValues = NonNullable<IDisplayOptions['show']>[string];

/** Also of an expression. Where a condition is to show something, n8n takes every expression to meet it. */
const IS_SET: DisplayCondition = { _cnd: { exists: true } };

function nothingIsClear(field: RuleName, what: string, hide: IDisplayOptions['hide']) {
	return {
		displayName: `Nothing leaves through Clear yet: fill in <b>${RULES[field]}</b>. An item in Review shows which ${what} your API gives.`,
		name: `${field}Notice`,
		type: 'notice',
		default: '',
		displayOptions: { hide: { [field]: [IS_SET], ...hide } },
	} satisfies INodeProperties;
}

/** At most one of the two shows, and none once something can be clear. */
const NOTHING_IS_CLEAR: INodeProperties[] = [
	nothingIsClear('reviewFromScore', 'scores', {}),
	nothingIsClear('clearSeverities', 'severities', {
		reviewFromScore: [''],
		'/rules.requireSeverity': [false],
		'/requireSeverity': [false],
	}),
];

function rule(name: RuleName, description: string, more?: Partial<INodeProperties>) {
	return {
		displayName: RULES[name],
		name,
		type: 'string',
		default: '',
		placeholder: YOURS,
		description,
		...more,
	} satisfies INodeProperties;
}

const FIRST_RULES: INodeProperties[] = [
	rule(
		'reviewFromScore',
		'The risk score from which a person decides. A higher score is taken for more risk: check that with your own screenings.',
		{ hint: 'While it is empty, nothing is clear' },
	),
	rule(
		'blockFromScore',
		'The risk score from which an item is blocked. A sanctions hit is always blocked.',
		{ hint: 'While it is empty, no score blocks' },
	),
	rule(
		'clearSeverities',
		'Severities that may be clear, if everything else is, separated by commas. Capital letters make no difference.',
		{ hint: 'The words that your API uses, such as low. Items in Review show them' },
	),
];

const MORE_RULES: INodeProperties[] = [
	rule('blockCategories', 'Risk categories that are always blocked, separated by commas', {
		placeholder: 'e.g. sanctions, scam',
	}),
	rule('blockSeverities', 'Severities that are always blocked, separated by commas', {
		placeholder: 'e.g. high, critical',
	}),
	rule(
		'clearCategories',
		'Risk categories that may be clear, if everything else is, separated by commas. A record without one may be clear as well.',
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
		'reviewCategories',
		'Risk categories that a person decides on, separated by commas. Those in none of the three lists go to Review as well.',
		{ placeholder: 'e.g. gambling, mixer' },
	),
	rule(
		'reviewSeverities',
		'Severities that a person decides on, separated by commas. Those in none of the three lists go to Review as well.',
		{ placeholder: 'e.g. medium' },
	),
];

const RULES_COLLECTION: INodeProperties = {
	displayName: 'More Rules',
	name: 'rules',
	type: 'collection',
	placeholder: 'Add Rule',
	default: {},
	options: MORE_RULES,
};

/** Shown only where an older workflow has another value than the default: as long as that is there, it counts. */
function ofOlderWorkflows(property: INodeProperties, values: DisplayValues): INodeProperties {
	return { ...property, displayOptions: { show: { [`/${property.name}`]: values } } };
}

const RULES_AT_THE_TOP = MORE_RULES.map((property) =>
	ofOlderWorkflows(property, property.type === 'boolean' ? [false] : [IS_SET]),
);

const OPTION_PROPERTIES: INodeProperties[] = [
	{
		displayName: EXT_ID.displayName,
		name: EXT_ID.parameter,
		type: 'string',
		default: '',
		placeholder: 'e.g. payout-1042',
		description:
			'With the same number, an address is screened and paid for once, however often this runs. Empty: a new run screens it again.',
	},
	{
		displayName: OUTPUT_FIELD_LABEL,
		name: 'outputField',
		type: 'string',
		default: DEFAULT_OUTPUT_FIELD,
		placeholder: `e.g. ${DEFAULT_OUTPUT_FIELD}`,
		description: 'The field of the item into which verdict, reasons and record are put',
	},
	{
		displayName: REPLACE_LABEL,
		name: 'replaceOutputField',
		type: 'boolean',
		default: false,
		description:
			'Whether the result may replace a field that the item came with, as in a loop. Otherwise the node stops before anything is sent.',
	},
];

/** The gate puts out the whole record. */
const SCREEN = operationProperties({ ...kytScreen, simplified: undefined }, OPTION_PROPERTIES);

function named(name: string): INodeProperties[] {
	return SCREEN.filter((property) => property.name === name);
}

/** Stands in the output until the node has run. */
export const GATE_HINT: NodeHint = {
	message: `Each new screening costs its price. Do not deactivate this node: n8n would send all items on through Clear. In a node that pays behind Clear, set ${EXT_ID_MODE.displayName} to ${EXT_ID_MODE.custom}.`,
	type: 'info',
	location: 'outputPane',
	whenToDisplay: 'beforeExecution',
};

/** What the editor shows of the gate: what is screened, what decides, and the rest of KYT Screening: Screen. */
export const gateProperties: INodeProperties[] = [
	...named('network'),
	...named('address'),
	...FIRST_RULES,
	...NOTHING_IS_CLEAR,
	RULES_COLLECTION,
	...RULES_AT_THE_TOP,
	...named(EXT_ID_MODE.parameter).map((mode) => ofOlderWorkflows(mode, ['custom'])),
	...named(EXT_ID.parameter),
	...SCREEN.filter(({ type }) => type === 'collection'),
];

/** The same without the options that each screening reads by itself: a mistake in one of them concerns its item alone. */
export const propertiesOfAll = gateProperties.map((property) =>
	property.name === 'options' ? { ...property, options: OPTION_PROPERTIES } : property,
);
