/**
 * Proves that items come out in input order, with their input if Keep Input is on, and that n8n gets its turn between
 * them.
 */
import { ExecuteContext } from 'n8n-core';
import {
	createEmptyRunExecutionData,
	type IDataObject,
	type INodeExecutionData,
	type INodeParameters,
} from 'n8n-workflow';
import { execute } from '../../nodes/PartnerSettlement/execute';
import { outcomeAddress } from '../../dev/sandbox/magic';
import { TRON } from '../support/addresses';
import { additionalData, hintsOf, type NodeRun, ON, outputs, workflowOf } from './support/run-node';
import { FORBIDDEN, useOrders, WITHDRAWAL } from './support/orders';
import { addressFromLabel } from '../../dev/sandbox/addresses';
import { countTurns } from '../support/until';
import { useOneAnswer } from './support/answers';
import { GOING_ON } from './support/screenings';

const { api, start, order } = useOrders({ kytDelayMs: 5, settleMs: 5 });
/** A check of the address that the item names. */
const CHECK = {
	...{ resource: 'kyt', operation: 'check', network: 'tron_usdt', address: '={{ $json.address }}' },
	...{ extIdMode: 'custom', extId: '={{ $json.id }}', additionalFields: {}, options: {} },
};

const checks = (addresses: string[]) =>
	addresses.map((address, index) => ({ address, id: `check-${String(index)}` }));

const GET = { ...{ resource: 'apiCall', operation: 'request', method: 'GET' }, base: 'api' };
const READ = { ...GET, path: '/partner/balance', query: '{}', body: '' };

test.each<[INodeParameters, object]>([
	[WITHDRAWAL, { error: expect.stringMatching(/^n8n keeps no data of this run/) as string }],
	[READ, { currency: 'USDT' }],
	[{ ...READ, path: '/partner/none' }, { details: { outcome: 'refused' } }],
])("n8n's Agents, which keep no data of a run, get from %j: %j", async (parameters, told) => {
	const type = 'n8n-nodes-partner-settlement.partnerSettlementTool';
	const { node, workflow } = workflowOf({ type, parameters: { ...parameters, options: {} } });
	const more = additionalData(api.contract.credential(), 'none');
	const input: INodeExecutionData[] = [{ json: {} }];
	const data = { main: [input] };
	const run = { data, node, source: null };
	const [mode, stored] = ['internal' as const, createEmptyRunExecutionData()];
	const context = new ExecuteContext(workflow, node, more, mode, stored, 0, input, data, run, []);
	expect((await execute(context))[0]?.[0]?.json).toMatchObject(told);
});

test('they come out in the order they went in', async () => {
	// The first answers are the slowest: they wait for the token.
	const items = checks(Array.from({ length: 60 }, () => TRON));
	const [output = []] = outputs(await start(CHECK, { items }));
	expect(output.map(({ json }) => json.ext_id)).toEqual(items.map(({ id }) => id));
	expect(output.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
});

describe('one that fails', () => {
	const items = checks([TRON, outcomeAddress('tron_usdt', 'insufficient_balance'), TRON]);
	const details = { code: 'insufficient_balance', outcome: 'refused' };
	const failed = {
		error: expect.stringContaining('insufficient_balance'),
		message: expect.stringContaining('nothing was spent'),
		details: { ...details, http_status: 422, ext_id: 'check-1' },
	};
	const done = expect.objectContaining({ address: TRON });

	test.each(GOING_ON)('comes out in its place with %s', async (_, setting) => {
		const out = outputs(await start(CHECK, { items, ...setting }));
		const apart = setting.onError === 'continueErrorOutput';
		const [jsons, places] = apart
			? [
					[[done, done], [failed]],
					[[0, 2], [1]],
				]
			: [[[done, failed, done]], [[0, 1, 2]]];
		expect(out.map((output) => output.map(({ json }) => json))).toEqual(jsons);
		expect(out.map((output) => output.map(({ pairedItem }) => pairedItem))).toMatchObject(
			places.map((output) => output.map((item) => ({ item }))),
		);
	});
});

const ITEMS = Array.from({ length: 300 }, (_, nth) => ({
	amount: '1',
	address: addressFromLabel('tron_usdt', String(nth)),
}));
const SCREENING = { resource: 'kyt', operation: 'screen', network: 'tron_usdt' };

test.each<[string, INodeParameters]>([
	['withdrawals', { ...WITHDRAWAL, extIdMode: 'auto' }],
	['screenings', { ...SCREENING, address: '={{ $json.address }}', extIdMode: 'auto' }],
])(
	'%s of a credential that is refused take two turns each: one to be read, one to fail',
	async (_, parameters) => {
		const turns = countTurns();
		const run = { items: ITEMS, ...ON };
		const { items } = await order(parameters, { token: () => FORBIDDEN }, run);
		expect(items).toHaveLength(ITEMS.length);
		expect(items[0]).toMatchObject({ error: expect.any(String) });
		expect(turns()).toBeGreaterThan(2 * ITEMS.length);
	},
);

const one = useOneAnswer();

const BALANCE = { resource: 'balance', operation: 'get' };
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
	const run = await one(answer, { options: KEEP, ...parameters }, { item, ...more });
	return { items: outputs(run)[0] ?? [], hints: hintsOf(run) };
}

test.each<[IDataObject, IDataObject]>([
	[{ name: 'Ada', balance: 'old' }, { name: 'Ada' }],
	[{ error: 'of a node before' }, { input_error: 'of a node before' }],
	[{ error: null }, { input_error: null }],
])('the record stands beside %j, which is no failure of this node', async (given, json) => {
	const { items } = await kept(RECORD, BALANCE, given, { maxTries: 2 });
	expect(items).toEqual([{ json: { ...json, balance: RECORD }, pairedItem: { item: 0 } }]);
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
		'The input of an item could not be kept (RangeError), so only the record came out.',
	);
});
