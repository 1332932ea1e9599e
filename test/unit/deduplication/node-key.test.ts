import type { FunctionsBase } from 'n8n-workflow';
import { nodeKey } from '../../../nodes/PartnerSettlementTrigger/deduplication/node-key';

function keyIn(instanceId: string, workflowId: string, nodeId: string): string {
	const context = {
		getInstanceId: () => instanceId,
		getWorkflow: () => ({ id: workflowId }),
		getNode: () => ({ id: nodeId }),
	};
	return nodeKey(context as unknown as FunctionsBase);
}

test('a node has one key, and its twins in other workflows and in another n8n have others', () => {
	const key = keyIn('instance', 'workflow', 'node');
	expect(keyIn('instance', 'workflow', 'node')).toBe(key);
	const twins = [
		keyIn('clone', 'workflow', 'node'),
		keyIn('instance', 'copy', 'node'),
		keyIn('instance', 'workflow', 'other'),
	];
	expect(new Set([key, ...twins]).size).toBe(4);
});
