import { z } from 'zod';
import { OPERATIONS } from '../../nodes/PartnerSettlement/operations';
import { addressFromLabel } from '../../sandbox/addresses';
import { type Fault, FAULTS } from '../../sandbox/http/fault-names';
import { TRON } from '../addresses';
import { runNode } from './harness';
import { type OwnSandbox, startOwnSandbox } from './own-sandbox';

/** What another try would meet again, so that none is made: an order that is struck once may fail. */
const FINAL: readonly Fault[] = ['403', 'redirect'];

const OFFER = 'magic-never';
const CARD_PRODUCT = '9003';

/** The parameters of every creating operation; an item brings an `id`, a `card` and an `address`. */
const CREATING: Record<string, Record<string, unknown>> = {
	'withdrawal.create': { amount: '1', toAddress: TRON },
	'card.issue': { svcProductId: CARD_PRODUCT },
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

/** How often the fault strikes: once, every call of the order, or every call that names its ext_id, lookups too. */
const STRIKES = ['once', 'each order', 'each call'] as const;
type Strikes = (typeof STRIKES)[number];

let own: OwnSandbox;
let cards: string[];
let esim: string;

const idSchema = z.object({ card_id: z.string().optional(), esim_id: z.string().optional() });

async function make(parameters: Record<string, unknown>, count: number) {
	const items = Array.from({ length: count }, (_, index) => ({ index }));
	const { items: output } = await runNode({ parameters, items, credential: own.credential });
	return output.map(({ json }) => idSchema.parse(json));
}

beforeAll(async () => {
	own = await startOwnSandbox({ settleMs: 0, kytDelayMs: 0, initialBalance: '1000000' });
	const issue = { resource: 'card', operation: 'issue', svcProductId: '101' };
	const issued = await make(issue, FAULTS.length * STRIKES.length);
	cards = issued.map(({ card_id: id }) => id ?? '');
	const [bought] = await make(
		{ resource: 'esim', operation: 'purchase', offerId: await offer() },
		1,
	);
	esim = bought?.esim_id ?? '';
});

afterAll(async () => {
	await own.sandbox.close();
});

async function offer(): Promise<string> {
	const { items } = await runNode({
		parameters: { resource: 'esimOffer', operation: 'getAll', limit: 1 },
		credential: own.credential,
	});
	return z.object({ offer_id: z.string() }).parse(items[0]?.json).offer_id;
}

/** How many orders and screenings, and how many debits, an ext_id has. */
function madeFor(extId: string): { orders: number; debits: number } {
	const { state } = own.sandbox;
	const made = [...state.orders, ...state.kytChecks].filter((one) => one.extId === extId);
	const lines = state.ledger(own.partner.partnerId).filter((line) => line.ext_id === extId);
	return { orders: made.length, debits: lines.length };
}

function addFaults(operation: string, strikes: Strikes): string[] {
	own.sandbox.clearFaults();
	const { path } = OPERATIONS.find((one) => `${one.resource}.${one.operation}` === operation)
		?.endpoint ?? { path: '' };
	const [start] = path.split('{');
	return FAULTS.map((fault) => {
		const id = `${operation} ${fault} ${strikes}`;
		own.sandbox.addFault({
			fault,
			retryAfter: '0',
			match: {
				body: `"ext_id":"${id}"`,
				...(strikes !== 'each call' && { path: start }),
				times: strikes === 'once' ? 1 : 0,
			},
		});
		return id;
	});
}

test('every operation that takes an ext_id is in the matrix', () => {
	const keyed = OPERATIONS.filter(({ extId }) => extId);
	expect(Object.keys(CREATING).sort()).toEqual(
		keyed.map(({ resource, operation }) => `${resource}.${operation}`).sort(),
	);
});

describe.each(Object.keys(CREATING))('%s', (name) => {
	const [resource = '', operation = ''] = name.split('.');

	test.each(STRIKES)('struck %s: never two, and one where the node says so', async (strikes) => {
		const ids = addFaults(name, strikes);
		const { items: output, error } = await runNode({
			parameters: {
				resource,
				operation,
				...CREATING[name],
				extIdMode: 'custom',
				extId: '={{ $json.id }}',
				options: {
					timeout: 1,
					retries: strikes === 'each call' ? 0 : 1,
					longestWait: 0.05,
					// A fault strikes one order, not all that would share its cart.
					...(resource === 'batch' && { cartSize: 1 }),
				},
			},
			items: ids.map((id, index) => ({
				id,
				esim,
				card: cards[FAULTS.length * STRIKES.indexOf(strikes) + index],
				address: addressFromLabel('tron_usdt', id),
			})),
			continueOnFail: true,
			credential: own.credential,
		});
		expect(error).toBeUndefined();

		for (const [index, fault] of FAULTS.entries()) {
			const extId = ids[index] ?? '';
			const json = output[index]?.json ?? {};
			const hasFailed = json.error !== undefined && json.details !== undefined;
			const { orders, debits } = madeFor(extId);
			expect({ extId, orders: orders > 1, debits: debits > 1 }).toEqual({
				extId,
				orders: false,
				debits: false,
			});
			if (!hasFailed)
				expect({ extId, orders, shown: json.ext_id }).toEqual({ extId, orders: 1, shown: extId });
			else expect(json).toMatchObject({ details: { ext_id: extId } });
			if (strikes === 'once' && !FINAL.includes(fault))
				expect({ extId, hasFailed }).toEqual({ extId, hasFailed: false });
			// A failure never says that nothing was spent where something was.
			if (hasFailed && orders === 1)
				expect(json).toMatchObject({ details: { outcome: 'unknown' } });
		}
	});
});
