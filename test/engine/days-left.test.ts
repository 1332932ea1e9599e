// Proves that the balance trigger starts once when the balance lasts for few days, reminds as often as it is told, and recovers.
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useSandbox } from '../support/use-sandbox';
import { PolledNode } from './support/contexts';

const api = useSandbox();
const HOUR = 3_600_000;
const BEGIN = Date.now();
let now = BEGIN;

beforeEach(() => {
	now += 30 * 24 * HOUR;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});

afterEach(() => {
	jest.restoreAllMocks();
});

/** A watch of a new account, polled every hour. @returns what came out, by the hour */
function watch(parameters: INodeParameters, staticData: IDataObject = {}) {
	const node = new PolledNode({ ...api.contract.credential() }, parameters, staticData);
	const poll = node.activation('activate');
	let balance = 1_000;
	return async (hours: number, perHour: number, deposit = 0) => {
		balance += deposit;
		const fired: (IDataObject | undefined)[] = [];
		for (let hour = 0; hour < hours; hour += 1) {
			now += HOUR;
			balance -= perHour;
			api.sandbox.setBalance(api.contract.partner.partnerId, balance.toFixed(2));
			api.sandbox.addFault({ match: { path: '/reconciliation_ledger' }, fault: '403' });
			const output = await poll();
			const item = output?.[0]?.[0]?.json;
			if (item) fired.push({ ...item, hour });
		}
		return fired;
	};
}

test('it starts once when few days are left, and again after it has recovered', async () => {
	const after = watch({ daysLeft: '3', options: {} });
	// 240 a day: 1,000 would last four days. Nothing is claimed before a day was seen.
	expect(await after(24, 10)).toEqual([]);
	const [first, second] = await after(12, 10);
	expect(second).toBeUndefined();
	expect(first).toMatchObject({ spending_from: 'polls', is_below_threshold: false });
	expect(Number(first?.days_left)).toBeLessThanOrEqual(3);
	expect(Number(first?.spent_per_day)).toBeCloseTo(240, -1);
	expect(await after(10, 0, 5_000)).toEqual([]);
	const again = await after(30, 200);
	expect(again).toHaveLength(1);
});

test('it reminds every so many hours until it has recovered', async () => {
	const after = watch({ threshold: '900', options: { remindHours: '6' } });
	const fired = await after(40, 5);
	expect(fired.map((item) => item?.hour)).toEqual([20, 26, 32, 38]);
	expect(await after(10, 0, 1_000)).toEqual([]);
});

test('a threshold or days have to be given', async () => {
	await expect(watch({ options: {} })(1, 0)).rejects.toThrow(/Threshold and Days Left are empty/);
});
