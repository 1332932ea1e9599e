import { reasonOf } from '../../nodes/PartnerSettlementTrigger/reason-of';

test('of an error only its text is told, not the command that a Redis client puts into it', () => {
	const error = Object.assign(new Error('ECONNREFUSED'), { command: { args: ['a password'] } });
	expect(reasonOf(error)).toBe('ECONNREFUSED');
});

test('what is no error is not told at all', () => {
	expect(reasonOf({ args: ['a password'] })).toBe('unknown');
});
