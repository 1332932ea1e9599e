// How an item that failed goes on through n8n, as On Error says.
import type { IExecuteFunctions, INode, IWorkflowDataProxyData } from 'n8n-workflow';
import {
	sendNoEmptyItem,
	withoutLostPairs,
} from '../../../../../nodes/PartnerSettlement/run/on-error';

const node = (id: string): INode => ({
	...{ id, name: id, type: 'any', typeVersion: 1, position: [0, 0], parameters: {} },
	alwaysOutputData: true,
});

/** All that is asked of n8n. */
function context(own: INode, executed: INode): IExecuteFunctions {
	return {
		getNode: () => own,
		getExecuteData: () => ({ node: executed, data: {}, source: null }),
	} as Partial<IExecuteFunctions> as IExecuteFunctions;
}

test('an empty item is kept from the output of the node; a tool leaves the setting of its AI agent alone', () => {
	const [own, agent] = [node('own'), node('agent')];
	sendNoEmptyItem(context(own, own));
	sendNoEmptyItem(context(node('tool'), agent));
	expect([own.alwaysOutputData, agent.alwaysOutputData]).toEqual([false, true]);
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
