import { orderOutcomeValues, outcomeAddress } from '../../../sandbox/magic';
import { waitUntil } from '../../../stack/wait-until';
import { Servers } from '../../contract/support/servers';
import { PayoutDesk } from './payout-desk';
import {
	callbackUrlOf,
	credentialAnswering,
	noteAbout,
	notesAbout,
	withParameters,
} from './support';

const clear = outcomeAddress('tron_usdt', 'clear');

let desk: PayoutDesk;

beforeAll(async () => {
	desk = await PayoutDesk.open();
});

afterAll(() => desk.close());

describe('a payout whose answer the caller never got is not called unpaid when a second post', () => {
	let payout: string;
	let before: number;

	beforeEach(async () => {
		before = desk.withdrawals().length;
		({ payout } = await desk.order({ to_address: clear, amount: '2.50' }));
	});

	afterEach(() => desk.own.sandbox.clearFaults());

	async function postAgain(change: object) {
		const again = await desk.order({ payout, to_address: clear, amount: '2.50', ...change });
		expect(again).toMatchObject({
			status: 202,
			decision: 'unknown',
			ext_id: `payout-${payout}`,
			text: expect.stringContaining('MAY HAVE BEEN ORDERED'),
		});
		expect(await noteAbout(`Payout ${payout} of`)).toBe(again.text);
		expect(desk.withdrawals()).toHaveLength(before + 1);
		expect(await desk.rowOf(payout)).toMatchObject({ to_address: clear, amount: '2.50' });
		return again.text;
	}

	test('cannot be screened', async () => {
		desk.own.sandbox.addFault({ match: { path: '/kyt_check', times: 0 }, fault: '403' });

		const text = await postAgain({});

		expect(text).toContain('could not be screened to the end');
	});

	test('is blocked', async () => {
		const text = await postAgain({ to_address: outcomeAddress('tron_usdt', 'sanctions') });

		expect(text).toContain('was BLOCKED');
	});

	test('is refused by the guard', async () => {
		expect(await postAgain({ amount: '1000.01' })).toContain('Maximum per Item');
	});

	describe('is refused by the API', () => {
		const refuse = (path: string) =>
			desk.own.sandbox.addFault({ match: { path, times: 0 }, fault: '403' });

		test('and cannot be looked up', async () => {
			refuse('/partner/withdrawals');
			refuse('/document_get');

			const text = await postAgain({});

			expect(text).toContain('not_allowed');
		});

		test('but found: it is the one that was ordered', async () => {
			refuse('/partner/withdrawals');

			expect(await desk.order({ payout, to_address: clear, amount: '2.50' })).toMatchObject({
				status: 200,
				decision: 'ordered',
				ext_id: `payout-${payout}`,
			});
			expect(desk.withdrawals()).toHaveLength(before + 1);
		});
	});
});

describe('the team is told once, however often the payout was posted before', () => {
	const order = { to_address: clear, amount: '4.20' };
	const blocked = { ...order, to_address: outcomeAddress('tron_usdt', 'sanctions') };

	async function postThrice(): Promise<string> {
		const { payout } = await desk.order(order);
		await desk.order({ ...order, payout });
		expect(await desk.postsOf(payout)).toHaveLength(2);
		const { status, text } = await desk.order({ ...blocked, payout });
		expect(status).toBe(202);
		await desk.idle();
		expect(await notesAbout(`Payout ${payout} of`)).toEqual([text]);
		return payout;
	}

	test('that it may have been ordered', async () => {
		await postThrice();
	});

	test('and of its result, also where posts at the same time have both noted it', async () => {
		const none = { keyName: 'ext_id', keyValue: 'none' };
		await desk.run(
			withParameters(desk.example, 'Not noted yet', { filters: { conditions: [none] } }),
		);
		const payout = await postThrice();
		const event = { ext_id: `payout-${payout}`, status: 'completed', document_status: 'done' };

		desk.own.sandbox.sendEvent(desk.own.partner.partnerId, 'withdrawal.status_changed', {
			...event,
			amount: '4.21',
		});

		const result = `Paid: payout-${payout} (4.21 USDT`;
		await noteAbout(result);
		await desk.idle();
		await desk.run();
		expect(await notesAbout(result)).toHaveLength(1);
	});
});

