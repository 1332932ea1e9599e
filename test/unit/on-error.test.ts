import type { IExecuteFunctions, INode } from 'n8n-workflow';
import { sendNoEmptyItem } from '../../nodes/PartnerSettlement/engine/on-error';

const node = (id: string): INode => ({
	id,
	name: id,
	type: 'any',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
	alwaysOutputData: true,
});

/** All that is asked of n8n. */
function context(own: INode, executed: INode): IExecuteFunctions {
	return {
		getNode: () => own,
		getExecuteData: () => ({ node: executed, data: {}, source: null }),
	} as Partial<IExecuteFunctions> as IExecuteFunctions;
}

test('an empty item is kept from the output of the node', () => {
	const own = node('own');
	sendNoEmptyItem(context(own, own));
	expect(own.alwaysOutputData).toBe(false);
});

test('a tool leaves the setting of its AI agent alone', () => {
	const agent = node('agent');
	sendNoEmptyItem(context(node('tool'), agent));
	expect(agent.alwaysOutputData).toBe(true);
});
