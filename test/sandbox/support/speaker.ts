import { randomUUID } from 'node:crypto';
import type { DialectName } from '../../../dev/sandbox/dialects';
import type { Place } from '../../../dev/sandbox/dialects/dialect';
import { type Answer, Client } from './client';

type Fields = Record<string, unknown>;

/** A partner of a sandbox, who speaks its dialect. */
export class Speaker extends Client {
	/** Starts a sandbox of this dialect. */
	static async in(dialect: DialectName): Promise<Speaker> {
		const { sandbox, partner } = await Client.start({ dialect });
		return new Speaker(sandbox, partner);
	}

	/** A call that the API document only names, at the place that the dialect gives it. */
	override async call(name: string, fields: Fields = {}): Promise<Answer> {
		const shown: Place = { method: 'POST', base: 'base', path: `/api/partner/${name}` };
		const place = { ...shown, ...this.sandbox.differences.calls?.[name] };
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

	/** The id of a new card, once it is active. */
	async activeCard(status: string): Promise<string> {
		const ext_id = randomUUID();
		const { body } = await this.base('/api/pin/create_card', { svc_product_id: 101, ext_id });
		await this.document(ext_id, status);
		const { card_id } = (body.result ?? body) as Fields;
		return String(card_id);
	}
}
