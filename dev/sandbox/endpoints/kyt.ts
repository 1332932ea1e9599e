import { z } from 'zod';
import { isAddressOf, KYT_NETWORKS } from '../addresses';
import {
	endpoint,
	extIdField,
	NO_BODY,
	partnerFunction,
	type Call,
	type Endpoint,
} from '../http/endpoint';
import { badRequest, notFound, unprocessable } from '../http/errors';
import type { JsonObject } from '../http/json';
import { KYT_PRICE } from '../state/kyt';

const SCOPE = 'kyt:check';

const checkSchema = z
	.object({
		network: z.enum(KYT_NETWORKS, { message: 'invalid_network' }),
		address: z.string().min(1),
		ext_id: extIdField.optional(),
		refresh: z.boolean().optional(),
	})
	.strict();

const getSchema = z.object({
	id: z.union([z.number().int(), z.bigint()]).optional(),
	ext_id: extIdField.optional(),
});

const historySchema = z.object({ address: z.string().optional() });

function check({ world, partner }: Call, body: z.infer<typeof checkSchema>): JsonObject {
	const { network, address, ext_id: extId, refresh = false } = body;
	if (!isAddressOf(network, address)) {
		throw unprocessable('invalid_address', `This is not an address of ${network}`);
	}
	return world.kyt.view(world.kyt.check(partner, { network, address, extId, refresh }));
}

function get({ world, partner }: Call, body: z.infer<typeof getSchema>): JsonObject {
	const { id, ext_id: extId } = body;
	if ((id === undefined) === (extId === undefined)) {
		throw badRequest('missing_field', 'Give either id or ext_id');
	}
	const found =
		extId === undefined
			? world.kyt.byId(partner.id, BigInt(id ?? 0))
			: world.kyt.byExtId(partner.id, extId);
	if (!found) throw notFound('check_not_found', 'There is no such KYT check');
	return world.kyt.view(found);
}

/** Section 4.7. */
export const checkAddress = partnerFunction('kyt_check', SCOPE, checkSchema, check);

export const kytEndpoints: Endpoint[] = [
	checkAddress,
	partnerFunction('kyt_check_get', SCOPE, getSchema, get),
	partnerFunction('kyt_check_history', SCOPE, historySchema, ({ world, partner }, { address }) => ({
		checks: world.kyt
			.ofPartner(partner.id)
			.filter((found) => found.address === (address ?? found.address))
			.map((found) => world.kyt.view(found)),
	})),
	endpoint({
		base: 'base',
		method: 'POST',
		path: '/api/kyt_quote',
		scope: null,
		body: NO_BODY,
		handle: () => ({ price_usdt: KYT_PRICE, currency: 'USDT', networks: KYT_NETWORKS }),
	}),
];
