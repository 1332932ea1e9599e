import { EXT_ID } from '../../nodes/PartnerSettlement/catalog/ext-id-parameters';
import { useSandbox } from '../contract/support/use-sandbox';
import { TRON } from '../addresses';
import { errorOf, type NodeRun, outputs, startNode } from './support/run-node';

/** The sandbox's magic amount. */
const SHORT = '13.04';

const PLACES =
	'When you send Items again, leave all its orders at their places, also one that was refused';

const api = useSandbox({ settleMs: 5 });

function order(amount: string, extId?: string) {
	return { body: { currency: 'USDT', network: 'TRON', amount, to_address: TRON, ext_id: extId } };
}

/** Sends one cart, in the same run of n8n each time. */
function send(
	orders: ReturnType<typeof order>[],
	more: Partial<NodeRun> = {},
	keys: NodeRun['parameters'] = { extIdMode: 'auto' },
): ReturnType<typeof startNode> {
	const items = JSON.stringify(orders);
	const options = { retries: 0 };
	return startNode({
		parameters: { resource: 'batch', operation: 'create', items, options, ...keys },
		items: [{}],
		credential: { ...api.contract.settings() },
		resumeSignature: 'a-run',
		...more,
	});
}

function made(): string[] {
	const id = Number(api.contract.partner.partnerId);
	return api.sandbox.state.orders
		.filter(({ partnerId }) => partnerId === id)
		.map(({ extId }) => extId);
}

describe('a cart that is corrected before Retry pays its first order once', () => {
	const retry = { mode: 'retry' as const };

	test('when the refused second one is taken off', async () => {
		await send([order('1'), order(SHORT)]);
		const [first] = made();
		expect((await send([order('1')], retry)).status).toBe('success');
		expect(made()).toEqual([first]);
	});

	test('when a second one is put on', async () => {
		await send([order('1')]);
		const [first] = made();
		expect((await send([order('1'), order('2')], retry)).status).toBe('success');
		expect(made()).toEqual([first, `${String(first)}-1`]);
	});
});

test('of an item that was carried out in part, the error names the orders that were', async () => {
	const run = await send([order('1'), order('2', 'own'), order(SHORT)]);
	const [first] = made();
	expect(made()).toEqual([first, 'own']);
	expect(errorOf(run).description).toContain(
		`Carried out before it: of item 1 only ext_id ${String(first)}, own (leave its orders in Items at their places). Use Retry`,
	);
});

describe('an order that is refused, where the run goes on,', () => {
	/** What is said of the orders that failed, and their keys. */
	async function refuse(orders: ReturnType<typeof order>[], keys?: NodeRun['parameters']) {
		const more: Partial<NodeRun> = { onError: 'continueRegularOutput' };
		const [items = []] = outputs(await send(orders, more, keys));
		return items.flatMap(({ json }) => (json.error === undefined ? [] : [json.message]));
	}
	const custom = { extIdMode: 'custom', extId: 'o-7' };

	test.each([
		['those before it', [order('1'), order(SHORT)], 'o-7-1'],
		['itself: those behind it would move up', [order(SHORT), order('1')], 'o-7'],
		['it with a key of its own', [order('1'), order(SHORT, 'own'), order('2')], 'own'],
	])('with a Custom key says that a new run needs %s', async (_, orders, key) => {
		const [message] = await refuse(orders, custom);
		expect(message).toContain(
			`nothing was spent. ${PLACES}, or put their ext_ids into their bodies (${key} into this one's).`,
		);
	});

	test('says nothing of the kind where no other moves, or the key is another in a new run', async () => {
		const messages = [
			...(await refuse([order(SHORT)], custom)),
			...(await refuse([order(SHORT), order('1', 'own-1')], custom)),
			...(await refuse([order('1'), order(SHORT, 'own-2')], custom)),
			...(await refuse([order('1'), order(SHORT)])),
		];
		expect(messages).toHaveLength(4);
		for (const message of messages) expect(message).not.toMatch(PLACES);
	});
});

