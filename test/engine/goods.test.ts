/** Proves that an order can be waited for until what was bought is there, and that nothing on that way loses the order. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { Contract } from '../support/partner';
import { type Answers, useOrders } from './support/orders';

const { api, order, made } = useOrders({ settleMs: 5 });

const POLL = { retries: 0, pollInterval: 0.1 };
const SHORT = { ...POLL, maxWait: 0.3 };

/** What is bought: the parameters, where it comes out, and what of it is a secret. */
type Bought = [name: string, parameters: INodeParameters, field: string, secrets: string[]];

const KINDS: Bought[] = [
	['card', { resource: 'card', operation: 'issue', svcProductId: '101' }, 'card', ['pan', 'cvv']],
	[
		'eSIM',
		{ resource: 'esim', operation: 'purchase', offerId: 'esim-tr-1gb' },
		'esim',
		['activation.lpa'],
	],
	[
		'eSIM plan',
		{ resource: 'esim', operation: 'purchasePlan', planId: 'esim-tr-1gb' },
		'esim',
		['activation.lpa'],
	],
	[
		'gift card',
		{ resource: 'giftCard', operation: 'purchase', offerId: 'gift-music-5' },
		'gift_card',
		['epin', 'codes'],
	],
];

/** How each is read, by the name under which it comes out: the field with its ID, and the path. */
const READ_BY: Record<string, [id: string, path: string]> = {
	card: ['card_id', 'cards'],
	esim: ['esim_id', 'esims'],
	gift_card: ['purchase_id', 'gift-cards'],
};

/** Orders one and waits until it is ready. */
async function bought(
	parameters: INodeParameters,
	options: INodeParameters = POLL,
	more?: Answers,
) {
	const waiting = { waitUntilReady: true, extIdMode: 'auto', ...parameters, options };
	const { items, ...run } = await order(waiting, more);
	return { item: items[0] ?? {}, ...run };
}

function isText(value: unknown): value is string {
	return typeof value === 'string';
}

function valueAt(record: unknown, path: string): unknown {
	return path
		.split('.')
		.reduce<unknown>((value, name) => (value as IDataObject | undefined)?.[name], record);
}

describe.each(KINDS)('%s', (_, parameters, field, secrets) => {
	test('comes out with its order, masked', async () => {
		const { item } = await bought(parameters);
		expect(item).toMatchObject({ status: 'completed', outcome_reached: true });
		expect(item[field]).toMatchObject({ ext_id: item.ext_id, status: expect.any(String) });
		for (const path of secrets) expect(valueAt(item[field], path)).toMatch(/^••••/);
		expect(item[field]).not.toHaveProperty('lpa_parts');
		expect(made()).toHaveLength(1);
	});

	test('shows none of its secrets, wherever one could be', async () => {
		const masked = await bought(parameters);
		const [idName, folder] = READ_BY[field] ?? ['', ''];
		const path = `/partner/${folder}/${masked.item[idName] as string}`;
		const call = { method: 'GET', base: 'api', path, retrySafety: 'safe' } as const;
		const record = await api.contract.client().call(call);
		const shown = (name: string) => valueAt(masked.item[field], name);
		const hidden = secrets.map((name) => [shown(name), valueAt(record, name)]);
		expect(hidden.filter(([, secret]) => isText(secret))).not.toHaveLength(0);
		for (const [masks, secret] of hidden) if (isText(secret)) expect(masks).not.toContain(secret);
		// The three digits of a CVV may stand anywhere, in a date for instance.
		const long = hidden.flatMap(([, secret]) =>
			isText(secret) && secret.length > 3 ? secret : [],
		);
		for (const secret of long) expect(JSON.stringify(masked)).not.toContain(secret);
	});

	test('comes out readable with Reveal Secrets', async () => {
		const { item } = await bought({ ...parameters, revealSecrets: true });
		for (const path of secrets) {
			expect(JSON.stringify(valueAt(item[field], path))).toMatch(/[A-Z\d]{3}/);
		}
		expect(JSON.stringify(item)).not.toContain('••••');
	});

	test('is not read without being asked for', async () => {
		const { item } = await bought({ ...parameters, waitUntilReady: false });
		expect(item).not.toHaveProperty(field);
		expect(item).not.toHaveProperty('outcome_reached');
	});

	test('that cannot be read leaves the order, and a hint says what to do', async () => {
		api.sandbox.addFault({ match: { method: 'GET', times: 0 }, fault: '403' });
		const { item, hints } = await bought(parameters);
		expect(item).toMatchObject({ status: 'completed', outcome_reached: false });
		expect(item).not.toHaveProperty(field);
		expect(hints.join(' ')).toMatch(
			/^We stopped waiting before item 0 was ready\. .*: Get failed \(not_allowed\)\. It needs the scope \S+\. Get it later with .*: Get\./,
		);
		expect(made()).toHaveLength(1);
	});

	test('whose first read is lost is read again, and never ordered again', async () => {
		api.sandbox.addFault({ match: { method: 'GET' }, fault: '503' });
		const { item, sent } = await bought(parameters);
		expect(item).toMatchObject({ outcome_reached: true, [field]: { ext_id: item.ext_id } });
		expect(sent.filter((body) => body.includes('ext_id'))).toHaveLength(1);
		expect(made()).toHaveLength(1);
	});
});

