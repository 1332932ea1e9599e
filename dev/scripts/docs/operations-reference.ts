import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { fieldProperty } from '../../../nodes/PartnerSettlement/definition/fields';
import { operationProperties } from '../../../nodes/PartnerSettlement/panel/properties';
import type { Operation } from '../../../nodes/PartnerSettlement/definition/operation';
import { optionsOf } from '../../../nodes/PartnerSettlement/panel/options';
import { RESOURCES } from '../../../nodes/PartnerSettlement/definition/parameters';
import { table } from './table';

const HEAD = `# Operations

This page lists every operation of the node **Partner Settlement**. It is made from the node's own catalog (\`npm run docs\`).
"Section" is the place in the API document. "Assumed" means that the document names a thing without showing it. For these,
[assumptions.md](assumptions.md) says what is sent and how to replace it.

An item has the API's own field names, with one exception. An \`error\` at the top of a response, such as a failed
order's, becomes \`failure.error\`. If the response has a \`failure\` of its own, the error becomes \`failure_error\`. n8n would take
a top-level \`error\` for a failure of the node and run it again with Retry On Fail. An \`error\` that is null or false
stays, and an empty text is left out.
`;

const COMMON = `## Common parameters and options

Many operations share these. Each operation lists its own under "Common parameters" and "Options". In operations with Wait
Until Ready, these count only while it is on: Maximum Wait for Result, Poll Interval and Terminal Statuses.`;

/** For a parameter or option whose default is not the same in all operations that have it. */
const DEFAULT_DIFFERS = 'see the operation';

const MONEY: Record<Operation['effect'], string> = {
	read: 'spends nothing',
	screen: 'costs the quoted price of a screening',
	spend: 'spends or moves money',
	change: 'changes something, spends nothing',
};

/** The parameters and options that the editor shows in addition to an operation's own fields. */
interface Common {
	parameters: INodeProperties[];
	/** Sorted by display name. Their names include the collection, as in a workflow. */
	options: INodeProperties[];
}

type Described = Pick<INodeProperties, 'description' | 'options'>;

/**
 * The reference of all operations, as Markdown.
 *
 * @param operations all operations of the node
 */
export function operationsReference(operations: readonly Operation[]): string {
	const resources = [...new Set(operations.map(({ resource }) => resource))].sort((left, right) =>
		RESOURCES[left].localeCompare(RESOURCES[right], 'en'),
	);
	const common = operations.map(commonOf);
	const all: Common = {
		parameters: common.flatMap(({ parameters }) => parameters),
		options: common.flatMap(({ options }) => options).sort(byDisplayName),
	};
	const chapters = resources.map((resource) => {
		const own = operations.filter((operation) => operation.resource === resource);
		return [
			`## ${RESOURCES[resource]} (\`${resource}\`)`,
			...own.map((operation) => operationText(operation, all)),
		].join('\n\n');
	});
	return `${[HEAD, commonText(all), ...chapters].join('\n\n')}\n`.replace(/\n{3,}/g, '\n\n');
}

function commonOf(operation: Operation): Common {
	const shown = operationProperties(operation);
	const own = new Set(['callNotice', ...operation.fields.map(({ parameter }) => parameter)]);
	return {
		parameters: shown.filter(({ name, type }) => type !== 'collection' && !own.has(name)),
		options: optionsOf(operation)
			.map((option) => ({ ...option, name: `options.${option.name}`, displayOptions: undefined }))
			.sort(byDisplayName),
	};
}

function byDisplayName(left: INodeProperties, right: INodeProperties): number {
	return left.displayName.localeCompare(right.displayName, 'en');
}

function commonText({ parameters, options }: Common): string {
	return [COMMON, commonTable('Common parameter', parameters), commonTable('Option', options)].join(
		'\n\n',
	);
}

function commonTable(title: string, properties: INodeProperties[]): string {
	const first = properties.filter(
		({ name }, index) => properties.findIndex((other) => other.name === name) === index,
	);
	return table(
		[title, 'In a workflow', 'Default', 'What it is'],
		first.map((property) => [
			property.displayName,
			`\`${property.name}\``,
			differs(property, properties) ? DEFAULT_DIFFERS : defaultText(property),
			[whenShown(property), descriptionOf(property)].filter(Boolean).join(' '),
		]),
	);
}

function differs({ name, default: value }: INodeProperties, all: INodeProperties[]): boolean {
	return all.some((other) => other.name === name && other.default !== value);
}

function defaultText({ default: value }: INodeProperties): string {
	if (value === '') return '';
	return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}

