import {
	type ICredentialDataDecryptedObject,
	type ICredentialsExpressionResolveValues,
	ICredentialsHelper,
	type IExecuteData,
	type IHttpRequestOptions,
	type INodeCredentialsDetails,
	type INodeParameters,
	type INodeProperties,
	type IWorkflowExecuteAdditionalData,
	NodeHelpers,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { PartnerSettlementApi } from '../../../credentials/PartnerSettlementApi.credentials';

const { properties } = new PartnerSettlementApi();

function notNeeded(): never {
	throw new Error('No test needs this');
}

/**
 * Does what n8n does with its database: here there is one credential, the same for every node. Defaults and expressions
 * work as in n8n.
 */
export class OneCredential extends ICredentialsHelper {
	constructor(private readonly data: ICredentialDataDecryptedObject) {
		super();
	}

	override async getDecrypted(
		_additional: IWorkflowExecuteAdditionalData,
		_details: INodeCredentialsDetails,
		_type: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		_raw?: boolean,
		resolve?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
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

	override isCredentialUsableByNode(): boolean {
		return true;
	}

	override getParentTypes(): string[] {
		return [];
	}

	override getCredentialsProperties(): INodeProperties[] {
		return [];
	}

	override async authenticate(): Promise<IHttpRequestOptions> {
		return await Promise.resolve().then(notNeeded);
	}

	override async preAuthentication(): Promise<undefined> {
		await Promise.resolve().then(notNeeded);
	}

	override async runPreAuthentication(): Promise<undefined> {
		await Promise.resolve().then(notNeeded);
	}

	override async getCredentials(): Promise<never> {
		return await Promise.resolve().then(notNeeded);
	}

	override async updateCredentials(): Promise<void> {
		await Promise.resolve().then(notNeeded);
	}

	override async updateCredentialsOauthTokenData(): Promise<void> {
		await Promise.resolve().then(notNeeded);
	}
}
