import { randomBytes, randomUUID } from 'node:crypto';
import { exportPKCS8, generateKeyPair, type CryptoKey } from 'jose';
import { ALL_SCOPES, DEFAULT_SCOPES, isValidGrant } from './scopes';

export interface PartnerOptions {
	/** Every scope by default. An empty list means the read-only ones of section 5.3, rule 3. */
	scopes?: readonly string[];
	/** Where events go. Default: nowhere. */
	callbackUrl?: string;
	/** USDT, as a decimal string. */
	balance?: string;
}

export interface KeyCredentials {
	keyId: string;
	privateKeyPem: string;
}

/** All a client needs to be this partner. */
export interface PartnerCredentials extends KeyCredentials {
	partnerId: string;
	webhookSecret: string;
	cardEncryptionKeyPem: string;
}

interface RegisteredKey {
	keyId: string;
	publicKey: CryptoKey;
	partner: Partner;
	revokedAt?: Date;
}

export interface Partner {
	id: number;
	clientId: string;
	scopes: readonly string[];
	blocked: boolean;
	webhookSecret: string;
	callbackUrl: string | null;
	cardEncryptionKey: CryptoKey;
}

const FIRST_PARTNER_ID = 1001;

/** A random secret for signing events: 32 bytes in hex. */
export function newWebhookSecret(): string {
	return randomBytes(32).toString('hex');
}

function scopesOf({ scopes = ALL_SCOPES }: PartnerOptions): readonly string[] {
	if (scopes.length === 0) return DEFAULT_SCOPES;
	const refused = scopes.find((scope) => !isValidGrant(scope));
	if (refused !== undefined)
		throw new RangeError(`${refused} is not a valid scope (section 5.3, rule 2)`);
	return scopes;
}

/** The registered partners (tenants) and their keys. */
export class Partners {
	private readonly partners = new Map<number, Partner>();
	private readonly keys = new Map<string, RegisteredKey>();

	async create(options: PartnerOptions): Promise<PartnerCredentials> {
		const encryption = await generateKeyPair('ECDH-ES', { crv: 'X25519', extractable: true });
		const partner: Partner = {
			id: FIRST_PARTNER_ID + this.partners.size,
			clientId: randomUUID(),
			scopes: scopesOf(options),
			blocked: false,
			webhookSecret: newWebhookSecret(),
			callbackUrl: options.callbackUrl ?? null,
			cardEncryptionKey: encryption.publicKey,
		};
		this.partners.set(partner.id, partner);
		return {
			...(await this.addKey(partner.id)),
			partnerId: String(partner.id),
			webhookSecret: partner.webhookSecret,
			cardEncryptionKeyPem: await exportPKCS8(encryption.privateKey),
		};
	}

	/** Section 5.5: registers one more Ed25519 key. */
	async addKey(partnerId: number): Promise<KeyCredentials> {
		const partner = this.get(partnerId);
		const { publicKey, privateKey } = await generateKeyPair('EdDSA', {
			crv: 'Ed25519',
			extractable: true,
		});
		const keyId = `key-${randomUUID()}`;
		this.keys.set(keyId, { keyId, publicKey, partner });
		return { keyId, privateKeyPem: await exportPKCS8(privateKey) };
	}

	/** Section 5.5: revokes a key, as the operator does. */
	revokeKey(keyId: string, at: Date): void {
		const key = this.keys.get(keyId);
		if (!key) throw new RangeError(`There is no key ${keyId}`);
		key.revokedAt = at;
	}

	key(keyId: string): RegisteredKey | undefined {
		return this.keys.get(keyId);
	}

	all(): readonly Partner[] {
		return [...this.partners.values()];
	}

	/** @throws RangeError for an unknown id */
	get(partnerId: number): Partner {
		const partner = this.partners.get(partnerId);
		if (!partner) throw new RangeError(`There is no partner ${partnerId}`);
		return partner;
	}
}
