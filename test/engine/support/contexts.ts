import { randomUUID } from 'node:crypto';
import { LoadOptionsContext, PollContext } from 'n8n-core';
import {
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	Workflow,
	type WorkflowActivateMode,
} from 'n8n-workflow';
import { PartnerSettlement } from '../../../nodes/PartnerSettlement/PartnerSettlement.node';
import { additionalData, NAME } from './run-node';
import { PartnerSettlementBalanceTrigger } from '../../../nodes/PartnerSettlementBalanceTrigger/PartnerSettlementBalanceTrigger.node';

/** The context that n8n gives a list or a form of the panel, with the panel's current parameters. */
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

type Output = INodeExecutionData[][] | null;

/** A workflow of the balance trigger alone, polled as n8n polls it. */
export class PolledNode {
	private readonly type = new PartnerSettlementBalanceTrigger();
	private readonly node: INode;
	private readonly workflow: Workflow;

	constructor(
		private readonly credential: ICredentialDataDecryptedObject,
		parameters: INodeParameters,
		staticData: IDataObject = {},
	) {
		this.node = {
			id: randomUUID(),
			name: 'Balance',
			type: 'n8n-nodes-partner-settlement.partnerSettlementBalanceTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters,
			credentials: { partnerSettlementApi: { id: '1', name: 'Partner' } },
		};
		this.workflow = new Workflow({
			id: 'workflow-1',
			nodes: [this.node],
			connections: {},
			active: true,
			staticData,
			nodeTypes: {
				getByName: () => this.type,
				getByNameAndVersion: () => this.type,
				getKnownTypes: () => ({}),
			},
		});
	}

	/** The data that n8n would save. */
	get staticData(): IDataObject {
		return JSON.parse(JSON.stringify(this.workflow.staticData)) as IDataObject;
	}

	/**
	 * Returns a function that polls within one activation. Its first call is the poll with which n8n activates the
	 * node.
	 */
	activation(mode: WorkflowActivateMode): () => Promise<Output> {
		const context = new PollContext(
			this.workflow,
			this.node,
			additionalData(this.credential, randomUUID()),
			mode === 'manual' ? 'manual' : 'trigger',
			mode,
		);
		return async () => {
			await this.workflow.expression.acquireIsolate();
			try {
				return await this.type.poll.call(context);
			} finally {
				await this.workflow.expression.releaseIsolate();
			}
		};
	}
}
