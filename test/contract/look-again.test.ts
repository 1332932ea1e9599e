import { PartnerApiError } from '../../partner-api';
import { lookAgain } from '../../partner-api/look-again';
import { BALANCE, Contract, failureOf } from './support/partner';

let contract: Contract;

beforeEach(async () => {
	contract = await Contract.start();
});

afterEach(async () => {
	await contract.sandbox.close();
});

const SEEN = { status: 'processing' };

test.each([
	'429',
	'500',
	'502_html',
	'503',
	'closed_before',
	'truncated',
	'broken_json',
	'empty',
] as const)('%s may pass: the order stands as it was seen', async (fault) => {
	contract.sandbox.addFault({ match: { path: '/balance' }, fault });
	const client = contract.client();
	expect(await lookAgain(() => client.call(BALANCE), SEEN)).toBe(SEEN);
});

test('a refusal leaves the order there: outcome unknown, never "nothing was spent"', async () => {
	contract.sandbox.addFault({ match: { path: '/balance' }, fault: '403' });
	const client = contract.client();
	const failure = await failureOf(lookAgain(() => client.call(BALANCE), SEEN));
	expect(failure).toMatchObject({ code: 'not_allowed', outcome: 'unknown' });
	expect(failure).toBeInstanceOf(PartnerApiError);
});
