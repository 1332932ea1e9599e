import { type INode, type INodeParameters, type INodeType, Workflow } from 'n8n-workflow';

/** What the editor shows below the name of a node before it has run. */
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
