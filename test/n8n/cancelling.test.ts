// An execution that is stopped in the real n8n ends its waits and sends no further order.
import { waitUntil } from '../../dev/stack/wait-until';
import { TRON } from '../support/addresses';
import { runNode, sharedN8n } from '../support/n8n/harness';
import { type OwnSandbox, startOwnSandbox } from '../support/n8n/own-sandbox';

/** The sandbox's magic address of a screening that never ends. */
const NEVER = 'TAEku4hpxa9LNMfLZtt2LCDNqveyrqRqFt';
const HOUR = 3600;
const LATENCY_MS = 300;

let own: OwnSandbox;

beforeEach(async () => {
	own = await startOwnSandbox();
});

afterEach(async () => {
	await own.sandbox.close();
});

/** Runs the node and stops the execution as soon as the sandbox has got this many calls. */
async function stopAfter(calls: number, parameters: Record<string, unknown>, items = 1) {
	const sent: unknown[] = [];
	const arrived = () => {
		sent.push(...own.newRequests());
		return sent.length >= calls ? true : undefined;
	};
	const { execution } = await runNode({
		parameters,
		credential: own.credential,
		items: Array.from({ length: items }, (_, index) => ({ index })),
		meanwhile: async (executionId) => {
			await waitUntil(`${String(calls)} calls`, arrived);
			await (await sharedN8n()).stopExecution(executionId);
		},
	});
	return execution;
}

test('a wait for a screening ends when the execution is stopped', async () => {
	const execution = await stopAfter(2, {
		resource: 'kyt',
		operation: 'screen',
		network: 'tron_usdt',
		address: NEVER,
		options: { maxWait: HOUR, pollInterval: 0.2 },
	});
	expect(execution.status).toBe('canceled');
});

test('orders that were not sent when the execution is stopped are never sent', async () => {
	own.sandbox.configure({ latencyMs: LATENCY_MS });
	const execution = await stopAfter(
		1,
		{
			resource: 'withdrawal',
			operation: 'create',
			amount: '1',
			toAddress: TRON,
		},
		10,
	);
	expect(execution.status).toBe('canceled');

	// Whatever the stopped run still had to say would have come before the answer to this one.
	own.newRequests();
	await runNode({
		parameters: { resource: 'balance', operation: 'get' },
		credential: own.credential,
	});
	expect(own.newRequests().map(({ path }) => path)).toEqual(['/gw/partner/balance']);
	expect(own.sandbox.state.orders.length).toBeLessThan(10);
});
