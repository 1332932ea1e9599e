/**
 * Proves that n8n's own agent may be trusted with a tool that pays. Its model is scripted: it repeats, spells otherwise, loses
 * a response, adds arguments and ignores refusals. What it is told says what became of its order.
 */
import { type OwnSandbox, startOwnSandbox } from '../support/n8n/own-sandbox';
import { pay, runAgent, TOOL } from './support/agent-run';

let own: OwnSandbox;

beforeEach(async () => {
	own = await startOwnSandbox({ settleMs: 5 });
});

afterEach(async () => {
	await own.sandbox.close();
});

/** The amounts of the orders, in the order in which they were placed. */
const paid = () => own.sandbox.state.orders.map(({ facts }) => facts.amount);

/** No words that invite a model to order anew. */
const INVITES =
	/another (ext_id|number of its own|amount)|repeat (only )?with ext_id|number of its own/;

const NEW = 'Ordered once. Another call with the same arguments is this same order';
const REPEATED = 'Not ordered again: an earlier call with the same arguments placed this order';
const REFUSED = '"outcome":"not_sent"';

/** The tool of version 2 runs inside the agent, that of version 3 as a node of the execution. */
describe.each([2.2, 3.1])('agent %s', (version) => {
	const run = async (
		script: Record<string, unknown>[][],
		more: Partial<Parameters<typeof runAgent>[0]> = {},
	) => await runAgent({ own, version, script, ...more });

	test('is shown what the tool does with money, and what its fields are', async () => {
		const { shown } = await run([]);
		expect(shown).toHaveLength(1);
		expect(shown[0]?.name).toBe(TOOL);
		expect(shown[0]?.description).toMatch(/^Pay out USDT .* cannot be taken back.* the same order/);
		expect(shown[0]?.description).toContain('Amount (e.g. 12.50): ');
		expect(shown[0]?.description).toMatch(/To Address .*: The TRON address/);
		expect(Object.keys(shown[0]?.parameters.properties ?? {})).toEqual(['Amount', 'To_Address']);
	});

	test('places one order where it repeats a call and spells it otherwise', async () => {
		const { told } = await run([[pay('10')], [pay('10')], [pay('10.00')]]);
		expect(paid()).toEqual(['10']);
		expect(told).toEqual(
			[NEW, REPEATED, REPEATED].map((text): unknown => expect.stringContaining(text)),
		);
	});

	test('places one order with two equal calls in one turn', async () => {
		const { told } = await run([[pay('10'), pay('10.0')]]);
		expect(paid()).toEqual(['10']);
		expect(told.filter((text) => text.includes(NEW))).toHaveLength(1);
		expect(told.filter((text) => text.includes(REPEATED))).toHaveLength(1);
	});

	test('is asked for the same call after a lost response, and places one order', async () => {
		own.sandbox.addFault({ match: { path: '/withdrawals' }, fault: 'closed_after_commit' });
		own.sandbox.addFault({ match: { path: '/document_get' }, fault: '403' });
		const { told } = await run([[pay('10')], [pay('10')]]);
		expect(paid()).toEqual(['10']);
		expect(told[0]).toContain('call this tool again with the same arguments');
		expect(told[0]).toContain('"outcome":"unknown"');
		expect(told[0]).not.toMatch(INVITES);
		expect(told[1]).toContain(NEW);
	});

	test('is held to Maximum per Run over all its calls, and to Maximum per Item', async () => {
		const { told } = await run([[pay('60')], [pay('10')], [pay('20')], [pay('15')], [pay('1')]]);
		expect(paid()).toEqual(['10', '15']);
		expect(told[0]).toContain('60 USDT is more than Maximum per Item (50 USDT)');
		expect(told[2]).toContain('All calls of this execution together would spend 30 USDT');
		expect(told[2]).toContain('tell the person who asked');
		expect(told[4]).toContain(REFUSED);
	});

	test('is refused without a limit, and with that of the credential it is not', async () => {
		const parameters = { options: {} };
		const { told } = await run([[pay('10')]], { parameters });
		expect(told[0]).toContain('As a tool of an AI agent, an order needs a limit, and none is set');
		const credential = await own.credentialWith({ maximumPerOrder: '15' });
		const second = await run([[pay('10')], [pay('20')]], { parameters, credential });
		expect(second.told[0]).toContain(NEW);
		expect(second.told[1]).toContain('more than Maximum per Order');
		expect(paid()).toEqual(['10']);
	});

	test('places one order for two conversations that order the same', async () => {
		await run([[pay('10')]], { items: [{}, {}] });
		expect(paid()).toEqual(['10']);
	});

	test('orders nothing again when its execution is retried', async () => {
		const script = [[pay('10')], [pay('11')], [pay('10')]];
		// Maximum per Run would refuse what has another key.
		const parameters = { options: { maximumPerItem: '50', retries: 0 } };
		const { told, execution } = await run(script, { breaksAt: 3, parameters });
		expect(execution.status).toBe('success');
		expect(told).toHaveLength(3);
		expect(told[2]).toContain(REPEATED);
		expect(paid()).toEqual(['10', '11']);
	});

	test('reads what became of an order where the error output is on', async () => {
		const settings = { onError: 'continueErrorOutput' };
		const { told } = await run([[pay('10')], [pay('60')]], { settings });
		expect(told[0]).toContain(NEW);
		expect(told[1]).toContain(REFUSED);
	});
});
