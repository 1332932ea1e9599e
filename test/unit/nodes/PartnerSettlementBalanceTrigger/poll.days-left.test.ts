/** Days Left over any polls, ledgers, deposits, junk, gaps and restarts, with the clock, the API and n8n's memory simulated. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import type * as PollModule from '../../../../nodes/PartnerSettlementBalanceTrigger/poll';
import { poll } from '../../../../nodes/PartnerSettlementBalanceTrigger/poll';
import { rateOfPolls } from '../../../../nodes/PartnerSettlementBalanceTrigger/spending-rate';
import { dialectOf } from '../../../../partner-api/dialect';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const [DAYS_LEFT, REARM_DAYS, REMIND_HOURS] = [3, 3.6, 6];
/** Minutes without a poll, in which nobody saw what was spent when. */
const LONG_GAP = 26 * 60;

interface Hour {
	/** Minutes until this poll. */
	gap: number;
	spent: number;
	deposit: number;
	/** An odd balance; the next two are right again. */
	junk?: number;
	/** How the ledger responds from now on. */
	ledger: 'refused' | 'read' | 'odd' | number;
	isDown: boolean;
	restarts: boolean;
}

/** The API of an account, as the trigger sees it. */
const mockApi = {
	now: 0,
	/** Each story is of another account: the process knows nothing of it. */
	account: '',
	available: '',
	isDown: false,
	ledger: 'refused' as Hour['ledger'],
	debits: [] as { at: number; amount: number }[],
	/** When the ledger was read, and what it says a day then. */
	rates: [] as { at: number; perDay?: number }[],
};

jest.mock('../../../../nodes/trigger-call', () => ({
	activationError: (_: unknown, error: Error) => error,
	callAsTrigger: async (_: unknown, { operation }: { operation: string }, body?: object) => {
		const ofAccount = { account: mockApi.account, dialect: mockDialect() };
		if (mockApi.isDown) throw new Error('down');
		if (operation === 'get')
			return await Promise.resolve({
				...ofAccount,
				response: { available_balance: mockApi.available },
			});
		return { ...ofAccount, response: mockLedger(body) };
	},
}));

const mockDialect = () => dialectOf({ pages: { '*': { next: 'next', send: 'page' } } });

function mockLedger({ page = 1 }: { page?: number } = {}): object {
	const { now, debits, ledger, rates } = mockApi;
	const first = debits[0]?.at ?? now;
	const inWeek = debits.filter(({ at }) => at > now - 7 * DAY);
	const spent = inWeek.reduce((sum, { amount }) => sum + amount, 0);
	const isKnown = ledger === 'read' && now - first >= DAY;
	rates.push({ at: now, ...(isKnown && spent > 0 && { perDay: spent / 7 }) });
	if (ledger === 'refused') throw new Error('refused');
	const items = debits.map(({ at, amount }) => ({
		amount: `-${amount.toFixed(2)}`,
		created_at: new Date(at).toISOString(),
	}));
	// Pages of a line each.
	if (typeof ledger === 'number') {
		return { items: items.slice(page - 1, page), next: page < ledger ? page + 1 : null };
	}
	return { items: ledger === 'odd' ? [...items, { note: 'balance brought forward' }] : items };
}

const hour: fc.Arbitrary<Hour> = fc.record({
	gap: fc.constantFrom(30, 60, 60, 60, 60, 60, 120, 30 * 60),
	spent: fc.constantFrom(0, 5, 10, 10, 40),
	deposit: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 0, 0, 2_000),
	junk: fc.option(fc.constantFrom(0, 1, 99_999), { freq: 10, nil: undefined }),
	ledger: fc.constantFrom('refused', 'refused', 'refused', 'read', 'odd'),
	isDown: fc.constantFrom(...Array.from({ length: 9 }, () => false), true),
	restarts: fc.constantFrom(...Array.from({ length: 9 }, () => false), true),
});
/** The same hour again and again, so that a day is seen, and two odd balances are never neighbours. */
const stories = fc
	.array(fc.tuple(hour, fc.constantFrom(2, 2, 5, 30)), { minLength: 2, maxLength: 12 })
	.map((parts) => parts.flatMap(([one, times]) => calm(one, times)));

function calm(one: Hour, times: number): Hour[] {
	const again = { ...one, gap: 60, deposit: 0, junk: undefined, isDown: false, restarts: false };
	return [one, ...Array.from({ length: times }, () => again)];
}

const told = { fired: 0, reminded: 0, byPolls: 0, byLedger: 0, restarts: 0 };

