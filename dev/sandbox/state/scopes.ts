/** Section 5.3, the scopes a partner can be given one by one. */
export const ALL_SCOPES = [
	'balance:read',
	'deposit_address:read',
	'withdraw',
	'cards:issue',
	'cards:read',
	'cards:topup',
	'cards:freeze',
	'esim:*',
	'gift:read',
	'gift:purchase',
	'gift:*',
	'reconciliation:read',
	'document:read',
	'kyt:check',
] as const;

/** Section 5.3, rule 3: the scopes of a credential without explicit ones. */
export const DEFAULT_SCOPES = [
	'balance:read',
	'deposit_address:read',
	'document:read',
	'reconciliation:read',
] as const;

/** Section 5.3, rule 2: `*:*` is not a grant. */
export function isValidGrant(scope: string): boolean {
	return /^[a-z_]+(:([a-z_]+|\*))?$/.test(scope);
}

/** Section 5.3, rule 1: a scope matches exactly, or by the wildcard of its own area. */
export function covers(granted: readonly string[], needed: string): boolean {
	const [area] = needed.split(':');
	const grants = granted.filter(isValidGrant);
	return grants.includes(needed) || (needed.includes(':') && grants.includes(`${area}:*`));
}
