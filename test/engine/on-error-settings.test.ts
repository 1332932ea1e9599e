/**
 * Proves that no item passes a node that could not do its work, however n8n is set to go on after an error, and what Retry On Fail
 * and a cancelled execution do.
 */
import type { INodeParameters } from 'n8n-workflow';
import { GOING_ON, ALL, payout, useGate } from './support/screenings';
import { OneCredential } from './support/one-credential';
import { errorOf, NAME, type NodeRun, ON, outputs, useNode } from './support/run-node';
import { API_CALL, WITHDRAWAL } from './support/orders';
import { Contract } from '../support/partner';
import { until } from '../support/until';

const ITEMS = [{ amount: '1' }, { amount: '2' }];
const TOOL = { settings: { rewireOutputLogTo: 'ai_tool' as const } };
const FAILING = { maximumPerItem: "={{ $('Nope').item.json.price }}" };
const { api, start: startNode } = useNode();
const start = (run: Partial<NodeRun>) => startNode(WITHDRAWAL, { items: ITEMS, ...run });

/** What an AI agent is told. */
async function toldBy(run: Partial<NodeRun>) {
	const done = await start(run);
	const [task] = done.data.resultData.runData[NAME] ?? [];
	return task?.data?.ai_tool?.[0]?.map(({ json }) => json);
}

/** What keeps the whole node from doing its work. */
const WRONG: [string, () => Partial<NodeRun>, RegExp][] = [
	[
		'a credential without a field',
		() => ({ credential: { ...api.contract.credential(), keyId: '' } }),
		/Key ID/,
	],
	['no credential', () => ({ settings: { credentials: {} } }), /does not have any credentials set/],
	[
		'an option with an expression that fails',
		() => ({ parameters: { ...WITHDRAWAL, options: FAILING } }),
		/Nope|node/i,
	],
	[
		'an operation of another release',
		() => ({ parameters: { ...WITHDRAWAL, operation: 'undo' } }),
		/There is no operation "undo"/,
	],
];

describe.each(WRONG)('%s', (_, wrong, message) => {
	const told = {
		error: expect.stringMatching(message),
		message: expect.stringContaining('Not sent: nothing was spent.'),
		details: { outcome: 'not_sent' },
	};

	test('stops the node, and the error says that nothing was sent', async () => {
		const run = await start(wrong());
		expect(errorOf(run).message).toMatch(message);
		expect(errorOf(run).description.match(/Not sent: nothing was spent\./g)).toHaveLength(1);
	});

	test.each(GOING_ON)('fails every item with On Error set to %s', async (__, setting) => {
		const change = wrong();
		const settings = { ...change.settings, ...setting.settings };
		const [first = [], second = []] = outputs(await start({ ...change, ...setting, settings }));
		const failed = setting.onError === 'continueErrorOutput' ? second : first;
		expect([...first, ...second]).toHaveLength(ITEMS.length);
		expect(failed).toMatchObject([0, 1].map((item) => ({ json: told, pairedItem: { item } })));
		expect(api.sandbox.stats().requests).toEqual({});
	});

	test('tells an AI agent what became of the money', async () => {
		const change = wrong();
		const settings = { ...change.settings, ...TOOL.settings };
		expect(await toldBy({ ...change, items: [{ amount: '1' }], settings })).toMatchObject([told]);
	});

	test('says in a retry that the execution before may have sent it', async () => {
		const run = await start({ ...wrong(), mode: 'retry', ...ON });
		expect(outputs(run)[0]?.[0]?.json.message).toMatch(
			/Outcome unknown: this attempt sent nothing, but an earlier one may have/,
		);
	});
});

test.each([
	['an Error', new AggregateError([new Error('connect ECONNREFUSED')]), 'AggregateError'],
	['no Error', '', 'Unknown error'],
])(
	'%s without a message leaves through the error output all the same',
	async (_, thrown, error) => {
		const vault = jest.spyOn(OneCredential.prototype, 'getDecrypted').mockRejectedValue(thrown);
		const run = await start({ onError: 'continueErrorOutput' });
		vault.mockRestore();
		const [success, failed = []] = outputs(run);
		expect(success).toEqual([]);
		expect(failed.map(({ json }) => json)).toMatchObject([{ error }, { error }]);
	},
);

describe('Retry On Fail and a cancelled execution', () => {
	const PATH = '/withdrawals';
	const gate = useGate();

	/** Withdraws these amounts, and once more when something of it fails. */
	const withdraw = (amounts: string[], more: Partial<NodeRun> = {}) =>
		start({ items: amounts.map((amount) => ({ amount })), maxTries: 2, ...more });

	/** Answers 403 to the nth withdrawal of this amount, or to each with 0. */
	function refuse(amount: string, nth: number): void {
		const which = nth === 0 ? { times: 0 } : { nth };
		const match = { path: PATH, body: `"amount":"${amount}"`, ...which };
		api.sandbox.addFault({ match, fault: '403' });
	}

	function sentAmounts(): unknown[] {
		return api.contract.bodies(PATH).map((body) => (JSON.parse(body) as { amount: string }).amount);
	}

	describe('what an earlier try carried out', () => {
		/** Both tries fail at the third item; the second is refused its first one as well. */
		async function failTwice() {
			refuse('3', 0);
			refuse('1', 2);
			return errorOf(await withdraw(['1', '2', '3']));
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
			const match = { path: PATH, body: '"amount":"2"' };
			api.sandbox.addFault({ match, fault: 'timeout_after_commit' });
			const run = withdraw(['1', '2', '3'], more);
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
			gate.api.sandbox.addFault({ match: { path: '/kyt_check' }, fault: 'timeout_after_commit' });
			const run = gate.start({ items: ALL.map(payout), maxTries: 2 });
			const sent = () => gate.api.contract.bodies('/kyt_check').length;
			await until(() => sent() === ALL.length);
			run.cancel();
			expect(outputs(await run).flat()).toEqual([]);
			expect(sent()).toBe(ALL.length);
		});
	});

	const POST = { ...API_CALL, body: '{}', revealSecrets: true };

	test.each<[string, INodeParameters]>([
		['an order', POST],
		['Rotate Secret', { resource: 'webhook', operation: 'rotateSecret', revealSecrets: true }],
	])(
		'without an ext_id, %s is not sent, and the error says what can be done',
		async (_, parameters) => {
			const { message, description } = errorOf(await withdraw(['1'], { parameters }));
			expect(message).toMatch('Retry On Fail is on, but this call has no ext_id');
			expect(description).toMatch('Turn off Retry On Fail in the settings of this node');
		},
	);

	test.each([
		['the item has a mistake', '1,5', /nothing was spent\./],
		['there is no access token', '1', /^/],
	])('tries that send nothing, where %s, leave no doubt about money', async (_, amount, said) => {
		api.sandbox.addFault({ match: { path: '/partner/token', times: 0 }, fault: '403' });
		const { description } = errorOf(await withdraw([amount]));
		expect(sentAmounts()).toEqual([]);
		expect(description).toMatch(said);
		expect(description).not.toContain('try');
	});
});
