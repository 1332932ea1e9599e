import type { INodeProperties } from 'n8n-workflow';

import { costs, type Operation } from '../definition/operation';

/** Options that an AI agent's model must not write: a person sets them for a tool. */
export const FIXED_FOR_TOOLS = ['maximumPerItem', 'maximumPerRun', 'path', 'body'] as const;
const FIXED: ReadonlySet<string> = new Set(FIXED_FOR_TOOLS);

const IN_TOOL: INodeProperties['displayOptions'] = { show: { '@tool': [true] } };
const NOT_IN_TOOL: INodeProperties['displayOptions'] = { hide: { '@tool': [true] } };

/**
 * A collection of options as a node and its tool show it. If a field takes no expressions, n8n offers no button that lets
 * the model define it. An agent chooses freely, so a typed price does not count.
 */
export function inNodeAndTool(property: INodeProperties): INodeProperties {
	if (property.name !== 'options') return property;
	const options = (property.options as INodeProperties[]).flatMap((option) => {
		if (option.name !== 'price' && !FIXED.has(option.name)) return [option];
		const inNode = { ...option, displayOptions: NOT_IN_TOOL };
		if (option.name === 'price') return [inNode];
		return [inNode, { ...option, noDataExpression: true, displayOptions: IN_TOOL }];
	});
	return { ...property, options };
}

/** limits/policy.ts refuses everything else. */
const READS = 'It can only send a GET, without a body.';
const SPENDS =
	'It spends USDT from a prepaid balance, and an order cannot be reversed. Until you reply, a call with the same arguments is the same order. If its outcome is unknown, call again with the same arguments. If a call is refused, do not order it in another way.';

/**
 * The description of a tool for an AI agent's model. n8n's own text would only be the name of the action. It would not
 * describe the fields, because n8n passes on no description of a parameter.
 */
export function toolDescription(operation: Operation): INodeProperties {
	const { description, effect, fields, resource } = operation;
	const rules = resource === 'apiCall' ? READS : SPENDS;
	const told = fields.flatMap(({ topLevel, displayName, property }) => {
		const { placeholder, description: what = '' } = property;
		const example = placeholder ? ` (${placeholder})` : '';
		return topLevel ? `${displayName}${example}: ${sentence(what)}` : [];
	});
	return {
		displayName: 'Description',
		name: 'toolDescription',
		type: 'string',
		typeOptions: { rows: 5 },
		default: [sentence(description), ...(costs({ effect }) ? [rules] : []), ...told].join(' '),
		required: true,
		description: 'The AI agent reads this text to learn what the tool does, and what to ask of it',
		displayOptions: IN_TOOL,
	};
}

/** In the editor, a single sentence has no full stop. */
function sentence(text: string): string {
	return text.endsWith('.') ? text : `${text}.`;
}
