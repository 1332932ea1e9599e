// Where the DNS does not answer n8n's policy for outgoing requests, nothing was sent, and nobody says more than that.
import { type EgressFilter, send } from '../../partner-api/http/transport';
import { errorOf, startNode } from './support/run-node';
import { payout, useGate } from './support/gate';
import { WITHDRAWAL } from './support/withdrawal';

jest.mock('../../partner-api/http/transport', () => ({
	...jest.requireActual<object>('../../partner-api/http/transport'),
	send: jest.fn(),
}));
const actual = jest.requireActual<{ send: typeof send }>('../../partner-api/http/transport');
const gate = useGate();

function dnsFails(path: string, times = 1): void {
	let left = times;
	const filter: EgressFilter = {
		validateUrl: (url) => {
			if (left === 0 || !url.endsWith(path)) return Promise.resolve({ ok: true });
			left -= 1;
			return Promise.reject(
				Object.assign(new Error('getaddrinfo EAI_AGAIN api.example.com'), { code: 'EAI_AGAIN' }),
			);
		},
		createSecureLookup: () => () => undefined,
	};
	jest.mocked(send).mockImplementation((request) => actual.send({ ...request, egress: filter }));
}

test('withdrawal: once', async () => {
	dnsFails('/partner/withdrawals');
	const run = await startNode({
		credential: { ...gate.contract.credential() },
		parameters: { ...WITHDRAWAL, options: { longestWait: 1 } },
		items: [{ amount: '1.00' }],
		resumeSignature: 'x'.repeat(64),
	});
	expect(errorOf(run).message).toBe('');
});
test('withdrawal: always', async () => {
	dnsFails('/partner/withdrawals', 1000);
	const run = await startNode({
		credential: { ...gate.contract.credential() },
		parameters: { ...WITHDRAWAL, options: { longestWait: 1 } },
		items: [{ amount: '1.00' }],
		resumeSignature: 'x'.repeat(64),
	});
	expect(errorOf(run).message).toContain('not sent');
});
test('gate: token', async () => {
	dnsFails('/partner/token');
	const run = await gate.start({ items: [payout('clear')] });
	expect(errorOf(run).message).toBe('');
});
test('a batch whose custom key an earlier run has spent is never "not sent: nothing was spent"', async () => {
	dnsFails('/nothing', 0);
	const items = JSON.stringify([{ op: 'gift_purchase', body: { offer_id: 'magic-never' } }]);
	const parameters = {
		resource: 'batch',
		operation: 'create',
		items,
		extIdMode: 'custom',
		extId: 'order-77',
	};
	const credential = { ...gate.contract.credential() };
	const first = await startNode({ credential, parameters, items: [{}] });
	expect(first.status).toBe('success');
	dnsFails('/document_get', 1000);
	const second = await startNode({ credential, parameters, items: [{}] });
	expect(errorOf(second).description).not.toContain('nothing was spent');
});
