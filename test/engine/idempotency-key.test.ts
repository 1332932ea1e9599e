/**
 * Proves which ext_id an order gets: one by its run, node, pass, item and place; or the operator's own, for exactly
 * one order. No two orders share one, and no repeat gets another.
 */
import type { INodeParameters } from 'n8n-workflow';
import { useSandbox } from '../support/use-sandbox';
import { batchOf, SENT, WITHDRAWAL } from './support/orders';
import { errorOf, type NodeRun, outputs, startNode } from './support/run-node';

const api = useSandbox({ settleMs: 5, kytDelayMs: 5 });

/** The keys that come out, of orders and of failed ones. */
async function keysOf(
	parameters: INodeParameters,
	more: Partial<NodeRun> = {},
): Promise<unknown[]> {
	const run = await startNode({
		parameters: { extIdMode: 'auto', additionalFields: {}, options: { retries: 0 }, ...parameters },
		items: [{}],
		credential: { ...api.contract.credential() },
		resumeSignature: 'a-run',
		onError: 'continueRegularOutput',
		...more,
	});
	return (outputs(run)[0] ?? []).map(({ json }) => {
		const { ext_id: extId, details } = json as { ext_id?: string; details?: { ext_id: string } };
		return extId ?? details?.ext_id;
	});
}

const AGENT: Partial<NodeRun> = {
	onError: 'stopWorkflow',
	settings: { type: 'n8n-nodes-partner-settlement.partnerSettlementTool' },
};

/** The keys of what the present partner ordered. */
function made(): string[] {
	const id = Number(api.contract.partner.partnerId);
	return api.sandbox.state.orders
		.filter(({ partnerId }) => partnerId === id)
		.map(({ extId }) => extId);
}

describe('the automatic key', () => {
	const two = { items: ['1', '2'].map((amount) => ({ amount })) };

	test('is the same when a run is tried again, and another in another run', async () => {
		const first = await keysOf(WITHDRAWAL, two);
		expect(await keysOf(WITHDRAWAL, two)).toEqual(first);
		expect(new Set(first).size).toBe(2);
		expect(made()).toEqual(first);
		const other = await keysOf(WITHDRAWAL, { ...two, resumeSignature: 'another-run' });
		expect(first.filter((key) => other.includes(key))).toEqual([]);
		// It shows nothing of what authorises resuming.
		expect(JSON.stringify([first, other])).not.toMatch(/a-run|another-run/);
	});

	test('of a batch goes by item and place, but for an order that brings its own', async () => {
		const items = [[SENT, SENT, { ...SENT, ext_id: 'mine' }], [SENT]];
		const parameters = { ...batchOf([]), items: '={{ $json.items }}' };
		const rows = items.map((bodies) => ({
			items: JSON.stringify(bodies.map((body) => ({ body }))),
		}));
		const keys = await keysOf(parameters, { items: rows });
		const derived = expect.stringMatching(/^n8n-batch-create-[0-9a-f]{32}$/);
		expect(keys).toEqual([derived, derived, 'mine', derived]);
		expect(new Set(keys).size).toBe(4);
		expect(await keysOf(parameters, { items: rows })).toEqual(keys);
		expect(made()).toEqual(keys);
	});
});

test.each([
	['"mine"', /^mine$/],
	['""', /^n8n-card-freeze-[0-9a-f]{32}$/],
])(
	'a body of the operator with the ext_id %s has its own if it brings one, also in an error',
	async (own, key) => {
		const options = { body: `{"card_id":"no-such-card","ext_id":${own}}`, retries: 0 };
		const [said] = await keysOf({
			resource: 'card',
			operation: 'freeze',
			cardId: 'card-1',
			options,
		});
		expect(said).toMatch(key);
		expect(api.contract.bodies('/card_freeze')[0]).toContain(`"ext_id":"${String(said)}"`);
	},
);

describe('a Custom key is for exactly one order', () => {
	const custom = { extIdMode: 'custom', extId: '1042' };
	const keyed = (...keys: (string | undefined)[]) => ({
		...batchOf(keys.map((key) => ({ ...SENT, ...(key === undefined ? {} : { ext_id: key }) }))),
		...custom,
	});

	test.each([
		['of one', keyed(undefined), ['1042']],
		['of one that brings its own', keyed('own'), ['own']],
		['of several that bring theirs', keyed('a', 'b'), ['a', 'b']],
	])('a batch %s', async (_, parameters, keys) => {
		expect(await keysOf(parameters)).toEqual(keys);
		expect(made()).toEqual(keys);
	});

	test.each([
		[undefined, undefined],
		['own', undefined],
	])('a batch of several (%p, %p) is refused, in an agent as well', async (...keys) => {
		const parameters = keyed(...keys);
		for (const more of [{}, AGENT]) {
			const credential = { ...api.contract.credential() };
			const run = await startNode({ parameters, items: [{}], credential, ...more });
			expect(errorOf(run).message).toBe(
				'Order Number (ext_id) is for one order, and this item holds several',
			);
			// An agent is never invited to use another number.
			const isInvited = errorOf(run).description.includes('Give each order its own ext_id');
			expect(isInvited).toBe(more !== AGENT);
		}
		expect(api.contract.arrived('POST /gw/partner/batch')).toBe(0);
	});
});

test.each(['h-1 ', '\n h-1'])('%j is the order number h-1', async (extId) => {
	const parameters = { ...WITHDRAWAL, amount: '1', extIdMode: 'custom', extId: '={{ $json.id }}' };
	expect(await keysOf(parameters, { items: [{ id: 'h-1' }] })).toEqual(['h-1']);
	expect(await keysOf(parameters, { items: [{ id: extId }] })).toEqual(['h-1']);
	const call = { resource: 'apiCall', operation: 'request', method: 'POST', base: 'api' };
	const body = JSON.stringify({ ...SENT, ext_id: extId });
	expect(await keysOf({ ...call, path: '/partner/withdrawals', body })).toEqual(['h-1']);
	expect(await keysOf(batchOf([{ ...SENT, ext_id: extId }]))).toEqual(['h-1']);
	expect(made()).toEqual(['h-1']);
	const lookup = { resource: 'document', operation: 'get', extId: '={{ $json.id }}' };
	expect(await keysOf(lookup, { items: [{ id: extId }] })).toEqual(['h-1']);
});
