import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
	Icon,
} from 'n8n-workflow';

type FieldInfo = Partial<Omit<INodeProperties, 'displayName' | 'name'>>;

function field(name: string, displayName: string, info: FieldInfo): INodeProperties {
	return { displayName, name, type: 'string', default: '', ...info };
}

/** A field whose value n8n hides. */
function secret(name: string, displayName: string, info: FieldInfo): INodeProperties {
	return field(name, displayName, { ...info, typeOptions: { password: true } });
}

/** The values from onboarding. `npm start` prints them in this order. */
const ONBOARDING: INodeProperties[] = [
	field('apiUrl', 'API URL', {
		required: true,
		placeholder: 'e.g. https://api.example.com',
		description: 'Your onboarding calls this address api_url. It serves /partner/...',
		hint: 'Used for access tokens, the balance, withdrawals, eSIMs, batches, card numbers and codes',
	}),
	field('baseUrl', 'Base URL', {
		required: true,
		placeholder: 'e.g. https://service.example.com',
		description: 'Your onboarding calls this address base_url. It serves /api/...',
		hint: 'Used for screenings, cards, gift cards, lists, lookups and webhook settings',
	}),
	field('partnerId', 'Partner ID', {
		required: true,
		placeholder: 'e.g. 1042',
		description: 'Your partner number: digits only',
		hint: 'Used to sign in',
	}),
	field('keyId', 'Key ID', {
		required: true,
		placeholder: 'e.g. key-2026-01',
		description: 'The kid under which your public key is registered',
		hint: 'Used to sign in: it names the key below',
	}),
	secret('privateKey', 'Private Key', {
		required: true,
		placeholder: 'e.g. -----BEGIN PRIVATE KEY----- ...',
		description:
			'Your Ed25519 private key as PEM, JWK or base64. Lost line breaks in a PEM do not matter. Base64 can hold the seed, the seed and public key, the DER or the PEM.',
		hint: 'Used to sign in: it never leaves this n8n',
	}),
	secret('webhookSecret', 'Webhook Secret', {
		placeholder: 'e.g. 5f2b8c0e9a...',
		description:
			'The secret that signs your events (HMAC). If your onboarding gave you none, set a callback URL and run Webhook: Rotate Secret.',
		hint: 'Used by the Partner Settlement Trigger. Copy all of it: the connection test cannot check it',
	}),
];

const HEADING = field(
	'rareFieldsNotice',
	'Rarely needed. Fill in what your onboarding gave you, and leave the rest as it is.',
	{ type: 'notice' },
);

const RARE: INodeProperties[] = [
	secret('previousWebhookSecret', 'Previous Webhook Secret', {
		placeholder: 'e.g. 5f2b8c0e9a...',
		description:
			'The Webhook Secret before the last rotation. Clear this field some days after the rotation.',
		hint: 'Used by the trigger while you rotate. It also accepts events signed with this secret',
	}),
	field('serviceCode', 'Service Code', {
		default: 'svc',
		placeholder: 'e.g. svc',
		description:
			'The short name of your service. It replaces SVC in names such as X-SVC-Signature and svc_product_id',
		hint: 'Used to sign in, to check events and to issue cards. Change it only if your onboarding gives you one',
	}),
	field('apiDifferences', 'API Differences', {
		type: 'json',
		placeholder: 'e.g. {"noOrder": ["document_unknown"]}',
		description:
			'Tells the nodes, as JSON, how your API behaves where its document is silent. Setup: Check the API finds most of this.',
		hint: "Used by every node. Replace all of it with Setup's JSON, which holds your entries too",
	}),
	secret('cardEncryptionKey', 'Card Encryption Key', {
		placeholder: 'e.g. -----BEGIN PRIVATE KEY----- ...',
		description: 'Your X25519 private key, as PEM or JWK',
		hint: 'Used to read encrypted cards. Leave it empty if you were given no such key',
	}),
	// Hidden because the URL can contain a password.
	secret('deduplicationRedisUrl', 'Redis URL', {
		placeholder: 'e.g. rediss://redis.example.com:6379',
		description:
			"n8n's processes use it to share the events they have seen, the orders in progress and what is spent. You can use the queue's Redis, but not a Redis Cluster.",
		hint: 'Used by triggers and orders. Needed in queue mode: ask whoever runs your n8n',
	}),
];

