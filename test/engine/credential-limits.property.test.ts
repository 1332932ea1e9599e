/**
 * Whatever is ordered, in whatever way, with whatever losses and retries: the limits of the credential hold in the sandbox's
 * ledger, own numbers included, and no item lies about an order that exists. Every operation that spends is in it.
 */
import { randomUUID } from 'node:crypto';
import Big from 'big.js';
import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { z } from 'zod';
import { OPERATIONS } from '../../nodes/PartnerSettlement/operations';
import { schemas } from '../../partner-api';
import { addressFromLabel } from '../../dev/sandbox/addresses';
import { FAULTS } from '../../dev/sandbox/http/faults';
import { OTHER_TRON, TRON } from '../support/addresses';
import { BALANCE, Contract } from '../support/partner';
import { useSandbox } from '../support/use-sandbox';
import { activeCards, boughtEsim, doubled, keyOf, untruths } from './support/creating';
import { errorOf, outputs, startNode } from './support/run-node';
import { batchOf, SENT, useOrders, WITHDRAWAL } from './support/orders';

const api = useSandbox({ settleMs: 0, kytDelayMs: 0 });

/** An item brings an `amount`, a recipient `to`, an `offer` of its kind, and whatever else an order needs. */
const WAYS: Readonly<Record<string, INodeParameters>> = {
	'apiCall.request': {
		...{ method: 'POST', base: 'api', path: '/partner/withdrawals' },
		body: '={{ JSON.stringify($json.withdrawal) }}',
	},
	'batch.create': { items: '={{ JSON.stringify([$json.entry]) }}' },
	'card.issue': { svcProductId: '={{ $json.product }}' },
	'card.topUp': { cardId: '={{ $json.card }}', amount: '={{ $json.amount }}' },
	'esim.purchase': {
		...{ offerId: '={{ $json.esim_offer }}' },
		additionalFields: { quantity: '={{ $json.quantity }}' },
	},
	'esim.purchasePlan': { planId: '={{ $json.esim_offer }}' },
	'esim.topUp': { esimId: '={{ $json.esim }}', offerId: '={{ $json.esim_offer }}' },
	'giftCard.purchase': { offerId: '={{ $json.gift }}' },
	'kyt.check': { network: 'tron_usdt', address: '={{ $json.address }}' },
	'kyt.screen': { network: 'tron_usdt', address: '={{ $json.address }}' },
	'withdrawal.create': {
		...{ currency: 'USDT', network: 'TRON' },
		...{ amount: '={{ $json.amount }}', toAddress: '={{ $json.to }}' },
	},
};

const SPENDING = OPERATIONS.filter(({ effect }) => effect === 'spend' || effect === 'screen').map(
	({ resource, operation }) => `${resource}.${operation}`,
);

test('every operation that spends is in it', () => {
	expect(Object.keys(WAYS).sort()).toEqual(SPENDING.sort());
});

/** The sandbox's fee for a withdrawal, which the document does not show. */
const FEE = 1;
const DEAREST = '30';

const item = fc.record({
	amount: fc.constantFrom('0.5', '3', '7.25', '12.5'),
	to: fc.constantFrom(TRON, TRON, OTHER_TRON),
	product: fc.constantFrom('101', '102', '105', '9003'),
	quantity: fc.integer({ min: 1, max: 3 }),
	esim_offer: fc.constantFrom('esim-tr-1gb', 'esim-eu-5gb', 'magic-never'),
	gift: fc.constantFrom('gift-music-5', 'gift-bookshop-10', 'magic-never'),
	entry: fc.constantFrom('withdrawal', 'withdrawal', 'withdrawal', 'card_issue', 'no op'),
});
const run = fc.record({
	isRetry: fc.boolean(),
	stops: fc.boolean(),
	maxTries: fc.constantFrom(undefined, 2),
	/** Strikes one call that orders. */
	fault: fc.constantFrom(undefined, ...FAULTS.filter((name) => !/hang|timeout|429/.test(name))),
	nth: fc.integer({ min: 1, max: 3 }),
	lookupFails: fc.constantFrom(false, false, true),
});
const stories = fc.record({
	keys: fc.constantFrom('auto', 'custom'),
	items: fc.array(item, { minLength: 1, maxLength: 4 }),
	runs: fc.array(run, { minLength: 1, maxLength: 3 }),
	max: fc.constantFrom(undefined, '5', '10', DEAREST),
	/** What may be spent before the floor; undefined: no floor. */
	budget: fc.constantFrom(undefined, '0.7', '8', '20'),
	isListed: fc.boolean(),
});
type Story = typeof stories extends fc.Arbitrary<infer T> ? T : never;
type Item = Story['items'][number];
/** It fits, whatever is ordered: on a slow machine, only a few others are told. */
const FITS: Story = {
	keys: 'auto',
	items: [
		{
			...{ amount: '0.5', to: TRON, product: '101', quantity: 1, esim_offer: 'esim-tr-1gb' },
			...{ gift: 'gift-music-5', entry: 'withdrawal' },
		},
	],
	runs: [
		{
			isRetry: false,
			stops: false,
			maxTries: undefined,
			fault: undefined,
			nth: 1,
			lookupFails: false,
		},
	],
	max: DEAREST,
	budget: undefined,
	isListed: false,
};

