import { randomUUID } from 'node:crypto';
import type { IDataObject, INodeExecutionData, INodeParameters, IRun } from 'n8n-workflow';
import { OPERATIONS } from '../../../nodes/PartnerSettlement/operations';
import { type Sandbox, startSandbox } from '../../../dev/sandbox';
import { addressFromLabel } from '../../../dev/sandbox/addresses';
import type { Fault } from '../../../dev/sandbox/http/faults';
import { TRON } from '../../support/addresses';
import { Contract } from '../../support/partner';
import { until } from '../../support/until';
import { used } from '../../support/used';
import { type NodeRun, outputs, startNode } from './run-node';

const OFFER = 'magic-never';

/** The parameters of every creating operation. An item has a `card`, an `esim` and an `address`. */
export const CREATING: Readonly<Record<string, INodeParameters>> = {
	'withdrawal.create': { currency: 'USDT', network: 'TRON', amount: '1', toAddress: TRON },
	'card.issue': { svcProductId: '9003' },
	'card.topUp': { cardId: '={{ $json.card }}', amount: '1' },
	'card.freeze': { cardId: '={{ $json.card }}' },
	'esim.purchase': { offerId: OFFER },
	'esim.topUp': { esimId: '={{ $json.esim }}', offerId: OFFER },
	'esim.purchasePlan': { planId: OFFER },
	'giftCard.purchase': { offerId: OFFER },
	'kyt.check': { network: 'tron_usdt', address: '={{ $json.address }}' },
	'kyt.screen': { network: 'tron_usdt', address: '={{ $json.address }}' },
	'batch.create': {
		items: JSON.stringify([{ op: 'gift_purchase', body: { offer_id: OFFER } }]),
	},
};

/** An item for all of them, with things that do not exist. */
export const ANY_ITEM = { card: 'c-1', esim: 'e-1', address: addressFromLabel('tron_usdt', 'any') };

/**
 * Operations for which it is only assumed that the API recognizes a retry. Each is looked up before it is sent again.
 */
export const UNSAFE = ['card.topUp', 'card.freeze', 'batch.create'];

/**
 * Two sandboxes for the tests of one file: one recognizes a retry, the other does not.
 *
 * @returns what gives the one or the other
 */
export function useBothSandboxes(
	start = async (deduplicates: boolean) => await startSandbox({ deduplicates, kytDelayMs: 0 }),
) {
	const [deduplicating, other] = [true, false].map((deduplicates) =>
		used(
			async () => await start(deduplicates),
			async (sandbox) => await sandbox.close(),
		),
	) as [Sandbox, Sandbox];
	return (deduplicates: boolean) => (deduplicates ? deduplicating : other);
}

export type Keys = 'custom' | 'auto';
/** How often a fault strikes: once, every call of the order, or every call that names its ext_id, lookups too. */
export type Strikes = 'once' | 'each order' | 'each call';

export interface Creation {
	/** Names as `resource.operation`. */
	operation: string;
	keys: Keys;
	/** One for each item. */
	more: readonly IDataObject[];
	options?: IDataObject;
}

/** Orders of one operation by their own partner: the input of an execution and of each retry. */
export class CreatingNode {
	private constructor(
		readonly api: Contract,
		private readonly creation: Creation,
		private readonly items: IDataObject[],
		/** The key of each item. */
		readonly keys: readonly string[],
		private readonly resumeSignature: string,
	) {}

	/**
	 * Makes the things that the orders are for, and finds out the orders' keys. The sandbox has no latency and settles
	 * at once.
	 */
	static async of(sandbox: Sandbox, creation: Creation): Promise<CreatingNode> {
		const api = await Contract.of(sandbox, { balance: '1000000' });
		const { operation, keys, more } = creation;
		const cards =
			'cardId' in (CREATING[operation] ?? {}) ? await activeCards(api, more.length) : [];
		const esim = operation === 'esim.topUp' ? await boughtEsim(api) : '';
		const items = more.map((fields, index) => {
			const id = randomUUID();
			const address = addressFromLabel('tron_usdt', id);
			return { id, esim, card: cards[index], address, ...fields };
		});
		const custom = items.map(({ id }) => id);
		const node = new CreatingNode(api, creation, items, custom, randomUUID());
		if (keys === 'custom') return node;
		// An item that could not be sent names its key.
		const nowhere = api.credential({ apiUrl: 'http://127.0.0.1:9', baseUrl: 'http://127.0.0.1:9' });
		const once = { ...creation, options: { retries: 0 } };
		const unsent = new CreatingNode(api, once, items, custom, node.resumeSignature);
		const [failed = []] = outputs(await unsent.start({ credential: nowhere }));
		return new CreatingNode(api, creation, items, failed.map(keyOf), node.resumeSignature);
	}

