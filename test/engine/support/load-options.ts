import { randomUUID } from 'node:crypto';
import { LoadOptionsContext } from 'n8n-core';
import { type ICredentialDataDecryptedObject, type INodeParameters, Workflow } from 'n8n-workflow';
import { PartnerSettlement } from '../../../nodes/PartnerSettlement/PartnerSettlement.node';
import { additionalData, NAME } from './run-node';

/** What n8n gives a list or a form of the panel, with the parameters as they stand there. */
export function panelContext(
	credential: ICredentialDataDecryptedObject,
	parameters: INodeParameters = {},
): LoadOptionsContext {
	const type = new PartnerSettlement();
	const workflow = new Workflow({
		nodes: [
			{
				id: randomUUID(),
				name: NAME,
				type: 'n8n-nodes-partner-settlement.partnerSettlement',
				typeVersion: 1,
				position: [0, 0],
				parameters,
				credentials: { partnerSettlementApi: { id: '1', name: 'Partner' } },
			},
		],
		connections: {},
		active: false,
		nodeTypes: {
			getByName: () => type,
			getByNameAndVersion: () => type,
			getKnownTypes: () => ({}),
		},
	});
	const [node] = Object.values(workflow.nodes);
	if (!node) throw new Error('The workflow has no node');
	const data = { ...additionalData(credential, randomUUID()), currentNodeParameters: parameters };
	return new LoadOptionsContext(workflow, node, data, 'parameters.offerId');
}
