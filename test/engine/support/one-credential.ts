import {
	type ICredentialDataDecryptedObject,
	ICredentialsHelper,
	type IHttpRequestOptions,
	type INodeProperties,
} from 'n8n-workflow';

function notNeeded(): never {
	throw new Error('No test needs this');
}

/** What n8n itself does with its database: here there is one credential, the same for every node. */
export class OneCredential extends ICredentialsHelper {
	constructor(private readonly data: ICredentialDataDecryptedObject) {
		super();
	}

	override async getDecrypted(): Promise<ICredentialDataDecryptedObject> {
		return await Promise.resolve(this.data);
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