	/** Makes a fault strike the order of an item. */
	strike(index: number, fault: Fault, strikes: Strikes): void {
		const { operation } = this.creation;
		const { path } = OPERATIONS.find((one) => `${one.resource}.${one.operation}` === operation)
			?.endpoint ?? { path: '' };
		const [start] = path.split('{');
		this.api.sandbox.addFault({
			fault,
			retryAfter: '0',
			match: {
				body: `"ext_id":"${this.keys[index] ?? ''}"`,
				...(strikes !== 'each call' && { path: start }),
				times: strikes === 'once' ? 1 : 0,
			},
		});
	}

	/** Runs the node; it continues after an item that failed. */
	async start(more: Partial<NodeRun> = {}): Promise<IRun> {
		const { operation: name, keys, options } = this.creation;
		const [resource = '', operation = ''] = name.split('.');
		return await startNode({
			parameters: {
				...{ resource, operation, ...CREATING[name], additionalFields: {} },
				...{ extIdMode: keys, extId: '={{ $json.id }}', options },
			} as INodeParameters,
			items: this.items,
			credential: this.api.credential(),
			resumeSignature: this.resumeSignature,
			onError: 'continueRegularOutput',
			...more,
		});
	}
}

/**
 * Orders something for the operation under test. Returns the sandbox's record of it, because a dialect's response may
 * hide it.
 */
async function post(api: Contract, base: 'api' | 'base', path: string, body: object) {
	const sent = { ...body, ext_id: randomUUID() };
	const call = { method: 'POST', base, path, body: sent, retrySafety: 'idempotent' } as const;
	await api.client().call(call);
	const order = api.sandbox.state.orders.find(({ extId }) => extId === sent.ext_id);
	if (!order) throw new Error(`${path} ordered nothing`);
	return order.record;
}

export async function activeCards(api: Contract, count: number): Promise<string[]> {
	const body = { svc_product_id: 101 };
	const issued = Array.from({ length: count }, async () => {
		const { card_id: id } = await post(api, 'base', '/api/pin/create_card', body);
		return String(id);
	});
	const cards = await Promise.all(issued);
	await until(() => api.orders().every(({ status }) => status !== 'pending'));
	return cards;
}

export async function boughtEsim(api: Contract): Promise<string> {
	const { esim_id: id } = await post(api, 'api', '/partner/esims', { offer_id: OFFER });
	return String(id);
}

/** What an item says about its order. */
interface Says {
	error?: string;
	ext_id?: string;
	details?: { outcome: 'refused' | 'not_sent' | 'unknown'; ext_id: string };
}

/** The idempotency key that an item shows, whatever became of its order. */
export function keyOf({ json }: Pick<INodeExecutionData, 'json'>): string {
	const { ext_id: extId, details } = json as Says;
	return details?.ext_id ?? extId ?? '';
}

/** What the sandbox has for an idempotency key: orders and screenings, and debits that were not given back. */
function madeFor({ sandbox, partner }: Contract, extId: string) {
	const { state } = sandbox;
	const partnerId = Number(partner.partnerId);
	const made = [...state.orders, ...state.kytChecks].filter(
		(one) => one.extId === extId && one.partnerId === partnerId,
	);
	const lines = state.ledger(partnerId).filter(({ ext_id: ofLine }) => ofLine === extId);
	const [debits, credits] = ['debit', 'credit'].map(
		(type) => lines.filter((line) => line.type === type).length,
	);
	return { orders: made.length, debits: (debits ?? 0) - (credits ?? 0) };
}

/** Everything that occurs twice. */
export function doubled(api: Contract, extId: string): string[] {
	const { orders, debits } = madeFor(api, extId);
	return [orders > 1 && `${String(orders)} orders`, debits > 1 && `${String(debits)} debits`]
		.filter((text) => text !== false)
		.map((text) => `${extId}: ${text}`);
}

/**
 * What an item says about its order that is not true. Without an error there must be exactly one order; refused or not
 * sent, there must be none.
 *
 * @returns a sentence for each untruth
 */
export function untruths(api: Contract, extId: string, item?: INodeExecutionData): string[] {
	const { error, ext_id: shown, details } = (item?.json ?? {}) as Says;
	const { orders, debits } = madeFor(api, extId);
	const isDone = error === undefined;
	const isDenied = details !== undefined && details.outcome !== 'unknown';
	const key = isDone ? shown : details?.ext_id;
	const said = [
		!item && 'no item',
		key !== extId && `shows the key ${String(key)}`,
		isDone && orders === 0 && 'done, and there is no order',
		isDenied && orders > 0 && `${details.outcome}, and there is an order`,
		isDenied && debits > 0 && `${details.outcome}, and it was debited`,
	].filter((text) => text !== false);
	return [...doubled(api, extId), ...said.map((text) => `${extId}: ${text}`)];
}