const LIMITS_HEADING = field(
	'limitsNotice',
	"Limits that no workflow can lift. Only owners of this credential and editors of its project can. With any limit, the HTTP Request node can't use this credential. Without limits, anyone who can use the credential in a workflow can read its access token.",
	{ type: 'notice' },
);

const LIMITS: INodeProperties[] = [
	field('clearanceHours', 'Withdrawals Need a Clearance (Hours)', {
		placeholder: 'e.g. 24',
		description:
			'The maximum age of the certificate that cleared the address. Partner Settlement Screening makes certificates. Empty: withdrawals need none.',
		hint: 'Used before every withdrawal',
	}),
	field('clearanceRules', 'Clearance Rules', {
		type: 'json',
		placeholder: 'e.g. {"reviewFromScore": "<your score>", "clearSeverities": "<your severities>"}',
		description:
			'The rules of Partner Settlement Screening as JSON, under the names of its parameters. Add maximumAge (hours) to limit how old a screening may be. Required if withdrawals need a clearance.',
		hint: 'Used by the Screening node instead of its own rules',
	}),
	field('maximumPerOrder', 'Maximum per Order (USDT)', {
		placeholder: 'e.g. 500.00',
		description:
			'The most that one order may cost, including Withdrawal Fee. A Price (USDT) entered in a node is ignored.',
		hint: 'Used before every order',
	}),
	field('keepAtLeast', 'Keep at Least (USDT)', {
		placeholder: 'e.g. 1000.00',
		description:
			'The part of the available balance that orders must not spend. In queue mode it needs Redis URL.',
		hint: 'Used before every order: a run reads the balance first',
	}),
	field('maximumPerDay', 'Maximum per 24 Hours (USDT)', {
		placeholder: 'e.g. 2000.00',
		description:
			'A budget: the most that all orders of the account may cost in any 24 hours, over all runs. Orders through a credential without a budget are not counted.',
		hint: 'Used before every order. In queue mode it needs Redis URL',
	}),
	field('maximumPerMonth', 'Maximum per 30 Days (USDT)', {
		placeholder: 'e.g. 20000.00',
		description: 'A budget like Maximum per 24 Hours, for any 30 days',
		hint: 'Used before every order. In queue mode it needs Redis URL',
	}),
	field('withdrawalFee', 'Withdrawal Fee (USDT)', {
		placeholder: 'e.g. 1.00',
		description:
			'The fee that the API charges for a withdrawal, on top of its amount. Ask your provider.',
		hint: 'Used in every limit. Empty: limits count only the amount',
	}),
	field('allowedRecipients', 'Allowed Recipients', {
		typeOptions: { rows: 3 },
		placeholder: 'e.g. T and 33 more characters, T and 33 more characters',
		description:
			'Withdrawals may go only to these TRON addresses. Separate them with commas, spaces or line breaks. Empty: any address.',
		hint: 'Used before every withdrawal',
	}),
];

const FIELDS = [...ONBOARDING, LIMITS_HEADING, ...LIMITS, HEADING, ...RARE];

/**
 * Matches an expression, which begins with `=` and so sorts between these texts. `startsWith` fails on a number in
 * older releases of n8n.
 */
const EXPRESSION = { _cnd: { between: { from: '=', to: '>' } } };

/**
 * n8n gives nodes only the result of an expression. It leaves this hidden field out if any other field is an
 * expression, so nodes can tell.
 */
const ALL_FIELDS_FIXED = field('allFieldsFixed', 'All Fields Fixed', {
	type: 'hidden',
	default: true,
	displayOptions: { hide: Object.fromEntries(FIELDS.map(({ name }) => [name, [EXPRESSION]])) },
});

export class PartnerSettlementApi implements ICredentialType {
	name = 'partnerSettlementApi';

	displayName = 'Partner Settlement API';

	icon: Icon = {
		light: 'file:../nodes/partner-settlement.svg',
		dark: 'file:../nodes/partner-settlement.dark.svg',
	};

	documentationUrl =
		'https://github.com/partner-settlement/n8n-nodes-partner-settlement#the-credential';

	properties = [...FIELDS, ALL_FIELDS_FIXED];

	/**
	 * n8n calls this before every request that the HTTP Request node makes with this credential. The credential's test
	 * is the node's `testedBy`.
	 */
	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		// n8n requires every credential's file when it starts; the client is loaded only when it is needed.
		const { authorize } = await import('./authorize');
		return await authorize(credentials, requestOptions);
	}
}