describe("an AI agent's cart", () => {
	const tool: Partial<NodeRun> = {
		settings: { type: 'n8n-nodes-partner-settlement.partnerSettlementTool' },
		onError: 'continueRegularOutput',
	};

	test('that it sends again with one order corrected pays the others once', async () => {
		await send([order(SHORT), order('1')], tool);
		await send([order('2'), order('1.0')], tool);
		await send([order('1')], tool);
		expect(made()).toHaveLength(2);
	});

	test('with a Custom key, too: a refused order that is left out gives its key to none', async () => {
		const custom = { extIdMode: 'custom', extId: 'customer-7' };
		await send([order('1'), order(SHORT), order('2')], tool, custom);
		const placed = made();
		expect(placed).toEqual([expect.stringMatching(/^customer-7-[0-9a-f]{16}$/), expect.anything()]);
		await send([order('1'), order('2')], { ...tool, resumeSignature: 'another-run' }, custom);
		expect(made()).toEqual(placed);
	});

	test('is told where the key belongs of an order that has an equal one before it', async () => {
		const [items = []] = outputs(await send([order(SHORT), order(SHORT)], tool));
		const [first, second] = items.map(({ json }) => json);
		expect(first?.message).not.toMatch(PLACES);
		const { ext_id: extId } = second?.details as { ext_id: string };
		expect(extId).toMatch(/-1$/);
		expect(second?.message).toContain(
			`${PLACES}, or put their ext_ids into their bodies (${extId}`,
		);
	});

	test('is told so even where it is one order alone: a Custom key would become another', async () => {
		api.sandbox.addFault({ match: { path: '/batch' }, fault: 'closed_before' });
		const [items = []] = outputs(await send([order('1')], tool));
		expect(items[0]?.json.message).toMatch('put as ext_id into the body of that order in Items');
	});

	test('says how long a Custom key may be, of which a digest makes keys', async () => {
		const keyed = async (length: number, orders: ReturnType<typeof order>[]) => {
			const custom = { extIdMode: 'custom', extId: 'x'.repeat(length) };
			const [items = []] = outputs(await send(orders, tool, custom));
			return items[0]?.json.error;
		};
		const said = (length: number, most: number) =>
			`${EXT_ID.displayName} has ${String(length)} characters, ${String(most)} is the most`;
		expect(await keyed(111, [order('1')])).toBeUndefined();
		expect(await keyed(112, [order('1')])).toBe(said(112, 111));
		expect(await keyed(111, [order('1'), order('1')])).toBe(said(111, 109));
	});

	test('holds two orders of the same as two', async () => {
		await send([order('1'), order('1')], tool);
		const [first = '', second] = made();
		expect(second).toBe(`${first}-1`);
		await send([order('1'), order('1'), order('1', first)], tool);
		expect(made()).toEqual([first, second, `${first}-2`]);
	});
});

describe('of orders whose answer was lost, the error says where their keys belong', () => {
	const onError = 'continueRegularOutput';
	const inBody = /repeat with ext_id \S+, put as ext_id into the body of that order in Items\./;

	async function lose(orders: ReturnType<typeof order>[]) {
		api.sandbox.addFault({ match: { path: '/batch' }, fault: 'closed_after_commit' });
		api.sandbox.addFault({ match: { path: '/document_get', times: orders.length }, fault: '403' });
		const [items = []] = outputs(await send(orders, { onError }));
		return items.map(({ json }) => json as { message: string; details: { ext_id: string } });
	}

	test('into the bodies, where the item held several: so they are not paid twice', async () => {
		const lost = await lose([order('1'), order('2')]);
		const placed = made();
		expect(placed).toHaveLength(2);
		for (const { message } of lost) expect(message).toMatch(inBody);
		const again = lost.map(({ details }, index) => order(String(index + 1), details.ext_id));
		await send(again, { resumeSignature: 'another-run' });
		expect(made()).toEqual(placed);
	});

	test('as the item has it, where the key is its only or the own one of an order', async () => {
		const alone = await lose([order('1')]);
		const own = await lose([order('1', 'one'), order('2', 'two')]);
		for (const { message } of [...alone, ...own]) expect(message).not.toMatch('put as ext_id');
	});
});