const [[, CARD], [, ESIM], , [, GIFT]] = KINDS as [Bought, Bought, Bought, Bought];

test('an order that takes too long comes out as it is', async () => {
	const { item, hints } = await bought({ ...CARD, svcProductId: '9003' }, SHORT);
	expect(item).toMatchObject({ status: 'pending', outcome_reached: false });
	expect(hints.join(' ')).toBe(
		'We stopped waiting before item 0 was ready. Its status is pending. Look it up later with Document: Get.',
	);
	expect(made()).toHaveLength(1);
});

test('of an order that came to nothing nothing is read', async () => {
	const { item, hints } = await bought({ ...CARD, svcProductId: '9001' });
	expect(item).toEqual({});
	expect(hints.join(' ')).not.toMatch('We stopped waiting');
	expect(api.sandbox.state.requests.filter(({ path }) => path.includes('/cards/'))).toEqual([]);
});

test.each([
	[
		['cards:issue', 'cards:read'],
		'Document: Get failed (missing_scope). It needs the scope document:read.',
	],
	[
		['cards:issue', 'document:read'],
		'Card: Get failed (missing_scope). It needs the scope cards:read.',
	],
])(
	'a credential with %j only keeps the order, and is told what is missing',
	async (scopes, why) => {
		api.contract = await Contract.of(api.sandbox, { scopes });
		const { item, hints } = await bought(CARD);
		expect(item).toMatchObject({ outcome_reached: false, card_id: expect.any(String) });
		expect(hints.join(' ')).toContain(why);
		expect(made()).toHaveLength(1);
	},
);

test('each eSIM of a quantity is read', async () => {
	const { item } = await bought({
		...ESIM,
		additionalFields: { quantity: 3 },
		revealSecrets: true,
	});
	const items = item.items as { esim_id: string; esim: { esim_id: string } }[];
	expect(items).toHaveLength(3);
	expect(items.map(({ esim }) => esim.esim_id)).toEqual(items.map(({ esim_id: id }) => id));
	expect(item).toMatchObject({ outcome_reached: true });
	expect(item).not.toHaveProperty('esim');
	expect(made()).toHaveLength(1);
});

test('the one eSIM of a quantity of one stands where every single one does', async () => {
	const { item } = await bought({ ...ESIM, additionalFields: { quantity: 1 } });
	const [{ esim_id: id } = { esim_id: '' }] = item.items as { esim_id: string }[];
	expect(item.esim).toMatchObject({ esim_id: id });
});

test('of several eSIMs those that can be read come out', async () => {
	api.sandbox.addFault({ match: { path: '/partner/esims/', times: 1 }, fault: '403' });
	const { item, hints } = await bought({ ...ESIM, additionalFields: { quantity: 2 } });
	const items = item.items as object[];
	expect(items.filter((entry) => 'esim' in entry)).toHaveLength(1);
	expect(item).toMatchObject({ outcome_reached: false });
	expect(hints.join(' ')).toMatch('eSIM: Get failed (not_allowed)');
});

test('an order found by a lookup is read by the ID that its document shows', async () => {
	const lost: Answers = { orders: [{ status: 500, body: { error: 'internal' } }] };
	const document = { svc_product_id: 101, status: 'completed', card_id: 'card-none' };
	const { item, hints } = await bought(CARD, SHORT, { ...lost, document });
	expect(item).toMatchObject({ card_id: 'card-none', outcome_reached: false });
	expect(hints.join(' ')).toMatch('found by a lookup');
	expect(hints.join(' ')).toMatch(
		'cannot be read yet (card_not_found). Get it later with Card: Get.',
	);
});