function asInput(given: Item, own: IDataObject): IDataObject {
	const id = randomUUID();
	const { amount, to, entry } = given;
	const body = { currency: 'USDT', network: 'TRON', amount, to_address: to };
	const withdrawal = { ...body, ext_id: id };
	const entries: IDataObject = {
		withdrawal: { op: 'withdrawal', body },
		'no op': { body },
		card_issue: { op: 'card_issue', body: { svc_product_id: 101 } },
	};
	const address = addressFromLabel('tron_usdt', id);
	return { ...given, ...own, id, withdrawal, entry: entries[entry], address };
}

const factsSchema = z.object({ amount: z.string().optional(), to_address: z.string().optional() });

async function available(contract: Contract): Promise<Big> {
	const balance = schemas.balanceSchema.parse(await contract.client().call(BALANCE));
	return new Big(balance.available_balance);
}

/** The new orders of a partner, with what each has cost. */
function ordersOf({ sandbox, partner }: Contract, before: ReadonlySet<string>) {
	const id = Number(partner.partnerId);
	const { orders, kytChecks } = sandbox.state;
	const own = [
		...orders.map(({ partnerId, extId, kind, facts }) => ({ partnerId, extId, kind, facts })),
		...kytChecks.map(({ partnerId, extId, price }) => ({
			...{ partnerId, extId: extId ?? '', kind: 'kyt_check' },
			facts: { amount: price },
		})),
	].filter(({ partnerId, extId }) => partnerId === id && !before.has(extId));
	return own.map(({ extId, kind, facts }) => {
		const [line] = sandbox.state.ledger(id).filter(({ ext_id: ofLine }) => ofLine === extId);
		const { amount = line?.amount ?? '0', to_address: to } = factsSchema.parse(facts);
		return { extId, kind, to, cost: new Big(amount) };
	});
}

