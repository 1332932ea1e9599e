import { covers } from '../state/scopes';
import type { Partner } from '../state/partners';
import type { World } from '../world';
import type { Endpoint } from './endpoint';
import { ApiError, forbidden, unauthorized } from './errors';

/**
 * The partner of a bearer token that may make this call (sections 5.2, 5.3 and 5.4).
 *
 * @throws ApiError 401 if there is no valid token, 403 if the partner may not make this call
 */
export async function authorize(
	world: World,
	header: string | undefined,
	{ base, scope }: Endpoint,
): Promise<Partner> {
	const [, token] = /^Bearer (\S+)$/i.exec(header ?? '') ?? [];
	if (token === undefined) throw unauthorized('missing_token', 'A bearer token is needed');
	const claims = await world.tokens.verify(token);
	const hasAgentTokens = world.dialect.differences.agentTokenPath !== undefined;
	if (hasAgentTokens && (claims.typ === 'agent') !== (base === 'base')) {
		throw unauthorized('wrong_token', `This base does not take a token of typ ${claims.typ}`);
	}
	const partner = world.partners.get(claims.partner_id);
	if (partner.blocked)
		throw forbidden(world.config.blockedCode, 'The tenant is blocked or inactive');
	if (scope !== null && !covers(claims.scope.split(' '), scope)) {
		throw forbidden('not_allowed', `The scope ${scope} is missing`);
	}
	return partner;
}

/** Counts the calls of each partner in each second. */
export class RateLimit {
	private second = 0;
	private counts = new Map<number, number>();

	/** Counts a call. @throws ApiError 429 with Retry-After if the partner has used up this second */
	count(partnerId: number, limit: number | null): void {
		const second = Math.floor(Date.now() / 1000);
		if (second !== this.second) {
			this.second = second;
			this.counts = new Map();
		}
		const count = (this.counts.get(partnerId) ?? 0) + 1;
		this.counts.set(partnerId, count);
		if (limit !== null && count > limit) {
			throw new ApiError(429, 'rate_limited', 'Too many calls', { 'retry-after': '1' });
		}
	}
}
