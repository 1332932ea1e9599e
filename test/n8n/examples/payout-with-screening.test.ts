import { faultAddress, type KytOutcome, outcomeAddress } from '../../../sandbox/magic';
import { waitUntil } from '../../../stack/wait-until';
import { PayoutDesk } from './payout-desk';
import { callbackUrlOf, noteAbout, notesAbout } from './support';

const clear = outcomeAddress('tron_usdt', 'clear');

let desk: PayoutDesk;

beforeAll(async () => {
	desk = await PayoutDesk.open();
});

afterAll(() => desk.close());

test('a payout to a clear address is withdrawn, and its result comes back by a signed event', async () => {
	const { payout, ...answer } = await desk.order({
		to_address: clear,
		amount: '12.500000000000000001',
	});

	const extId = `payout-${payout}`;
	expect(answer).toMatchObject({ status: 200, decision: 'ordered', ext_id: extId });
	expect(await noteAbout(`${extId} `)).toContain(`Paid: ${extId} (12.500000000000000001 USDT`);
	expect(await desk.rowOf(payout)).toMatchObject({
		payout,
		to_address: clear,
		amount: '12.500000000000000001',
		fee: '1.00',
		status: 'completed',
	});
});

test('the same payout posted again is paid once', async () => {
	const payout = 'posted-twice';
	const before = desk.withdrawals().length;

	const answers = await Promise.all([
		desk.order({ payout, to_address: clear, amount: '1.00' }),
		desk.order({ payout, to_address: clear, amount: '1.00' }),
	]);
	answers.push(await desk.order({ payout, to_address: clear, amount: '1.00' }));

	expect(answers.map(({ decision }) => decision)).toEqual(['ordered', 'ordered', 'ordered']);
	expect(desk.withdrawals()).toHaveLength(before + 1);
});

test.each<[KytOutcome, string, number, RegExp]>([
	['medium', 'review', 202, /waits for a person: .*48/],
	['unknown_severity', 'review', 202, /waits for a person/],
	['sanctions', 'block', 422, /was BLOCKED: .*sanctions/i],
	['high', 'block', 422, /was BLOCKED: .*87.5/],
	['failed', 'unresolved', 422, /could not be screened/],
	['never', 'unresolved', 422, /could not be screened/],
	['missing_score', 'unresolved', 422, /could not be screened/],
	['insufficient_balance', 'unresolved', 422, /could not be screened/],
])(
	'an address that is "%s" is not paid: %s, and the team is told',
	async (outcome, decision, status, text) => {
		const before = desk.withdrawals().length;
		const address = outcomeAddress('tron_usdt', outcome);

		const { payout, ...answer } = await desk.order({ to_address: address, amount: '1.00' });

		expect(answer).toMatchObject({ status, decision, text: expect.stringMatching(text) });
		expect(await noteAbout(`Payout ${payout} of`)).toBe(answer.text);
		expect(desk.withdrawals()).toHaveLength(before);
		// One that waits for a person may be paid later.
		expect(await desk.postsOf(payout)).toHaveLength(decision === 'review' ? 1 : 0);
	},
);

test('a mistyped address is not even sent', async () => {
	desk.own.newRequests();

	const { payout, ...answer } = await desk.order({
		to_address: `${clear.slice(0, -1)}x`,
		amount: '1.00',
	});

	expect(answer).toMatchObject({ status: 422, decision: 'unresolved' });
	await noteAbout(`Payout ${payout} of`);
	expect(desk.own.newRequests()).toEqual([]);
});

test('an address whose screening meets a fault leaves no second withdrawal behind', async () => {
	const before = desk.withdrawals().length;

	const { payout, decision } = await desk.order({
		to_address: faultAddress('tron_usdt', 'closed_after_commit'),
		amount: '1.00',
	});

	expect(decision).toBe('ordered');
	await noteAbout(`payout-${payout} `);
	expect(desk.withdrawals()).toHaveLength(before + 1);
});

test.each([
	['no number', { payout: '  ' }],
	['a number with decimals', { payout: 1.5 }],
	['a number that lost digits', { payout: Number.MAX_SAFE_INTEGER + 1 }],
	['a number in a list', { payout: ['1001'] }],
	['yes for a number', { payout: true }],
	['no amount', { amount: undefined }],
	['an amount with a comma', { amount: '12,50' }],
	['an amount in letters', { amount: 'ten' }],
	['an amount with a currency', { amount: '12.50 USDT' }],
	['an amount of nothing', { amount: '0.00' }],
	['an amount below nothing', { amount: '-1.00' }],
	['no address', { to_address: null }],
])('%s: nothing is screened or paid', async (_, missing) => {
	desk.own.newRequests();

	const answer = await desk.order({ to_address: clear, amount: '1.00', ...missing });

	expect(answer).toMatchObject({ status: 400, decision: 'refused' });
	expect(desk.own.newRequests()).toEqual([]);
});

test('without the key of the payout desk nothing happens', async () => {
	desk.own.newRequests();

	expect(await desk.order({ to_address: clear, amount: '1.00' }, 'guessed')).toMatchObject({
		status: 403,
	});

	expect(desk.own.newRequests()).toEqual([]);
});

test('an event that is not signed with the secret changes nothing', async () => {
	const forged = {
		event_id: '00000000-0000-4000-8000-000000000001',
		event: 'withdrawal.status_changed',
		occurred_at: new Date().toISOString(),
		data: { ext_id: 'payout-forged', status: 'completed', document_status: 'done' },
	};

	const response = await fetch(await callbackUrlOf(desk.example), {
		method: 'POST',
		headers: { 'content-type': 'application/json', 'x-svc-signature': '0'.repeat(64) },
		body: JSON.stringify(forged),
	});

	expect(response.status).toBe(401);
	// A signed one behind it has been noted, so the forged one is not merely late.
	const { payout } = await desk.order({ to_address: clear, amount: '1.00' });
	await waitUntil('the payout', async () => (await desk.rowOf(payout))?.status ?? undefined);
	expect(await desk.rowOf('forged')).toBeUndefined();
	expect(await notesAbout('payout-forged')).toEqual([]);
});