test.each(Object.entries(WAYS))(
	'%s: the limits hold',
	async (name, parameters) => {
		const [resource = '', operation = ''] = name.split('.');
		let placed = 0;

		const tell = async ({ keys, items, runs, max, budget, isListed }: Story) => {
			// The story before may have left one that struck nothing.
			api.sandbox.clearFaults();
			const contract = await Contract.of(api.sandbox, { balance: '1000' });
			const [card] = await activeCards(contract, name === 'card.topUp' ? 1 : 0);
			const esim = name === 'esim.topUp' ? await boughtEsim(contract) : '';
			const before = new Set(ordersOf(contract, new Set()).map(({ extId }) => extId));
			// There is always one of the three.
			const isLimited = isListed || (max ?? budget) === undefined;
			const floor = budget && (await available(contract)).minus(budget).toFixed();
			const credential = {
				...contract.credential(),
				maximumPerOrder: max ?? '',
				keepAtLeast: floor ?? '',
				allowedRecipients: isLimited ? TRON : '',
			};
			const input = items.map((one) => asInput(one, { card: card ?? '', esim }));
			const [resumeSignature, custom] = [randomUUID(), keys === 'custom'];
			for (const [index, { isRetry, stops, maxTries, fault, nth, lookupFails }] of runs.entries()) {
				api.sandbox.clearFaults();
				const { path = '' } =
					OPERATIONS.find((one) => `${one.resource}.${one.operation}` === name)?.endpoint ?? {};
				const [start = ''] = (path || '/partner/withdrawals').split('{');
				if (fault) api.sandbox.addFault({ fault, match: { path: start, nth } });
				if (lookupFails) {
					api.sandbox.addFault({ fault: '403', match: { path: '/document_get', times: 0 } });
				}
				const done = await startNode({
					parameters: {
						...{ resource, operation, additionalFields: {}, ...parameters },
						...{ extIdMode: keys, extId: '={{ $json.id }}', query: '{}' },
						options: { retries: 1, longestWait: 0.01 },
					},
					items: input,
					credential,
					resumeSignature: index > 0 && (isRetry || custom) ? resumeSignature : undefined,
					...(index > 0 && isRetry && { mode: 'retry' as const, resumeSignature }),
					...(index === 0 && { resumeSignature }),
					...(maxTries && { maxTries, settings: { waitBetweenTries: 1 } }),
					onError: stops ? undefined : 'continueRegularOutput',
				});
				for (const output of outputs(done)[0] ?? []) {
					const key = keyOf(output);
					if (key !== '') expect(untruths(contract, key, output)).toEqual([]);
				}
				const orders = ordersOf(contract, before);
				placed += orders.length;
				expect(orders.flatMap(({ extId }) => doubled(contract, extId))).toEqual([]);
				const fees = orders.filter(({ kind }) => kind === 'withdrawal').length * FEE;
				if (floor) expect((await available(contract)).plus(fees).gte(floor)).toBe(true);
				if (max) expect(orders.filter(({ cost }) => cost.gt(max))).toEqual([]);
				if (isLimited) expect(orders.filter(({ to }) => to === OTHER_TRON)).toEqual([]);
				if (name === 'batch.create') {
					expect(orders.filter(({ kind }) => kind !== 'withdrawal')).toEqual([]);
				}
			}
		};

		await fc.assert(fc.asyncProperty(stories, tell), {
			numRuns: 12,
			examples: [[FITS]],
			interruptAfterTimeLimit: 10_000,
		});
		// Nobody knows what an API Call orders, and all others order within the limits.
		expect(placed > 0).toBe(name !== 'apiCall.request');
	},
	60_000,
);

const { api: shared, order } = useOrders({ settleMs: 5 });
const own = {
	...{ ...WITHDRAWAL, extIdMode: 'custom', extId: '={{ $json.id }}' },
	toAddress: '={{ $json.to }}',
};
const items = [
	{ id: 'first', amount: '1', to: TRON },
	{ id: 'second', amount: '50', to: OTHER_TRON },
];
const both = batchOf(items.map(({ id, ...sent }) => ({ ...SENT, ...sent, ext_id: id })));
const fields = { maximumPerOrder: '5' };

test.each<[string, INodeParameters, IDataObject]>([
	['Maximum per Order', own, fields],
	['Allowed Recipients', own, { allowedRecipients: TRON }],
	['Maximum per Order of a batch', both, fields],
])('an order beyond %s keeps those before it from being sent', async (_, given, limits) => {
	const all = given === both ? [{}] : items;
	expect((await order(given, { fields: limits }, { items: all })).sent).toEqual([]);
	// One refusal is enough: no more is looked up, and a Retry knows that nothing was spent.
	const again = { items: all.toReversed(), mode: 'retry' as const };
	const { description, lookups, sent } = await order(given, { fields: limits }, again);
	expect(description).toMatch(/^Not sent: nothing was spent\./);
	expect(lookups).toBe(given === both ? 2 : 1);
	expect(sent).toEqual([]);
});

test('an order whose earlier attempt was lost is never "not sent": the API may still place it', async () => {
	const given = { parameters: { ...own, options: { retries: 0 } }, items: items.slice(1) };
	const repeat = async (more: IDataObject) => {
		const credential = { ...shared.contract.credential(), ...(more as object) };
		return errorOf(await startNode({ ...given, credential })).description;
	};
	shared.sandbox.addFault({ match: { path: '/withdrawals', times: 1 }, fault: '503' });
	for (const limits of [{}, fields])
		expect(await repeat(limits)).toMatch(/^Outcome unknown: .*repeat .*second/s);
});

test('a placed order holds none back: it is done, and the others are sent', async () => {
	await order(own, {}, { items: items.slice(1) });
	const run = await order(own, { fields }, { items });
	expect(run.items.map(({ ext_id: extId }) => extId)).toEqual(['first', 'second']);
	expect(run.sent).toHaveLength(1);
});
