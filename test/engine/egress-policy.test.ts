// If DNS does not answer n8n's policy for outgoing requests, nothing was sent, and the error says no more than that.
import { type EgressFilter, send } from '../../partner-api/http/transport';
import { payout, useGate } from './support/screenings';
import { errorOf, useNode } from './support/run-node';
import { WITHDRAWAL } from './support/orders';

jest.mock('../../partner-api/http/transport', () => ({
	...jest.requireActual<object>('../../partner-api/http/transport'),
	send: jest.fn(),
}));
const actual = jest.requireActual<{ send: typeof send }>('../../partner-api/http/transport');
const gate = useGate();
const { start } = useNode();

function dnsFails(path: string, times = 1): void {
	let left = times;
	const failure = Object.assign(new Error('getaddrinfo EAI_AGAIN'), { code: 'EAI_AGAIN' });
	const filter: EgressFilter = {
		validateUrl: (url) => {
			if (left === 0 || !url.endsWith(path)) return Promise.resolve({ ok: true });
			left -= 1;
			return Promise.reject(failure);
		},
		createSecureLookup: () => () => undefined,
	};
	jest.mocked(send).mockImplementation((request) => actual.send({ ...request, egress: filter }));
}

test.each([
	[1, /^$/],
	[1000, /not sent/],
])('a withdrawal: the DNS fails %i times', async (times, message) => {
	dnsFails('/partner/withdrawals', times);
	const parameters = { ...WITHDRAWAL, amount: '1', options: { longestWait: 1 } };
	const run = await start(parameters);
	expect(errorOf(run).message).toMatch(message);
});

test('the gate: the token is asked for again', async () => {
	dnsFails('/partner/token');
	expect(errorOf(await gate.start({ items: [payout('clear')] })).message).toBe('');
});

test('a batch whose custom key an earlier run has spent is never "not sent: nothing was spent"', async () => {
	dnsFails('/nothing', 0);
	const items = JSON.stringify([{ op: 'gift_purchase', body: { offer_id: 'magic-never' } }]);
	const batch = { resource: 'batch', operation: 'create', items };
	const parameters = { ...batch, extIdMode: 'custom', extId: 'order-77' };
	expect((await start(parameters)).status).toBe('success');
	dnsFails('/document_get', 1000);
	const second = await start(parameters);
	expect(errorOf(second).message).toMatch('outcome unknown');
	expect(errorOf(second).description).not.toContain('nothing was spent');
});
