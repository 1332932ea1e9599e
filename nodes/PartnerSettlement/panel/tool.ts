import type { INodeProperties } from 'n8n-workflow';

import type { Operation } from '../definition/operation';

/** Options that a person sets for a tool, or nobody: an AI agent's model must not write them. */
export const FIXED_FOR_TOOLS = ['maximumPerItem', 'maximumPerRun', 'path', 'body'] as const;
/** Where they stand; older workflows have their limits in a collection of their own. */
export const LIMIT_COLLECTIONS = ['options', 'limits'] as const;
const COLLECTIONS: ReadonlySet<string> = new Set(LIMIT_COLLECTIONS);
const FIXED: ReadonlySet<string> = new Set(FIXED_FOR_TOOLS);

/** Beside a field without expressions, n8n offers no button by which the model defines it. */
const IN_TOOL: Partial<INodeProperties> = {
	noDataExpression: true,
	displayOptions: { show: { '@tool': [true] } },
};
const NOT_IN_TOOL: Partial<INodeProperties> = { displayOptions: { hide: { '@tool': [true] } } };

/** A collection with such options as a node and its tool show it; every other property is the same in both. */
export function inNodeAndTool(property: INodeProperties): INodeProperties {
	if (!COLLECTIONS.has(property.name)) return property;
	const options = (property.options as INodeProperties[]).flatMap((option) => {
		// What an agent buys is its choice: a typed price does not count.
		if (option.name === 'price') return [{ ...option, ...NOT_IN_TOOL }];
		if (!FIXED.has(option.name)) return [option];
		return [NOT_IN_TOOL, IN_TOOL].map((where) => ({ ...option, ...where }));
	});
	return { ...property, options };
}

/**
 * What an AI agent's model reads of a tool. n8n's own text would be the name of the action, and tell nothing of the fields:
 * it hands over no description of a parameter.
 */
export function toolDescription(operation: Operation): INodeProperties {
	return {
		displayName: 'Description',
		name: 'toolDescription',
		type: 'string',
		typeOptions: { rows: 5 },
		default: textOf(operation),
		required: true,
		description: 'What the AI agent reads of this tool: what it does, and what it may be asked',
		displayOptions: { show: { '@tool': [true] } },
	};
}

function textOf({ description, effect, fields }: Operation): string {
	const shown = fields.filter(({ topLevel }) => topLevel);
	const told = shown.map(({ displayName, property }) => {
		const { description: what = '', placeholder } = property;
		return `${displayName}${placeholder ? ` (${placeholder})` : ''}: ${what.replace(/\.$/, '')}`;
	});
	return [
		description,
		...(effect === 'spend' ? SPENDS : []),
		...(told.length > 0 ? [`Arguments, where they are asked for: ${told.join('; ')}`] : []),
	].join('. ');
}

const SPENDS = [
	'It spends USDT from a prepaid balance, and an order cannot be taken back',
	'A call with the same arguments is the same order: where the outcome of one is unknown, call again with the same arguments',
	'Where a call is refused, do not order it in another way',
];
