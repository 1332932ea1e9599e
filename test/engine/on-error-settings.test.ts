/** Proves that no item passes a node that could not do its work, however n8n is set to go on after an error. */
import { GOING_ON } from './support/screenings';
import { OneCredential } from './support/one-credential';
import { errorOf, NAME, type NodeRun, outputs, startNode } from './support/run-node';
import { WITHDRAWAL } from './support/orders';
import { useSandbox } from '../support/use-sandbox';

const ITEMS = [{ amount: '1' }, { amount: '2' }];
/** The sandbox's magic amount. */
const SHORT = [{ amount: '13.04' }];
const TOOL = { settings: { rewireOutputLogTo: 'ai_tool' as const } };
const FAILING = { maximumPerItem: "={{ $('Nope').item.json.price }}" };
const api = useSandbox();

function start(run: Partial<NodeRun> = {}): ReturnType<typeof startNode> {
	const credential = { ...api.contract.credential() };
	return startNode({ parameters: WITHDRAWAL, items: ITEMS, credential, ...run });
}

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
		const run = await start({ ...wrong(), mode: 'retry', onError: 'continueRegularOutput' });
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

describe('an item that is refused', () => {
	test.each(GOING_ON)('never leaves as it came, with On Error set to %s', async (_, setting) => {
		const outs = outputs(await start({ items: SHORT, ...setting }));
		expect(outs.flat().map(({ json }) => json.details)).toMatchObject([{ outcome: 'refused' }]);
	});

	test('is told to an AI agent in full', async () => {
		expect(await toldBy({ items: SHORT, ...TOOL })).toMatchObject([
			{
				error: expect.stringContaining('insufficient_balance'),
				message: expect.stringContaining('Refused: nothing was spent.'),
			},
		]);
	});
});
