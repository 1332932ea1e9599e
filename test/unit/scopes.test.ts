import { scopesCover } from '../../partner-api/scopes';

const CASES: [string[], string, boolean][] = [
	[['cards:read'], 'cards:read', true],
	[['cards:*'], 'cards:issue', true],
	[['balance:read', 'cards:*'], 'cards:freeze', true],
	[['withdraw'], 'withdraw', true],
	[['esim:*'], 'esim:*', true],
	[['cards:read'], 'cards:issue', false],
	[['cards:*'], 'gift:read', false],
	[['card:*'], 'cards:read', false],
	[['cards:*'], 'card:read', false],
	[['*:*'], 'cards:read', false],
	[['*:*'], '*:*', false],
	[['*'], 'withdraw', false],
	[['*:read'], 'cards:read', false],
	[['cards'], 'cards:read', false],
	[['cards:'], 'cards:read', false],
	[['withdraw:all'], 'withdraw', false],
	[['CARDS:READ'], 'cards:read', false],
	[[], 'balance:read', false],
	[[''], 'balance:read', false],
];

test.each(CASES)('%j covers %s: %s (section 5.3)', (granted, needed, covers) => {
	expect(scopesCover(granted, needed)).toBe(covers);
});

test('the read-only defaults cover nothing that moves money (rule 5.3.3)', () => {
	const defaults = ['balance:read', 'deposit_address:read', 'document:read', 'reconciliation:read'];
	const money = ['withdraw', 'cards:issue', 'cards:topup', 'esim:*', 'gift:purchase', 'kyt:check'];
	expect(money.filter((scope) => scopesCover(defaults, scope))).toEqual([]);
});
