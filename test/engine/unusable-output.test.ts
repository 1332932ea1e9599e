import { RunItem } from '../../nodes/PartnerSettlement/engine/run-item';
import { judge } from '../../nodes/PartnerSettlementScreening/judge';
import { tokenProvider } from '../../partner-api';
import { BALANCE } from '../contract/support/partner';
import { useSandbox } from '../contract/support/use-sandbox';
import { ALL, payout, useGate } from './support/gate';
import { errorOf, type NodeRun, outputs, startNode } from './support/run-node';
import { WITHDRAWAL } from './support/withdrawal';

jest.mock('../../nodes/PartnerSettlementScreening/judge', () => {
	const real = jest.requireActual<{ judge: typeof judge }>(
		'../../nodes/PartnerSettlementScreening/judge',
	);
	return { judge: jest.fn(real.judge) };
});

const PATH = '/withdrawals';
const api = useSandbox();
const gate = useGate();

afterEach(() => jest.restoreAllMocks());

function start(more: Partial<NodeRun> = {}): ReturnType<typeof startNode> {
	return startNode({
		parameters: WITHDRAWAL,
		items: ['1', '2', '3'].map((amount) => ({ amount })),
		credential: { ...api.contract.settings() },
		...more,
	});
}

function sentAmounts(): unknown[] {
	return api.contract.bodies(PATH).map((body) => (JSON.parse(body) as { amount: string }).amount);
}

describe('an answer of which no output can be made', () => {
	beforeEach(() => {
		jest.spyOn(RunItem.prototype, 'shown').mockImplementationOnce(() => {
			throw new RangeError('Maximum call stack size exceeded');
		});
	});

	test('fails its item with its ext_id, and says that the answer came', async () => {
		const { message, description } = errorOf(await start());
		expect(message).toMatch(
			/: outcome unknown \(unexpected_answer\); repeat only with ext_id n8n-/,
		);
		expect(description).toMatch(
			/the answer came, but no output could be made of it \(RangeError\)/,
		);
		expect(description).not.toMatch('Carried out');
		expect(description).toMatch('Not sent: item 2 to 3.');
		expect(sentAmounts()).toEqual(['1']);
	});

	test('leaves the others alone with On Error: Continue', async () => {
		const [items = []] = outputs(await start({ onError: 'continueRegularOutput' }));
		expect(items.map(({ json }) => json)).toMatchObject([
			{ details: { outcome: 'unknown', ext_id: expect.stringMatching(/^n8n-/) } },
			{ amount: '2' },
			{ amount: '3' },
		]);
	});

	test('does so in a batch', async () => {
		const body = {
			currency: 'USDT',
			network: 'TRON',
			amount: '1',
			to_address: WITHDRAWAL.toAddress,
		};
		const run = await start({
			parameters: {
				resource: 'batch',
				operation: 'create',
				items: JSON.stringify([{ body }, { body }]),
				extIdMode: 'auto',
				options: { retries: 0 },
			},
			items: [{}],
			onError: 'continueRegularOutput',
		});
		expect(outputs(run)[0]?.map(({ json }) => json)).toMatchObject([
			{ message: expect.stringMatching('the answer came'), details: { outcome: 'unknown' } },
			{ body: { amount: '1' } },
		]);
	});
});

test('a screening that cannot be judged leaves the others alone', async () => {
	jest.mocked(judge).mockImplementationOnce(() => {
		throw new RangeError('Maximum call stack size exceeded');
	});
	const run = await gate.start({ items: ALL.map(payout) });
	const screenings = outputs(run).flatMap((items) => items.map(({ json }) => json.screening));
	expect(screenings).toHaveLength(ALL.length);
	expect(screenings.filter((one) => JSON.stringify(one).includes('the answer came'))).toMatchObject(
		[{ verdict: 'unresolved', record: null, failure: { details: { outcome: 'unknown' } } }],
	);
});

test('an error that nobody foresaw ends the run: nothing more is sent', async () => {
	api.sandbox.addFault({ match: { path: PATH }, fault: '403' });
	jest.spyOn(tokenProvider, 'peek').mockImplementation(() => {
		throw new Error('unforeseen');
	});
	expect(errorOf(await start()).message).toBe('unforeseen');
	// What was still to come would have come by the end of these.
	for (let call = 0; call < 5; call += 1) await api.contract.client().call(BALANCE);
	expect(sentAmounts()).toEqual(['1']);
});
