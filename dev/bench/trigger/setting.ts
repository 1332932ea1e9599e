import { randomBytes } from 'node:crypto';
import { CREDENTIAL_TYPE } from '../../stack/credential';
import type { N8nApi } from '../../stack/n8n-api';
import type { StoredCredential } from '../../stack/n8n-api-schemas';
import { ownTrigger } from './contestants';
import { newDeliveries } from './deliveries';
import { type Arena, deliver, type Endpoint, publish } from './endpoint';

/** What is in n8n's database before a contest, and outlives a restart of n8n. */
export interface Setting {
	/** What deliveries are signed with. */
	secret: string;
	own: StoredCredential;
	/** The same secret for n8n's Crypto node. */
	crypto: StoredCredential;
	/** Triggers of this package that remember so many events at least. */
	filled: { events: number; endpoint: Endpoint }[];
}

async function createOwn(api: N8nApi, webhookSecret: string): Promise<StoredCredential> {
	// Nothing is called there.
	const url = 'http://127.0.0.1:9';
	const account = { apiUrl: url, baseUrl: url, partnerId: '1', keyId: 'none', privateKey: 'none' };
	const data = { ...account, webhookSecret };
	return await api.createCredential({ name: 'Bench', type: CREDENTIAL_TYPE, data });
}

/** @param levels for each, how many events a trigger is to remember */
export async function prepare(arena: Arena, levels: readonly number[]): Promise<Setting> {
	const { api } = arena;
	const secret = randomBytes(32).toString('hex');
	const own = await createOwn(api, secret);
	const hmac = { name: 'Bench HMAC', type: 'crypto', data: { hmacSecret: secret } };
	const crypto = await api.createCredential(hmac);
	const filled: Setting['filled'] = [];
	for (const events of levels) {
		const endpoint = await publish(api, ownTrigger(own));
		await deliver(arena, endpoint, newDeliveries(events, secret), events);
		filled.push({ events, endpoint });
	}
	return { secret, own, crypto, filled };
}
