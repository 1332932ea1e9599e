import {
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodeType,
	NodeHelpers,
	Workflow,
} from 'n8n-workflow';

/** The properties that the editor shows inside a property. */
export function membersOf({ options = [] }: INodeProperties): INodeProperties[] {
	return options.filter((option): option is INodeProperties => 'type' in option);
}

/** A property with all properties inside it. */
export function withMembers(property: INodeProperties): INodeProperties[] {
	return [property, ...membersOf(property).flatMap(withMembers)];
}

/** The names of the text fields that are empty and show no example. */
export function withoutExample(properties: readonly INodeProperties[]): string[] {
	const empty = properties
		.flatMap(withMembers)
		.filter((property) => property.type === 'string' && !property.default);
	if (empty.length === 0) throw new Error('No text field is empty');
	return empty
		.filter(({ placeholder = '' }) => !placeholder.startsWith('e.g. '))
		.map(({ name }) => name);
}

/** The collections that the editor shows. To the editor, a collection that is not set has its default value. */
export function shownCollections(
	properties: readonly INodeProperties[],
	set: INodeParameters = {},
): INodeProperties[] {
	const collections = properties.filter(({ type }) => type === 'collection');
	const defaults = collections.map(({ name }): [string, INodeParameters] => [name, {}]);
	const values: INodeParameters = { ...Object.fromEntries(defaults), ...set };
	return collections.filter((one) =>
		NodeHelpers.displayParameter(values, one, { typeVersion: 1 }, null),
	);
}

/** The text that the editor shows below a node's name before the node has run. */
export function subtitleOf(type: INodeType, parameters: INodeParameters): unknown {
	const node: INode = {
		...{ id: '1', name: 'Node', type: 'x', typeVersion: 1, parameters },
		position: [0, 0],
	};
	const nodeTypes = {
		getByName: () => type,
		getByNameAndVersion: () => type,
		getKnownTypes: () => ({}),
	};
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const { subtitle } = type.description;
	return workflow.expression.getSimpleParameterValue(node, subtitle, 'internal', {});
}
