import type { INodeProperties, NodeParameterValue } from 'n8n-workflow';

import { fieldProperty } from '../PartnerSettlement/definition/fields';
import { EXT_ID } from '../PartnerSettlement/definition/parameters';
import { operationProperties } from '../PartnerSettlement/panel/properties';
import { kytScreen } from '../PartnerSettlement/operations/kyt/screen';
import { type RuleName, RULES } from './rules';

/** An example value could be mistaken for a safe one: the API document shows no values. */
const YOURS = 'As your compliance rules require';

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

const FIRST_PROPERTIES: INodeProperties[] = [
	rule(
		'reviewFromScore',
		'At this risk score or above, a person decides. A higher score is read as more risk: check that with your own screenings.',
		{ hint: 'Empty here and in the credential: nothing is clear' },
	),
	rule(
		'blockFromScore',
		'At this risk score or above, an item is blocked. A sanctions hit is always blocked.',
		{ hint: 'Empty here and in the credential: no score blocks' },
	),
	rule(
		'clearSeverities',
		"Severities that can be clear, separated by commas. The rest of the record must be clear too. Case doesn't matter.",
		{
			hint: 'Empty here and in the credential: no severity is clear. Items in Review show the words that your API uses',
		},
	),
];

const MORE_RULES: INodeProperties = {
	displayName: 'More Rules',
	name: 'rules',
	type: 'collection',
	placeholder: 'Add Rule',
	default: {},
	options: [
		rule('blockCategories', 'Risk categories that are always blocked, separated by commas', {
			placeholder: 'e.g. sanctions, scam',
		}),
		rule('blockSeverities', 'Severities that are always blocked, separated by commas', {
			placeholder: 'e.g. high, critical',
		}),
		rule(
			'clearCategories',
			'Risk categories that can be clear, separated by commas. A record without one can also be clear. The rest of the record must be clear too.',
		),
		rule(
			'requireSeverity',
			'Whether a record without a severity goes to Review. Turn it off only if your API never gives one.',
			{ type: 'boolean', default: true, placeholder: undefined },
		),
		rule(
			'reviewCategories',
			'Risk categories that a person decides on, separated by commas. Categories in none of the three lists also go to Review.',
			{ placeholder: 'e.g. gambling, mixer' },
		),
		rule(
			'reviewSeverities',
			'Severities that a person decides on, separated by commas. Severities in none of the three lists also go to Review.',
			{ placeholder: 'e.g. medium' },
		),
	],
};

/** The rules, in which every expression must have a value. */
export const ruleProperties = [...FIRST_PROPERTIES, MORE_RULES];

const CUSTOM_KEY: INodeProperties = {
	...EXT_ID,
	type: 'string',
	default: '',
	placeholder: 'e.g. screening-1042',
	description:
		'With the same number, an address is screened and paid for once, however often this runs. Empty: a new run screens it again.',
};

const OTHER_FIELDS = kytScreen.fields.filter(({ topLevel }) => !topLevel).map(fieldProperty);

/** The gate outputs the whole record next to the input. Its options include the other fields and the key. */
const SCREEN = operationProperties({ ...kytScreen, simplified: undefined, extId: undefined }, [
	CUSTOM_KEY,
	...OTHER_FIELDS,
]).map((property) => ({
	...property,
	options: property.options?.filter(({ name }) => name !== 'keepInput'),
}));

/** n8n compares this object with a parameter's value, although its types only know plain values. */
const EMPTY = {} as NodeParameterValue;
const WHILE_HELD = { hide: { '/additionalFields': [{ _cnd: { eq: EMPTY } }] } };

/** The gate's panel: what is screened, what decides, and the rest of KYT Screening: Screen an Address. */
export const gateProperties: INodeProperties[] = [
	...SCREEN.filter(({ type }) => type !== 'collection'),
	...ruleProperties,
	...SCREEN.filter(({ type }) => type === 'collection').map((property) =>
		// The optional field may still be in Additional Fields, as in the action node. The collection is shown only
		// then.
		property.name === 'additionalFields' ? { ...property, displayOptions: WHILE_HELD } : property,
	),
];
