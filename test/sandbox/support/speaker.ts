import { randomUUID } from 'node:crypto';
import { differencesOf, type DialectName } from '../../../dev/sandbox/dialects';
import type { Place } from '../../../dev/sandbox/dialects/dialect';
import { until } from '../../support/until';
import { type Answer, Client, sendTo } from './client';

type Fields = Record<string, unknown>;

/** A partner of a sandbox, who speaks its dialect. */
export class Speaker {
	private constructor(
		readonly dialect: DialectName,
		readonly client: Client,
		/** The token that each base takes. */
		readonly tokens: Readonly<Record<Place['base'], string>>,
	) {}

	static async start(dialect: DialectName): Promise<Speaker> {
		const client = await Client.start({ dialect });
		const tokenAt = async (url: string): Promise<string> => {
			const { body } = await sendTo(url, { assertion: await client.assertion() });
			const { access_token, jwt = access_token } = (body.data ?? body) as Fields;
			return String(jwt);
		};
		const { apiUrl, baseUrl } = client.sandbox;
		const api = await tokenAt(`${apiUrl}/auth/v1/partner/token`);
		const { agentTokenPath } = differencesOf(dialect);
		const base = agentTokenPath === undefined ? api : await tokenAt(baseUrl + agentTokenPath);
		return new Speaker(dialect, client, { api, base });
	}

	async send({ method, base, path }: Place, body?: unknown, token?: string): Promise<Answer> {
		const { apiUrl, baseUrl } = this.client.sandbox;
		const url = `${base === 'api' ? apiUrl : baseUrl}${path}`;
		return await sendTo(url, body, token ?? this.tokens[base], method);
	}

	async get(path: string): Promise<Answer> {
		return await this.send({ method: 'GET', base: 'api', path });
	}

	async api(path: string, body: unknown): Promise<Answer> {
		return await this.send({ method: 'POST', base: 'api', path }, body);
	}

	async base(path: string, body?: unknown): Promise<Answer> {
		return await this.send({ method: 'POST', base: 'base', path }, body);
	}

	/** A call that the API document only names, at the place that the dialect gives it. */
	async call(name: string, fields: Fields = {}): Promise<Answer> {
		const shown: Place = { method: 'POST', base: 'base', path: `/api/partner/${name}` };
		const place = { ...shown, ...differencesOf(this.dialect).calls?.[name] };
		const rest = new Map(Object.entries(fields));
		const path = place.path.replace(/\{(\w+)\}/g, (_match, field: string) => {
			const value = encodeURIComponent(String(rest.get(field)));
			rest.delete(field);
			return value;
		});
		if (place.method !== 'GET')
			return await this.send({ ...place, path }, Object.fromEntries(rest));
		const query = new URLSearchParams();
		for (const [field, value] of rest) query.set(field, String(value));
		return await this.send({ ...place, path: `${path}?${query.toString()}` });
	}

	/** The document of an order once its status is this one. */
	async document(extId: unknown, status: string): Promise<Fields> {
		const look = async (): Promise<Fields> => {
			const { body } = await this.call('document_get', { ext_id: extId });
			return (body.data ?? body) as Fields;
		};
		return await until(look, (document) => document.status === status);
	}

	/** The id of a new card, once it is active. */
	async activeCard(): Promise<string> {
		const ext_id = randomUUID();
		const { body } = await this.base('/api/pin/create_card', { svc_product_id: 101, ext_id });
		await this.document(ext_id, this.dialect === 'wrapped' ? 'fulfilled' : 'completed');
		const { card_id } = (body.result ?? body) as Fields;
		return String(card_id);
	}
}
