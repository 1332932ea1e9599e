import { randomUUID } from 'node:crypto';
import { LoadOptionsContext, PollContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INodeExecutionData,
	INodeParameters,
	WorkflowActivateMode,
} from 'n8n-workflow';
import { PartnerSettlementBalanceTrigger } from '../../../nodes/PartnerSettlementBalanceTrigger/PartnerSettlementBalanceTrigger.node';
import { additionalData, workflowOf } from './run-node';

/** The context that n8n gives a list or a form of the panel, with the panel's current parameters. */
export function panelContext(
	credential: ICredentialDataDecryptedObject,
	parameters: INodeParameters = {},
): LoadOptionsContext {
	const { node, workflow } = workflowOf({ parameters });
	const data = { ...additionalData(credential, randomUUID()), currentNodeParameters: parameters };
	return new LoadOptionsContext(workflow, node, data, 'parameters.offerId');
}

type Output = INodeExecutionData[][] | null;

/** A workflow of the balance trigger alone, polled as n8n polls it. */
export class PolledNode {
	private readonly type = new PartnerSettlementBalanceTrigger();
	private readonly made: ReturnType<typeof workflowOf>;

	constructor(
		private readonly credential: ICredentialDataDecryptedObject,
		parameters: INodeParameters,
		staticData: IDataObject = {},
	) {
		const type = 'n8n-nodes-partner-settlement.partnerSettlementBalanceTrigger';
		const given = { name: 'Balance', type, parameters };
		this.made = workflowOf(given, this.type, { active: true, staticData });
	}

	/** The data that n8n would save. */
	get staticData(): IDataObject {
		return JSON.parse(JSON.stringify(this.made.workflow.staticData)) as IDataObject;
	}

	/** The line that the editor shows under the node's name. */
	subtitle(): unknown {
		const { node, workflow } = this.made;
		const { subtitle } = this.type.description;
		return workflow.expression.getSimpleParameterValue(node, subtitle, 'internal', {});
	}

	/**
	 * Returns a function that polls within one activation. Its first call is the poll with which n8n activates the
	 * node.
	 */
	activation(activation: WorkflowActivateMode): () => Promise<Output> {
		const { node, workflow } = this.made;
		const data = additionalData(this.credential, randomUUID());
		const mode = activation === 'manual' ? 'manual' : 'trigger';
		const context = new PollContext(workflow, node, data, mode, activation);
		return async () => {
			await workflow.expression.acquireIsolate();
			try {
				return await this.type.poll.call(context);
			} finally {
				await workflow.expression.releaseIsolate();
			}
		};
	}
}
