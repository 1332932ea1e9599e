/** Proves that no item passes a node that could not do its work, however n8n is set to go on after an error. */
import { outputs, errorOf, NAME, type NodeRun, startNode } from './support/run-node';
import { GOING_ON } from './support/gate';
import { OneCredential } from './support/one-credential';
import { useSandbox } from '../support/use-sandbox';
import { WITHDRAWAL } from './support/withdrawal';

const ITEMS = [{ amount: '1' }, { amount: '2' }];
/** The sandbox's magic amount. */
const SHORT = '13.04';
const TOOL = { settings: { rewireOutputLogTo: 'ai_tool' as const } };

const api = useSandbox();

function start(run: Partial<NodeRun> = {}): ReturnType<typeof startNode> {
	const credential = { ...api.contract.credential() };
	return startNode({ parameters: WITHDRAWAL, items: ITEMS, credential, ...run });
}

const NO_KEY = () => ({ ...api.contract.credential(), keyId: '' });

/** What keeps the whole node from doing its work. */
const WRONG: [string, () => Partial<NodeRun>, RegExp][] = [
	['a credential without a field', () => ({ credential: NO_KEY() }), /Key ID/],
	[
		'no credential at all',
		() => ({ settings: { credentials: {} } }),
		/does not have any credentials set/,
	],
	[
		'an option with an expression that fails',
		() => ({
			parameters: {
				...WITHDRAWAL,
				options: { maximumPerItem: "={{ $('Nope').item.json.price }}" },
			},
		}),
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
		expect(run.status).toBe('error');
		expect(errorOf(run).message).toMatch(message);
		expect(errorOf(run).description.match(/Not sent: nothing was spent\./g)).toHaveLength(1);
	});

	test.each(GOING_ON)('fails every item with On Error set to %s', async (__, setting) => {
		const change = wrong();
		const settings = { ...change.settings, ...setting.settings };
		const run = await start({ ...change, ...setting, settings });
		const [first = [], second = []] = outputs(run);
		const failed = setting.onError === 'continueErrorOutput' ? second : first;
		expect([...first, ...second]).toHaveLength(ITEMS.length);
		expect(failed.map(({ json }) => json)).toMatchObject([
			{ ...told, details: expect.objectContaining(told.details) },
			{ ...told, details: expect.objectContaining(told.details) },
		]);
		expect(failed.map(({ pairedItem }) => pairedItem)).toMatchObject([{ item: 0 }, { item: 1 }]);
		expect(api.sandbox.stats().requests).toEqual({});
	});

	test('tells an AI agent what became of the money', async () => {
		const change = wrong();
		const settings = { ...change.settings, ...TOOL.settings };
		const run = await start({ ...change, items: [{ amount: '1' }], settings });
		const [task] = run.data.resultData.runData[NAME] ?? [];
		expect(task?.data?.ai_tool?.[0]?.map(({ json }) => json)).toMatchObject([
			{ ...told, details: expect.objectContaining(told.details) },
		]);
	});

	test('says in a retry that the execution before may have sent it', async () => {
		const run = await start({ ...wrong(), mode: 'retry', onError: 'continueRegularOutput' });
		expect(outputs(run)[0]?.[0]?.json.message).toMatch(
			/Outcome unknown: this attempt sent nothing, and whether an earlier one did cannot be told now/,
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

describe('an item that is refused', () => {
	test.each(GOING_ON)('never leaves as it came, with On Error set to %s', async (_, setting) => {
		const items = [{ amount: SHORT }];
		const outs = outputs(await start({ items, ...setting }));
		expect(outs.flat().map(({ json }) => json.details)).toMatchObject([{ outcome: 'refused' }]);
	});

	test('is told to an AI agent in full', async () => {
		const run = await start({ items: [{ amount: SHORT }], ...TOOL });
		const [task] = run.data.resultData.runData[NAME] ?? [];
		expect(task?.data?.ai_tool?.[0]?.[0]?.json).toMatchObject({
			error: expect.stringContaining('insufficient_balance'),
			message: expect.stringContaining('Refused: nothing was spent.'),
		});
	});

	test('with Always Output Data: no empty item passes for one that is paid', async () => {
		const settings = { alwaysOutputData: true };
		const onError = 'continueErrorOutput';
		const run = await start({ items: [{ amount: SHORT }], settings, onError });
		expect(outputs(run).map((items) => items.length)).toEqual([0, 1]);
	});
});
