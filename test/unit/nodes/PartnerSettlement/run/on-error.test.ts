// How an item that failed goes on through n8n, as On Error says.
import type { IExecuteFunctions, INode, IWorkflowDataProxyData } from 'n8n-workflow';
import {
	sendNoEmptyItem,
	withoutLostPairs,
} from '../../../../../nodes/PartnerSettlement/run/on-error';

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

test('if the source of the items is lost, only the failed ones have no paired item', () => {
	const own: INode = { ...node('own'), onError: 'continueErrorOutput' };
	const lost = {
		...context(own, own),
		getExecuteData: () => ({ node: own, data: {}, source: { main: [] } }),
		getWorkflowDataProxy: () => ({}) as Partial<IWorkflowDataProxyData> as IWorkflowDataProxyData,
	} as Partial<IExecuteFunctions> as IExecuteFunctions;
	const pairedItem = { item: 0 };
	const done = { json: { error: null, status: 'completed' }, pairedItem };
	const failed = { json: { error: 'refused', message: '', details: {} }, pairedItem };
	expect(withoutLostPairs(lost, [done, failed])).toEqual([
		done,
		{ ...failed, pairedItem: undefined },
	]);
});
