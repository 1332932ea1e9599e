import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import {
	AUTOMATIC_SINCE,
	EXT_ID,
	EXT_ID_MODE,
	LIMIT,
	type ResourceName,
	RESOURCES,
	RETURN_ALL,
} from './parameters';
import type { Field } from './fields';
import type { Operation } from './operation';
import { optionProperties } from './options';

/** Everything the editor shows of the node, made from the catalog. */
export function nodeProperties(operations: readonly Operation[]): INodeProperties[] {
	const resources = [...new Set(operations.map(({ resource }) => resource))];
	return [
		resourceProperty(resources),
		...resources.map((resource) =>
			operationProperty(
				resource,
				operations.filter((operation) => operation.resource === resource),
			),
		),
		...operations.flatMap(chosenProperties),
	];
}

function resourceProperty(resources: readonly ResourceName[]): INodeProperties {
	const options = resources
		.map((value) => ({ name: RESOURCES[value], value }))
		.sort((left, right) => left.name.localeCompare(right.name));
	return {
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options,
		default: 'kyt',
	};
}

const OPERATION: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	options: [],
	default: '',
};

function operationProperty(
	resource: ResourceName,
	operations: readonly Operation[],
): INodeProperties {
	const options: INodePropertyOptions[] = operations
		.map(({ name, operation, action, description }) => ({
			name,
			value: operation,
			action,
			description,
		}))
		.sort((left, right) => left.name.localeCompare(right.name));
	return {
		...OPERATION,
		displayOptions: { show: { resource: [resource] } },
		options,
		default: operations.find(({ isDefault }) => isDefault)?.operation ?? options[0]?.value ?? '',
	};
}

/** An inferred body can be replaced as a whole: then n8n does not show the fields, and does not insist on them. */
const UNLESS_BODY: Pick<INodeProperties, 'displayOptions'> = {
	displayOptions: { hide: { '/options.body': [{ _cnd: { regex: '[^\\s{}]' } }] } },
};

/** What a node with one operation shows beside what the operation asks for. */
interface OwnProperties {
	/** Stand before the collections. */
	topLevel: readonly INodeProperties[];
	/** Stand in the collection "Options". */
	options: readonly INodeProperties[];
}

/** Everything the editor shows of one operation, wherever it is shown. */
export function operationProperties(
	operation: Operation,
	own: OwnProperties = { topLevel: [], options: [] },
): INodeProperties[] {
	const topLevel = operation.fields.filter((field) => field.topLevel);
	const additional = operation.fields.filter((field) => !field.topLevel);
	return [
		callNotice(operation),
		...topLevel.map((field) => ({
			...fieldProperty(field),
			...(field.required ? { required: true } : {}),
			...(operation.endpoint.inferred ? UNLESS_BODY : {}),
		})),
		...(operation.extId ? extIdProperties(operation) : []),
		...(operation.list ? [RETURN_ALL, LIMIT] : []),
		...(operation.secrets ? [revealProperty(operation)] : []),
		...own.topLevel,
		...(additional.length > 0
			? [
					collection(
						'additionalFields',
						'Additional Fields',
						'Add Field',
						additional.map(fieldProperty),
					),
				]
			: []),
		collection('options', 'Options', 'Add Option', [
			...optionProperties(operation),
			...own.options,
		]),
	];
}

/** Shown where the operation is chosen. */
function chosenProperties(operation: Operation): INodeProperties[] {
	return operationProperties(operation).map((property) => ({
		...property,
		displayOptions: {
			...property.displayOptions,
			show: {
				resource: [operation.resource],
				operation: [operation.operation],
				...property.displayOptions?.show,
			},
		},
	}));
}

/** Says which scope is needed and how the call is made, before anything is run. */
function callNotice(operation: Operation): INodeProperties {
	return {
		displayName: noticeText(operation),
		name: 'callNotice',
		type: 'notice',
		default: '',
	};
}

/** n8n's lint rules fix the description of Return All, so its bound is told in the notice. */
const RETURN_ALL_NOTICE = `${RETURN_ALL.displayName} gives every entry of one answer: the API document shows no paging.`;

/** Its scope, whether the call is inferred, and what else is good to know of the operation. */
function noticeText(operation: Operation): string {
	const { endpoint, list, notice } = operation;
	return [
		scopeSentence(operation.scope),
		endpoint.inferred
			? `The API document only names this call; its path (${endpoint.path}) and body are inferred. Replace them under Options if your API differs.`
			: undefined,
		list ? RETURN_ALL_NOTICE : undefined,
		notice,
	]
		.filter(Boolean)
		.join(' ');
}

function scopeSentence(scope: Operation['scope']): string {
	if (scope === null) return 'Requires no scope.';
	if (scope === undefined) return 'The API document does not show which scope this requires.';
	return `Requires the scope ${scope}.`;
}

/** A field as the editor shows it. */
export function fieldProperty(field: Field): INodeProperties {
	return {
		displayName: field.displayName,
		name: field.parameter,
		...field.property,
	};
}

function collection(
	name: string,
	displayName: string,
	placeholder: string,
	options: INodeProperties[],
): INodeProperties {
	const sorted = [...options].sort((left, right) =>
		left.displayName.localeCompare(right.displayName),
	);
	return { displayName, name, type: 'collection', placeholder, default: {}, options: sorted };
}

function extIdProperties({ effect }: Operation): INodeProperties[] {
	return [
		{
			displayName: EXT_ID_MODE.displayName,
			name: EXT_ID_MODE.parameter,
			type: 'options',
			options: [
				{
					name: 'Automatic',
					value: 'auto',
					description:
						'Stays the same when this run is tried again, so that nothing is spent twice. It goes by the place of the item: use Custom where items may come in another order after a crash, and in a sub-workflow, which its parent runs anew.',
				},
				{
					name: 'Custom',
					value: 'custom',
					description:
						'Your own ID of the order, the same whenever it is tried again. Not the ID of the execution, a time or a random number, which change with each try.',
				},
			],
			default: 'auto',
			description:
				'The key under which the API recognises a repeated order instead of making a second one',
			...(effect === 'spend' && {
				hint: `With n8n before ${AUTOMATIC_SINCE}, choose Custom: it cannot keep an automatic key`,
			}),
		},
		{
			displayName: EXT_ID.displayName,
			name: EXT_ID.parameter,
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. order-1042',
			description: '1 to 128 characters, unique for each order',
			displayOptions: { show: { [EXT_ID_MODE.parameter]: ['custom'] } },
		},
	];
}

function revealProperty({
	revealDescription = 'Whether secrets (card number, CVV, codes, eSIM activation) come out readable. They are then saved with the execution.',
}: Operation): INodeProperties {
	return {
		displayName: 'Reveal Secrets',
		name: 'revealSecrets',
		type: 'boolean',
		default: false,
		description: revealDescription,
	};
}
