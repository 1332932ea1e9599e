import {
	type ICredentialDataDecryptedObject,
	type ICredentialsHelper,
	type INodeParameters,
	NodeHelpers,
} from 'n8n-workflow';
import { PartnerSettlementApi } from '../../../credentials/PartnerSettlementApi.credentials';

const { properties } = new PartnerSettlementApi();
type Decrypt = Parameters<ICredentialsHelper['getDecrypted']>;

/**
 * Does what n8n does with its database: here there is one credential, the same for every node. Defaults and expressions
 * work as in n8n. No test needs its other methods.
 */
export class OneCredential {
	constructor(private readonly data: ICredentialDataDecryptedObject) {}

	async getDecrypted(...[, , , mode, executeData, , resolve]: Decrypt) {
		const given = this.data as INodeParameters;
		const defaults = NodeHelpers.getNodeParameters(properties, given, true, false, null, null);
		// A null in a test stands for the result of an expression.
		const all = { ...defaults, ...given };
		const resolved = resolve?.workflow.expression.getParameterValue(
			all,
			resolve.runExecutionData,
			resolve.runIndex,
			resolve.itemIndex,
			resolve.node.name,
			resolve.connectionInputData,
			mode,
			{},
			executeData,
			false,
			all,
		);
		return await Promise.resolve((resolved ?? all) as ICredentialDataDecryptedObject);
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}
}
