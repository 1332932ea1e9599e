import { balanceItem } from '../../nodes/PartnerSettlementBalanceTrigger/balance-item';

const THRESHOLDS = { threshold: '50', rearmAt: '100' };

test('an amount that the answer lacks is null in the item, never 0', () => {
	expect(balanceItem({ available_balance: '40' }, THRESHOLDS).json).toMatchObject({
		available_balance: '40',
		below_by: '10',
		ledger_balance: null,
		reserved: null,
		pending_credit: null,
	});
});

test('what the answer has stays as it is', () => {
	const balance = { available_balance: '40', reserved: '0.10', credit_line: '7' };
	expect(balanceItem(balance, THRESHOLDS).json).toMatchObject(balance);
});