/** The condition of a parameter that shows only with certain values of another. */
function whenShown({ displayOptions }: INodeProperties): string {
	return Object.entries(displayOptions?.show ?? {})
		.map(([name, values = []]) => `With \`${name}\` \`${values.map(String).join(', ')}\`:`)
		.join(' ');
}

/** The description with the values to choose from. */
function descriptionOf({ description = '', options = [] }: Described): string {
	const choices = options.filter((option) => 'value' in option);
	if (choices.length === 0) return description;
	const isLong = choices.some((choice) => choice.description !== undefined);
	const [first, between] = isLong ? ['<br>', '<br>'] : [' ', ', '];
	return `${description.replace(/\.$/, '')}:${first}${choices.map(choiceText).join(between)}`;
}

function choiceText({ name, value, description }: INodePropertyOptions): string {
	const word = name === value ? `\`${name}\`` : `${name} (\`${String(value)}\`)`;
	return description === undefined ? word : `${word}: ${description}`;
}

function operationText(operation: Operation, all: Common): string {
	const { name, description, notice } = operation;
	const parts = [
		`### ${name} (\`${operation.operation}\`)`,
		`${description}.`.replace('..', '.'),
		[...facts(operation), ...commonFacts(operation, all)].join('\n'),
		notice,
		fieldTable(operation),
	];
	return parts.filter(Boolean).join('\n\n');
}

/** How an operation is called, as the documents show it. */
export function callText({ endpoint, resource, isLocal }: Operation): string {
	const base = endpoint.base === 'api' ? '{api_url}' : '{base_url}';
	if (resource === 'setup') return 'reads that cost nothing, on `{api_url}` and `{base_url}`';
	if (isLocal) return 'none';
	const call =
		endpoint.path === ''
			? 'any call on `{api_url}` or `{base_url}`'
			: `\`${endpoint.method} ${base}${endpoint.path}\``;
	return `${call}${endpoint.isAssumed ? ' (assumed)' : ''}`;
}

function facts(operation: Operation): string[] {
	const { effect, extId, secrets, list, section, simplified, goods } = operation;
	const lines = [
		`- Call: ${callText(operation)}${section === '-' ? '' : `, section ${section}`}`,
		`- Scope: ${scopeText(operation)}`,
		`- Money: ${MONEY[effect]}${extId ? '; sent with an `ext_id`' : ''}`,
	];
	if (list) {
		lines.push(
			'- Output: one item for each entry of the list. It makes one call, or one per page if API Differences names `pages`.',
		);
	}
	if (simplified) {
		const fields = simplified.map((name) => `\`${name}\``).join(', ');
		lines.push(`- Fields of a record: ${fields}; all of them with Whole Response`);
	}
	if (goods) {
		const read = `${RESOURCES[goods.read.resource]}: ${goods.read.name}`;
		lines.push(`- With Wait Until Ready: \`${goods.field}\`, as ${read} returns it`);
	}
	if (secrets) lines.push('- Secrets: masked unless Reveal Secrets is on');
	return lines;
}

function commonFacts(operation: Operation, all: Common): string[] {
	const { parameters, options } = commonOf(operation);
	const named = (properties: INodeProperties[], those: INodeProperties[]): string =>
		[
			...new Set(
				properties.map((property) =>
					differs(property, those)
						? `${property.displayName} (${defaultText(property)})`
						: property.displayName,
				),
			),
		].join(', ');
	return [
		...(parameters.length > 0 ? [`- Common parameters: ${named(parameters, all.parameters)}`] : []),
		...(options.length > 0 ? [`- Options: ${named(options, all.options)}`] : []),
	];
}

/** The scope that an operation needs. */
export function scopeText({ resource, scope, isLocal }: Operation): string {
	// The key set needs no scope (section 4.1).
	if (resource === 'accessToken' || isLocal) return 'none';
	if (resource === 'setup') return 'the scopes of the calls';
	return scope === undefined ? 'not shown in the API document' : `\`${scope}\``;
}

function fieldTable({ fields, endpoint, isLocal }: Operation): string {
	if (fields.length === 0) return '';
	return table(
		['Parameter', 'In a workflow', 'API field', 'Required', 'What it is'],
		fields.map((field) => [
			field.displayName,
			`\`${field.topLevel ? '' : 'additionalFields.'}${field.parameter}\``,
			isLocal || field.property.description?.endsWith(' is not sent.')
				? 'not sent'
				: `\`${field.name}\`${endpoint.isAssumed ? ' (assumed)' : ''}`,
			field.required ? 'yes' : '',
			descriptionOf(fieldProperty(field)),
		]),
	);
}