async function live(story: readonly Hour[]): Promise<void> {
	let saved = '{}';
	let process = start(saved, poll);
	let balance = 1_000;
	let [samples, seen] = [[] as { at: number; available: string }[], [] as Hour[]];
	let alert: { toldAt: number } | undefined;
	for (const hour of story) {
		const { gap, spent, deposit, junk, ledger, isDown, restarts } = hour;
		mockApi.now += gap * MINUTE;
		balance = Math.max(balance - spent, 0) + deposit;
		if (spent > 0) mockApi.debits.push({ at: mockApi.now, amount: spent });
		Object.assign(mockApi, { available: (junk ?? balance).toFixed(2), ledger, isDown });
		if (restarts) {
			[process, samples, seen] = [start(saved, restarted()), [], []];
			mockApi.rates = [];
			told.restarts += 1;
		}
		const output = await process.poll();
		seen.push(hour);
		if (isDown) {
			expect(output).toBe('failed');
			continue;
		}
		samples.push({ at: mockApi.now, available: mockApi.available });
		// A rate is one that was seen: by the ledger within the hour, or by a day of polls.
		const { perDay: ofLedger } = mockApi.rates.at(-1) ?? {};
		const ofPolls = rateOfPolls(samples, mockApi.now);
		const rate = ofLedger ?? ofPolls?.toNumber();
		expect(mockApi.now - (mockApi.rates.at(-1)?.at ?? 0)).toBeLessThan(HOUR);
		if (ofPolls) {
			expect(mockApi.now - (samples[0]?.at ?? 0)).toBeGreaterThanOrEqual(DAY);
			// At most all that was spent since the start, in the day that was seen at least. What was spent in a long gap belongs to no rate.
			const all = seen.reduce((sum, one) => sum + (one.gap > LONG_GAP ? 0 : one.spent), 0);
			const isOdd = all > 0 && seen.some((one) => one.junk !== undefined);
			if (!isOdd) expect(ofPolls.toNumber()).toBeLessThanOrEqual(all + 1e-9);
		}
		const isShort = rate !== undefined && rate > 0 && Number(mockApi.available) / rate < DAYS_LEFT;
		const isBack = rate !== undefined && Number(mockApi.available) >= rate * REARM_DAYS;
		const isNew = isShort && !alert;
		const isDue = alert !== undefined && mockApi.now - alert.toldAt >= REMIND_HOURS * HOUR;
		if (isNew || (isDue && isShort)) {
			const [[{ json }]] = output as [[INodeExecutionData]];
			const from = ofLedger === undefined ? 'polls' : 'ledger';
			expect(json).toMatchObject({ spending_from: from });
			expect(Number(json.spent_per_day)).toBeCloseTo(rate, 1);
			told[isNew ? 'fired' : 'reminded'] += 1;
			told[from === 'polls' ? 'byPolls' : 'byLedger'] += 1;
			alert = { toldAt: mockApi.now };
		} else {
			expect(output).toEqual(alert && isBack ? [[]] : null);
			if (isBack) alert = undefined;
		}
		if (output !== null) saved = process.memory();
	}
}

/** The trigger in a process of its own. */
function restarted(): typeof poll {
	let again = poll;
	jest.isolateModules(() => {
		({ poll: again } = jest.requireActual<typeof PollModule>(
			'../../../../nodes/PartnerSettlementBalanceTrigger/poll',
		));
	});
	return again;
}

/** A process of n8n: nothing of the one before except what n8n saved. */
function start(saved: string, pollIn: typeof poll, threshold = '') {
	const data = JSON.parse(saved) as IDataObject;
	const parameters: IDataObject = {
		...{ threshold, daysLeft: String(DAYS_LEFT) },
		options: { remindHours: String(REMIND_HOURS) },
	};
	const context = {
		getNode: () => ({}),
		getNodeParameter: (name: string) => parameters[name],
		getMode: () => 'trigger',
		getActivationMode: () => 'update',
		getWorkflowStaticData: () => data,
	} as unknown as IPollFunctions;
	return {
		poll: async () => await pollIn(context).catch(() => 'failed' as const),
		memory: () => JSON.stringify(data),
	};
}

afterEach(() => {
	jest.restoreAllMocks();
});

test('an alert by Days Left does not hold back the one by Threshold', async () => {
	const now = Date.now();
	const debits = [2, 1].map((days) => ({ at: now - days * DAY, amount: 3_500 }));
	Object.assign(mockApi, { now, debits, rates: [], account: randomUUID(), ledger: 'read' });
	const { poll: look } = start('{}', poll, '500');
	const told: unknown[] = [];
	for (const available of ['2000', '1900', '450', '440']) {
		Object.assign(mockApi, { available, isDown: false });
		const output = (await look()) as INodeExecutionData[][] | null;
		told.push(output?.[0]?.[0]?.json.is_below_threshold);
	}
	expect(told).toEqual([false, undefined, true, undefined]);
});

test.each([
	[10, '2500.00'],
	[11, null],
])('a ledger of %d pages: USDT spent a day is %s', async (pages, perDay) => {
	const now = Date.now();
	const debits = Array.from({ length: pages }, (_, page) => ({
		at: now - (page + 1) * HOUR * 30,
		amount: 3_500,
	}));
	Object.assign(mockApi, { now, debits, rates: [], account: randomUUID(), ledger: pages });
	Object.assign(mockApi, { available: '450', isDown: false });
	const output = (await start('{}', poll, '500').poll()) as INodeExecutionData[][];
	expect(output[0]?.[0]?.json.spent_per_day).toBe(perDay);
});

test('no alarm on a rate that was not seen, one when it is due, and reminders as set', async () => {
	mockApi.now = Date.parse('2026-01-01T00:00:00Z');
	jest.spyOn(Date, 'now').mockImplementation(() => mockApi.now);
	await fc.assert(
		fc.asyncProperty(stories, async (story) => {
			Object.assign(mockApi, { debits: [], rates: [], account: randomUUID() });
			await live(story);
		}),
		{ numRuns: 40 },
	);
	// Each of them comes up some thirty times: none at all means that the stories no longer reach it.
	for (const count of Object.values(told)) expect(count).toBeGreaterThan(0);
});
