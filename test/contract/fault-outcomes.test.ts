// Each fault of the sandbox gives its code and what became of the money, and repeating with the ext_id makes one order.
import type { ApiCall } from '../../partner-api';
import { type Fault, FAULTS } from '../../dev/sandbox/http/faults';
import { faultValues } from '../../dev/sandbox/magic';
import { TRON } from '../support/addresses';
import { BALANCE, failureOf } from '../support/partner';
import { useSandbox } from '../support/use-sandbox';

/** Short only where it is waited for: a busy machine must not turn other faults into time-outs. */
const timeoutFor = (fault: Fault): number => (fault.startsWith('timeout') ? 500 : 10_000);

const api = useSandbox({ settleMs: 5 });

beforeEach(async () => {
	// The token is there before the fault: only the call itself is to suffer.
	await api.contract.client().call(BALANCE);
	api.sandbox.resetStats();
});

function withdrawal(fault: Fault): ApiCall {
	const { amount = '' } = faultValues.get(fault) ?? {};
	const body = { currency: 'USDT', network: 'TRON', amount, to_address: TRON, ext_id: fault };
	return {
		method: 'POST',
		base: 'api',
		path: '/partner/withdrawals',
		body,
		retrySafety: 'idempotent',
	};
}

function orders(): number {
	const id = Number(api.contract.partner.partnerId);
	return api.sandbox.state.orders.filter(({ partnerId }) => partnerId === id).length;
}

/** What the client says of each fault, and whether the order was made all the same. */
const EXPECTED: Record<
	Exclude<Fault, '401_once'>,
	[code: string, outcome: string, made: number]
> = {
	closed_before: ['connection_lost', 'unknown', 0],
	timeout: ['timeout', 'unknown', 0],
	403: ['not_allowed', 'refused', 0],
	429: ['rate_limited', 'refused', 0],
	500: ['internal_error', 'unknown', 0],
	'502_html': ['html_answer', 'unknown', 0],
	503: ['unavailable', 'unknown', 0],
	redirect: ['redirect', 'unknown', 0],
	closed_after_commit: ['connection_lost', 'unknown', 1],
	timeout_after_commit: ['timeout', 'unknown', 1],
	'500_after_commit': ['internal_error', 'unknown', 1],
	'502_html_after_commit': ['html_answer', 'unknown', 1],
	truncated: ['connection_lost', 'unknown', 1],
	broken_json: ['broken_json', 'unknown', 1],
	empty: ['empty_answer', 'unknown', 1],
};

test('every fault of the sandbox is tried', () => {
	expect([...Object.keys(EXPECTED), '401_once'].sort()).toEqual([...FAULTS].sort());
});

test.each(Object.entries(EXPECTED))(
	'%s is told by its code and what became of the money, and is not sent again',
	async (name, [code, outcome, made]) => {
		const fault = name as Fault;
		const client = api.contract.client({ timeoutMs: timeoutFor(fault) });
		const failure = await failureOf(client.call(withdrawal(fault)));
		expect(failure).toMatchObject({ code, outcome, details: { phase: 'call' } });
		expect(api.contract.arrived('POST /gw/partner/withdrawals')).toBe(1);
		expect(orders()).toBe(made);
		// The same ext_id again: one order, paid once.
		expect(await api.contract.client().call(withdrawal(fault))).toMatchObject({ ext_id: fault });
		expect(orders()).toBe(1);
	},
);

test('a 401 that comes once is not seen', async () => {
	expect(await api.contract.client().call(withdrawal('401_once'))).toMatchObject({
		ext_id: '401_once',
	});
	expect(orders()).toBe(1);
});
