import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
	Icon,
} from 'n8n-workflow';

type FieldInfo = Pick<INodeProperties, 'description' | 'placeholder' | 'required'> & {
	default?: string;
};

function field(name: string, displayName: string, info: FieldInfo): INodeProperties {
	return { displayName, name, type: 'string', default: '', ...info };
}

/** A field that n8n hides while it is typed. */
function secret(name: string, displayName: string, info: FieldInfo): INodeProperties {
	return { ...field(name, displayName, info), typeOptions: { password: true } };
}

const PROPERTIES: INodeProperties[] = [
	field('apiUrl', 'API URL', {
		required: true,
		placeholder: 'e.g. https://api.example.com',
		description: 'The {api_url} of your onboarding: serves /partner/... and /auth/v1/partner/...',
	}),
	field('baseUrl', 'Base URL', {
		required: true,
		placeholder: 'e.g. https://service.example.com',
		description: 'The {base_url} of your onboarding: serves /api/... and /auth/v1/agent/...',
	}),
	field('partnerId', 'Partner ID', {
		required: true,
		placeholder: 'e.g. 1042',
		description: 'Decimal digits',
	}),
	field('keyId', 'Key ID', {
		required: true,
		description: 'The kid under which your public key is registered',
	}),
	secret('privateKey', 'Private Key', {
		required: true,
		description:
			'Your Ed25519 private key: PKCS8 PEM (lost line breaks do not matter), JWK, or base64 of the seed or the DER',
	}),
	secret('webhookSecret', 'Webhook Secret', {
		description:
			'The HMAC secret that signs the events; without it the trigger accepts none. If your onboarding gave you none, Webhook: Rotate Secret does, once a callback URL is set.',
	}),
	secret('previousWebhookSecret', 'Previous Webhook Secret', {
		description: 'Accepted as well, while a rotation is under way. Empty it afterwards.',
	}),
	secret('cardEncryptionKey', 'Card Encryption Key', {
		description: 'Your X25519 private key for card_encrypted, as PEM or JWK',
	}),
	field('serviceCode', 'Service Code', {
		default: 'svc',
		description:
			'Stands for SVC in the API document: audience <code>-partner-api, header X-<CODE>-Signature, field <code>_product_id',
	}),
	// Hidden, because such a URL holds the password.
	secret('deduplicationRedisUrl', 'Deduplication Redis URL', {
		placeholder: 'e.g. rediss://redis.example.com:6379',
		description:
			'For n8n in queue mode: where its processes share the events seen. The trigger needs it there. Not a Redis Cluster.',
	}),
];

export class PartnerSettlementApi implements ICredentialType {
	name = 'partnerSettlementApi';

	displayName = 'Partner Settlement API';

	icon: Icon = {
		light: 'file:partner-settlement.svg',
		dark: 'file:partner-settlement.dark.svg',
	};

	documentationUrl =
		'https://github.com/partner-settlement/n8n-nodes-partner-settlement#the-credential';

	properties = PROPERTIES;

	/** The HTTP Request node's way in, called before every request. The credential's test is the node's `testedBy`. */
	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		// n8n requires every credential's file when it starts; the client is loaded when it is needed.
		const { authorize } = await import('./authorize');
		return await authorize(credentials, requestOptions);
	}
}
