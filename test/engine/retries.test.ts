/**
 * Proves what Retry On Fail and a cancelled execution do: after an attempt that sent something, later ones look the
 * order up before they call it refused or not sent, and nothing is sent after a cancellation or without a key.
 */
import { Contract } from '../support/partner';
import { until } from '../support/until';
import { useSandbox } from '../support/use-sandbox';
import { ALL, payout, useGate } from './support/screenings';
import { errorOf, NAME, type NodeRun, outputs, startNode } from './support/run-node';
import { WITHDRAWAL } from './support/orders';

const PATH = '/withdrawals';
const api = useSandbox();
const gate = useGate();

/** Withdraws these amounts, and once more when something of it fails. */
function start(amounts: string[], more: Partial<NodeRun> = {}): ReturnType<typeof startNode> {
	return startNode({
		parameters: WITHDRAWAL,
		items: amounts.map((amount) => ({ amount })),
		credential: { ...api.contract.credential() },
		maxTries: 2,
		...more,
	});
}

/** Answers 403 to the nth withdrawal of this amount, or to each with 0. */
function refuse(amount: string, nth: number): void {
	const which = nth === 0 ? { times: 0 } : { nth };
	api.sandbox.addFault({
		match: { path: PATH, body: `"amount":"${amount}"`, ...which },
		fault: '403',
	});
}

function sentAmounts(): unknown[] {
	return api.contract.bodies(PATH).map((body) => (JSON.parse(body) as { amount: string }).amount);
}

describe('what an earlier try carried out', () => {
	/** Both attempts fail at the third item. In the second, the first item is refused as well. */
	async function failTwice() {
		refuse('3', 0);
		refuse('1', 2);
		return errorOf(await start(['1', '2', '3']));
	}

	test('is looked up where a later one is refused', async () => {
		const { description } = await failTwice();
		expect(sentAmounts()).toEqual(['1', '2', '3', '1', '2', '3']);
		expect(description).toMatch(/Done: items 0 to 1 \(status \w+\)\. A new run may order again/);
	});

	test('is neither called refused nor not sent where that cannot be looked up', async () => {
		api.sandbox.addFault({ match: { path: '/document_get', times: 0 }, fault: '403' });
		const { message, description } = await failTwice();
		const open = /^Withdrawal: Create: outcome unknown \(not_allowed\); repeat only with/;
		expect(message).toMatch(open);
		expect(description).toContain('That finds the order');
		expect(description).toContain('Not sent in this retry: items 1 to 2.');
		expect(description).not.toContain('nothing was spent.');
	});
});

describe('the try that n8n makes after the execution was cancelled', () => {
	/** Cancels it while the second of these is under way. */
	async function cancelled(more: Partial<NodeRun> = {}) {
		api.sandbox.addFault({
			match: { path: PATH, body: '"amount":"2"' },
			fault: 'timeout_after_commit',
		});
		const run = start(['1', '2', '3'], more);
		await until(() => sentAmounts().length === 2);
		run.cancel();
		return await run;
	}

	test('sends nothing, and says of each item that an earlier try may have sent it', async () => {
		await cancelled({ onError: 'continueErrorOutput' });
		expect(sentAmounts()).toEqual(['1', '2']);
		api.contract = await Contract.of(api.sandbox);
		const [task] = (await cancelled()).data.resultData.runData[NAME] ?? [];
		expect(sentAmounts()).toEqual(['1', '2']);
		expect(task?.error?.message).toMatch(/: outcome unknown \(cancelled\); repeat only with/);
		expect(task?.error?.description).toMatch(/Not sent in this retry: items 1 to 2\./);
	});

	test('lets no item through the gate, and pays for none', async () => {
		gate.sandbox.addFault({ match: { path: '/kyt_check' }, fault: 'timeout_after_commit' });
		const run = gate.start({ items: ALL.map(payout), maxTries: 2 });
		const sent = () => gate.contract.bodies('/kyt_check').length;
		await until(() => sent() === ALL.length);
		run.cancel();
		expect(outputs(await run).flat()).toEqual([]);
		expect(sent()).toBe(ALL.length);
	});
});

const POST = { resource: 'apiCall', operation: 'request', method: 'POST', base: 'api', body: '{}' };

test.each([
	['an order', { ...POST, path: '/partner/withdrawals', revealSecrets: true, options: {} }],
	['Rotate Secret', { resource: 'webhook', operation: 'rotateSecret', revealSecrets: true }],
])(
	'without an ext_id, %s is not sent, and the error says what can be done',
	async (_, parameters) => {
		const { message, description } = errorOf(await start(['1'], { parameters }));
		expect(message).toMatch('Retry On Fail is on, but this call has no ext_id');
		expect(description).toMatch('Turn off Retry On Fail in the settings of this node');
	},
);

describe('tries that send nothing leave no doubt about money', () => {
	test.each([
		['the item has a mistake', '1,5', /nothing was spent\./],
		['there is no access token', '1', /^/],
	])('where %s', async (_, amount, said) => {
		api.sandbox.addFault({ match: { path: '/partner/token', times: 0 }, fault: '403' });
		const { description } = errorOf(await start([amount]));
		expect(sentAmounts()).toEqual([]);
		expect(description).toMatch(said);
		expect(description).not.toContain('try');
	});
});
