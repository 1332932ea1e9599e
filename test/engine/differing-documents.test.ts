import type { INodeParameters } from 'n8n-workflow';
import { z } from 'zod';
import { useSandbox } from '../contract/support/use-sandbox';
import { Servers } from '../contract/support/servers';
import { ETHEREUM, TRON } from '../addresses';
import { startFront } from './support/front';
import { errorOf, outputs, startNode } from './support/run-node';

const servers = new Servers();

const api = useSandbox({ settleMs: 5 });

afterAll(() => {
	servers.close();
});

const WITHDRAWAL = {
	resource: 'withdrawal',
	operation: 'create',
	currency: 'USDT',
	network: 'TRON',
	amount: '1',
	toAddress: TRON,
};
const PRODUCT = '101';
const ISSUE = { resource: 'card', operation: 'issue', svcProductId: PRODUCT };

/** Places an order whose answer is lost, and shows this document of it. */
async function orderShown(
	document: Record<string, unknown>,
	parameters: INodeParameters,
	lost: { path: string; times?: number },
) {
	api.sandbox.addFault({ match: lost, fault: 'closed_after_commit' });
	const front = await startFront(servers, api.sandbox.url, (path, body) => {
		if (!path.endsWith('/document_get')) return undefined;
		const { ext_id: extId } = z.object({ ext_id: z.string() }).parse(JSON.parse(body));
		return { status: 200, body: { ext_id: extId, status: 'completed', ...document } };
	});
	return await startNode({
		parameters: { extIdMode: 'custom', extId: 'order-1', options: { retries: 0 }, ...parameters },
		items: [{}],
		credential: { ...api.contract.settings({ apiUrl: `${front}/gw`, baseUrl: `${front}/core` }) },
	});
}

const SHOWN_WITHDRAWAL = { amount: '1', to_address: TRON, currency: 'USDT', network: 'TRON' };
const HOLDER = { phone: '+491700000000', country: 'DEU' };
const CART = {
	resource: 'batch',
	operation: 'create',
	items: JSON.stringify([{ body: { offer_id: 'magic-never' } }]),
};
const ADVICE = 'ext_id of its own';

/** An order, where it goes, its document, and what of that tells no order. */
const SPELLINGS: [string, INodeParameters, string, Record<string, unknown>][] = [
	['network', WITHDRAWAL, '/withdrawals', { ...SHOWN_WITHDRAWAL, network: 'TRC20' }],
	[
		'phone and country',
		{ ...ISSUE, additionalFields: HOLDER },
		'/create_card',
		{ svc_product_id: PRODUCT, phone: '491700000000', country: 'DE' },
	],
];

test.each(SPELLINGS)(
	'a document that differs in %s alone is no other order: a repeat tells',
	async (_, parameters, path, document) => {
		const [item] = outputs(await orderShown(document, parameters, { path }))[0] ?? [];
		expect(item?.json).toMatchObject({ ext_id: 'order-1' });
		const partnerId = Number(api.contract.partner.partnerId);
		const placed = api.sandbox.state.orders.filter((order) => order.partnerId === partnerId);
		expect(placed.map(({ extId }) => extId)).toEqual(['order-1']);
	},
);

test.each(SPELLINGS)(
	'a document that differs in %s alone leaves it unknown where the repeat fails too, and nobody is told to order anew',
	async (_, parameters, path, document) => {
		const lost = { path, times: 0 };
		const { message, description } = errorOf(await orderShown(document, parameters, lost));
		expect(message).toMatch(/outcome unknown .*; repeat only with ext_id order-1$/);
		expect(description).toMatch('not enough of it to be sure');
		expect(description).not.toMatch(ADVICE);
	},
);

test.each([
	['amount', WITHDRAWAL, '/withdrawals', { ...SHOWN_WITHDRAWAL, amount: '2' }],
	['to_address', WITHDRAWAL, '/withdrawals', { ...SHOWN_WITHDRAWAL, to_address: 'T1' }],
	['svc_product_id', ISSUE, '/create_card', { svc_product_id: 102 }],
	['offer_id', CART, '/batch', { offer_id: 'other' }],
])(
	'a document that differs in %s is another order; only one with a key of its own is told to change it',
	async (field, parameters, path, document) => {
		const lost = { path, times: 0 };
		const own = errorOf(await orderShown(document, parameters, lost));
		expect(own.description).toMatch(
			new RegExp(`another order .*differs in ${field}\\..*${ADVICE}`),
		);
		const derived = errorOf(await orderShown(document, { ...parameters, extIdMode: 'auto' }, lost));
		expect(derived.message).toMatch('outcome unknown');
		expect(derived.description).toMatch(
			new RegExp(`differs in ${field}\\. Compare the two before you order anything again`),
		);
		expect(derived.description).not.toMatch(ADVICE);
	},
);

test('a key that was derived for a cart tells no kind of order: a repeat does', async () => {
	const cart = { ...CART, extIdMode: 'auto' };
	const run = await orderShown({ offer_id: 'magic-never' }, cart, { path: '/batch' });
	expect(outputs(run)[0]?.[0]?.json).toMatchObject({ body: { offer_id: 'magic-never' } });
	expect(api.contract.arrived('POST /gw/partner/batch')).toBe(2);
});

test('a document of a screening in a batch may spell the address otherwise', async () => {
	const screening = { network: 'eth', address: ETHEREUM };
	const cart = { ...CART, extIdMode: 'auto', items: JSON.stringify([{ body: screening }]) };
	const document = { network: 'eth', address: ETHEREUM.toLowerCase() };
	const run = await orderShown(document, cart, { path: '/batch', times: 0 });
	expect(errorOf(run).description).toMatch('not enough of it to be sure');
});