test('an order that shows no ID is not waited for any longer', async () => {
	const record = { offer_id: 'gift-music-5', status: 'completed' };
	const answer = { orders: [{ status: 200, body: record }], document: record };
	const { item, hints, lookups } = await bought(GIFT, { ...POLL, maxWait: 10 }, answer);
	expect(lookups).toBeLessThan(3);
	expect(item).toMatchObject({ ...record, outcome_reached: false });
	expect(hints.join(' ')).toMatch(
		/^.*It is placed and paid, but the API does not show the purchase_id of everything that was bought\. If it has another name, enter that as goodsId in API Differences\. If an earlier run placed the order, its output may show it: use Gift Card: Get\./,
	);
});

test('an order whose answer shows no ID is read by the one that its document shows', async () => {
	const { item: first } = await bought(GIFT);
	const { purchase_id: id } = first;
	const record = { offer_id: 'gift-music-5', status: 'completed' };
	const answer = {
		orders: [{ status: 200, body: record }],
		document: { ...record, purchase_id: id },
	};
	const { item } = await bought(GIFT, POLL, answer);
	expect(item).toMatchObject({ outcome_reached: true, gift_card: { purchase_id: id } });
});

test('an order of which not all is shown is not called ready', async () => {
	const record = { offer_id: 'esim-tr-1gb', quantity: 3, status: 'completed' };
	const body = { ...record, items: [{ esim_id: 'e-1' }, { esim_id: 'e-2' }] };
	const three = { ...ESIM, additionalFields: { quantity: 3 } };
	const esim = { status: 200, body: { esim_id: 'e-1', activation: { lpa: 'LPA:1$a.example$B' } } };
	const answers = { orders: [{ status: 200, body }], document: body, read: () => esim };
	const { item, hints } = await bought(three, SHORT, answers);
	expect(item).toMatchObject({ outcome_reached: false });
	expect(hints.join(' ')).toContain('does not show the esim_id of everything that was bought');
});

test('a gift card that is still being made is waited for', async () => {
	const record = { offer_id: 'gift-music-5', status: 'completed', purchase_id: 'p-1' };
	const answers = [
		record,
		{ status: 'processing', codes: [] },
		{ status: 'completed', codes: ['A'] },
	];
	const { item } = await bought(GIFT, POLL, {
		orders: answers.map((body) => ({ status: 200, body })),
	});
	expect(item).toMatchObject({ outcome_reached: true, gift_card: { status: 'completed' } });
});

test('a status that nobody told ends with a hint that names it', async () => {
	const body = { svc_product_id: 101, status: 'active', card_id: 'c-1' };
	const { hints } = await bought(CARD, SHORT, {
		orders: [{ status: 200, body }],
		document: { svc_product_id: 101, status: 'active' },
	});
	expect(hints.join(' ')).toContain(
		'The API calls it active. Add that word to terminalStatuses in API Differences if it means ready',
	);
});

test.each([
	['an answer that is no record', [1]],
	['an ID that no path can hold', '..'],
])('%s leaves the order', async (_, odd) => {
	const card = { svc_product_id: 101, status: 'completed', card_id: odd === '..' ? odd : 'c' };
	const answers = [card, odd, odd, odd].map((body) => ({ status: 200, body }));
	const { item, hints } = await bought(CARD, SHORT, { orders: answers });
	expect(item).toMatchObject({ ...card, outcome_reached: false });
	expect(hints.join(' ')).toContain('Card: Get failed (unexpected_answer)');
});

test.each([
	['one', {}, 1],
	['three', { quantity: 3 }, 3],
])(
	'of %s that was ordered no more is read, however many the API shows',
	async (_, fields, count) => {
		const items = Array.from({ length: 60_000 }, (__, index) => ({
			esim_id: `e-${String(index)}`,
		}));
		const reads: string[] = [];
		const parameters = { ...ESIM, additionalFields: fields, revealSecrets: true };
		await bought(parameters, POLL, {
			document: { status: 'completed', offer_id: 'esim-tr-1gb', items },
			read: (path) => {
				reads.push(path);
				return {
					status: 200,
					body: {
						esim_id: path.split('/').at(-1),
						status: 'completed',
						activation: { lpa: 'LPA:1$a$b' },
					},
				};
			},
		});
		expect(reads).toHaveLength(count);
	},
);
