import type { PartnerCredentials, Sandbox } from '../sandbox/index';

export const CREDENTIAL_TYPE = 'partnerSettlementApi';

/** The fields of the credential, as an operator would fill them in for this partner. */
export function credentialData(
	{ apiUrl, baseUrl }: Pick<Sandbox, 'apiUrl' | 'baseUrl'>,
	partner: PartnerCredentials,
): Record<string, string> {
	return {
		apiUrl,
		baseUrl,
		partnerId: partner.partnerId,
		keyId: partner.keyId,
		privateKey: partner.privateKeyPem,
		webhookSecret: partner.webhookSecret,
		cardEncryptionKey: partner.cardEncryptionKeyPem,
	};
}