test('a payout that is known to have failed is not open, whatever a second post meets', async () => {
	const amount = orderOutcomeValues.get('failed')?.amount;
	const { payout } = await desk.order({ to_address: clear, amount });
	await noteAbout(`NOT PAID: payout-${payout} `);

	const again = await desk.order({
		payout,
		to_address: outcomeAddress('tron_usdt', 'sanctions'),
		amount,
	});

	expect(again).toMatchObject({ status: 422, decision: 'block' });
});

describe('a payout whose posts were deleted is not called unpaid when a second post is blocked', () => {
	const order = { to_address: clear, amount: '5.10' };
	const blocked = { ...order, to_address: outcomeAddress('tron_usdt', 'sanctions') };

	beforeAll(() => {
		const none = { keyName: 'ext_id', keyValue: 'none' };
		return desk.run(
			withParameters(desk.example, 'Other posts', { filters: { conditions: [none] } }),
		);
	});

	afterAll(() => desk.run());

	test('as long as its withdrawal is noted', async () => {
		// Without an event it has no status.
		desk.own.sandbox.setCallbackUrl(desk.own.partner.partnerId, null);
		const { payout } = await desk.order(order);
		const row = await desk.rowOf(payout);
		expect(row).toMatchObject({ withdrawal_id: expect.stringMatching(/./), status: null });

		const again = await desk.order({ ...blocked, payout });

		expect(again).toMatchObject({ status: 202, decision: 'unknown' });
		expect(await desk.rowOf(payout)).toMatchObject({ withdrawal_id: row?.withdrawal_id });
		const { partnerId } = desk.own.partner;
		desk.own.sandbox.setCallbackUrl(partnerId, await callbackUrlOf(desk.example));
	});

	test('as long as its result is noted', async () => {
		const payout = 'noted-by-its-event-only';
		const event = { ext_id: `payout-${payout}`, status: 'completed', document_status: 'done' };
		const { partnerId } = desk.own.partner;
		desk.own.sandbox.sendEvent(partnerId, 'withdrawal.status_changed', event);
		await waitUntil('the result', async () => (await desk.rowOf(payout))?.status ?? undefined);

		const again = await desk.order({ ...blocked, payout });

		expect(again).toMatchObject({ status: 202, decision: 'unknown' });
		expect(await desk.rowOf(payout)).toMatchObject({ status: 'completed' });
	});
});

test('a post that waits for a person keeps a second one from being called unpaid', async () => {
	const { payout } = await desk.order({
		to_address: outcomeAddress('tron_usdt', 'medium'),
		amount: '1.00',
	});

	const again = await desk.order({
		payout,
		to_address: outcomeAddress('tron_usdt', 'high'),
		amount: '1.00',
	});

	expect(again).toMatchObject({ status: 202, decision: 'unknown' });
	expect(again.text).toContain('waits for a person');
});

test('another order under the same number is not told as safe to post again, and its row stays', async () => {
	const first = await desk.order({ to_address: clear, amount: '7.00' });
	const servers = new Servers();
	const answering = await credentialAnswering(desk.own, servers, (asked, body) => {
		if (!asked.endsWith('/partner/withdrawals')) return undefined;
		const created_at = '2026-01-01T00:00:00Z';
		const record = { amount: '7.00', withdrawal_id: 'wd-1', status: 'pending', created_at };
		return { status: 200, body: { ...(JSON.parse(body) as object), ...record } };
	});
	await desk.run(desk.example, answering);

	const again = await desk.order({ payout: first.payout, to_address: clear, amount: '8.00' });

	await desk.run();
	servers.close();
	expect(again).toMatchObject({
		status: 202,
		decision: 'unknown',
		text: expect.stringContaining('order it under a number of its own'),
	});
	expect(again.text).not.toContain('cannot be paid twice');
	expect(await desk.rowOf(first.payout)).toMatchObject({ amount: '7.00' });
});
