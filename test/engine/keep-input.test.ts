/**
 * Proves that Keep Input puts out the item as it came in, with the API's record in a field named after the resource, and that
 * an error item stays as it is.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { recordField } from '../../nodes/PartnerSettlement/definition/operation';
import { OPERATIONS } from '../../nodes/PartnerSettlement/operations';
import { useSandbox } from '../support/use-sandbox';
import { OneAnswer } from './support/one-answer';
import { type NodeRun, outputs, startNode } from './support/run-node';
import { hintsOf } from './support/screenings';
import { WITHDRAWAL } from './support/withdrawal';

const api = new OneAnswer();
const sandbox = useSandbox({ settleMs: 5 });

afterAll(() => {
	api.close();
});

const BALANCE = { resource: 'balance', operation: 'get' };
const LEDGER = { resource: 'ledger', operation: 'getAll', returnAll: true };
const KEEP = { keepInput: true };
const RECORD = {
	...{ available_balance: '7', reserved_balance: '0' },
	...{ pending_balance: '0', total_balance: '7', currency: 'USDT' },
};

/** What comes out for one item. */
async function kept(
	answer: unknown,
	parameters: INodeParameters,
	item: IDataObject,
	more: Partial<NodeRun> = {},
) {
	const run = await api.run(answer, { options: KEEP, ...parameters }, item, more);
	return { items: outputs(run)[0] ?? [], hints: hintsOf(run) };
}

test.each<[IDataObject, IDataObject]>([
	[{ name: 'Ada', balance: 'old' }, { name: 'Ada' }],
	[{ error: 'of a node before' }, { input_error: 'of a node before' }],
	[{ error: { code: 1 } }, { input_error: { code: 1 } }],
	[{ error: null }, { input_error: null }],
])('the record stands beside %j, which is no failure of this node', async (given, json) => {
	const { items } = await kept(RECORD, BALANCE, given, { maxTries: 2 });
	expect(items).toEqual([{ json: { ...json, balance: RECORD }, pairedItem: { item: 0 } }]);
});

test('each entry of a list has the input to itself', async () => {
	const input = { order: { id: 'o-1' } };
	const { items } = await kept([{ line: 1 }, { line: 2 }], LEDGER, input);
	expect(items.map(({ json }) => json)).toEqual([
		{ ...input, ledger: { line: 1 } },
		{ ...input, ledger: { line: 2 } },
	]);
	(items[0]?.json.order as IDataObject).id = 'changed';
	expect(items[1]?.json.order).toEqual({ id: 'o-1' });
	expect(input).toEqual({ order: { id: 'o-1' } });
});

test('an item that fails stays an error item', async () => {
	const run = await startNode({
		...{ parameters: { ...WITHDRAWAL, amount: '={{ $json.amount }}', options: KEEP } },
		...{ items: [{ amount: '0' }, { amount: '1' }], onError: 'continueErrorOutput' },
		credential: { ...sandbox.contract.credential() },
	});
	const [done = [], failed = []] = outputs(run).map((items) => items.map(({ json }) => json));
	expect(done).toMatchObject([{ amount: '1', withdrawal: { amount: '1', network: 'TRON' } }]);
	expect(failed.map((json) => Object.keys(json))).toEqual([['error', 'message', 'details']]);
});

test('an input that cannot be copied leaves the record, and a hint says so', async () => {
	const bad = {
		get name(): string {
			throw new RangeError('gone');
		},
	};
	const { items, hints } = await kept(RECORD, BALANCE, bad);
	expect(items.map(({ json }) => json)).toEqual([RECORD]);
	expect(hints).toContain(
		'The input of an item could not be kept (RangeError): the record came out alone.',
	);
});

const FIELDS = {
	...{ accessToken: 'access_token', apiCall: 'api_call', balance: 'balance', batch: 'batch' },
	...{ card: 'card', cardProduct: 'card_product', depositAddress: 'deposit_address' },
	...{ document: 'document', esim: 'esim', esimOffer: 'esim_offer', giftCard: 'gift_card' },
	...{ giftOffer: 'gift_offer', kyt: 'screening', ledger: 'ledger', webhook: 'webhook' },
	withdrawal: 'withdrawal',
};

test('the panel names the field of every resource', () => {
	const fields = OPERATIONS.filter(({ resource }) => resource !== 'setup').map((operation) => [
		operation.resource,
		recordField(operation),
	]);
	expect(Object.fromEntries(fields)).toEqual(FIELDS);
});
