import { badRequest } from './errors';

/** Section 1, rule 7: partner_id is never sent, at any depth. */
export function refusePartnerId(value: unknown): void {
	if (typeof value !== 'object' || value === null) return;
	if ('partner_id' in value) {
		throw badRequest('partner_id_not_allowed', 'partner_id is taken only from the access token');
	}
	for (const inner of Object.values(value)) refusePartnerId(inner);
}
