import { z } from 'zod';
import { extIdField, partnerFunction, type Call } from '../http/endpoint';
import { notFound } from '../http/errors';
import type { JsonObject } from '../http/json';
import { timestamp } from '../state/clock';
import type { KytCheck } from '../state/kyt';
import type { World } from '../world';

function documentOfCheck({ dialect }: World, check: KytCheck): JsonObject {
	return {
		ext_id: check.extId,
		kind: 'kyt_check',
		...dialect.words('kyt_check', check.status),
		ref_id: String(check.id),
		created_at: timestamp(check.createdAt),
		updated_at: timestamp(check.completedAt ?? check.createdAt),
	};
}

function find({ world, partner }: Call, extId: string): JsonObject {
	const order = world.orders.find(partner.id, extId);
	if (order) return world.orders.document(order);
	const check = world.kyt.byExtId(partner.id, extId);
	if (check) return documentOfCheck(world, check);
	throw notFound('document_not_found', 'Nothing has this ext_id');
}

/** Section 1, rule 10. */
export const getDocument = partnerFunction(
	'document_get',
	'document:read',
	z.object({ ext_id: extIdField }).strict(),
	(call, { ext_id: extId }) => find(call, extId),
);
