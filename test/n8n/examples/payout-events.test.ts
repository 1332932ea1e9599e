import { randomUUID } from 'node:crypto';
import { outcomeAddress } from '../../../sandbox/magic';
import { PayoutDesk } from './payout-desk';
import { noteAbout } from './support';

const clear = outcomeAddress('tron_usdt', 'clear');

let desk: PayoutDesk;

beforeAll(async () => {
	desk = await PayoutDesk.open();
});

afterAll(() => desk.close());

describe('the event of a payout', () => {
	test.each([
		['COMPLETED', 'completed', 'Paid'],
		['Cancelled', 'cancelled', 'NOT PAID'],
		['returned', 'returned', 'NOT CERTAIN'],
		['', '', 'NOT CERTAIN'],
	])('with the status "%s" is noted as "%s" and told as "%s"', async (status, noted, told) => {
		const payout = `event-${randomUUID().slice(0, 8)}`;

		desk.own.sandbox.sendEvent(desk.own.partner.partnerId, 'withdrawal.status_changed', {
			ext_id: `payout-${payout}`,
			status,
			document_status: 'done',
			amount: '3.21',
			to_address: clear,
		});

		const note = await noteAbout(`payout-${payout} `);
		expect(note).toMatch(new RegExp(`^${told}\\b`));
		expect(note).toContain(`(3.21 USDT to ${clear}) is ${noted || 'without a status'}`);
		expect(note.includes('do not order it anew')).toBe(told === 'NOT CERTAIN');
		expect(await desk.rowOf(payout)).toMatchObject({ status: noted });
	});
});
