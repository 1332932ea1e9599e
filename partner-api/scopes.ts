/**
 * Whether granted scopes cover a needed one: exactly, or by an area wildcard such as `cards:*` (section 5.3, rule 1).
 * `*:*` is not a valid grant (rule 2) and covers nothing.
 *
 * @param granted the scopes a token carries
 * @param needed e.g. `cards:read`; `esim:*` names a family and is covered by any scope of it
 */
export function scopesCover(granted: readonly string[], needed: string): boolean {
	const [area = '', right] = needed.split(':');
	return granted.some((scope) => {
		const [grantedArea, grantedRight] = scope.split(':');
		if (grantedArea === '*' || grantedArea !== area) return false;
		return right === '*' || grantedRight === '*' || grantedRight === right;
	});
}
