import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { Servers } from '../contract/support/servers';
import { useSandbox } from '../contract/support/use-sandbox';
import { batchOf } from './support/batch';
import { type OwnAnswer, startFront } from './support/front';
import { errorOf, outputs, startNode } from './support/run-node';
import { hintsOf } from './support/screenings';

const api = useSandbox();
const servers = new Servers();

afterAll(() => {
	servers.close();
});

const LOST: OwnAnswer = { status: 503, body: { error: 'unavailable' } };
const KEY = 'o-1';
const OFFER = 'offer-1';
const GIFT = {
	resource: 'giftCard',
	operation: 'purchase',
	offerId: OFFER,
	options: { retries: 0 },
};
const CUSTOM = { ...GIFT, extIdMode: 'custom', extId: KEY };
const BATCH = batchOf([{ offer_id: OFFER, ext_id: KEY }]);

/** Orders what is answered only when it is sent once more, and of which this is the document. */
async function order(parameters: INodeParameters, document: IDataObject, answer: IDataObject) {
	const front = await startFront(servers, api.sandbox.url, (url, body, before) => {
		if (/purchase$|batch$/.test(url)) return before > 0 ? { status: 200, body: answer } : LOST;
		if (!url.endsWith('/document_get')) return undefined;
		const { ext_id: extId } = JSON.parse(body) as { ext_id: string };
		return { status: 200, body: { ext_id: extId, ...document } };
	});
	const credential = {
		...api.contract.settings({ apiUrl: `${front}/gw`, baseUrl: `${front}/core` }),
	};
	const run = await startNode({ parameters, items: [{}], credential });
	const [item] = outputs(run)[0] ?? [];
	return { item: item?.json, hints: hintsOf(run), ...errorOf(run) };
}

function resultOf(body: IDataObject, status = 'failed'): IDataObject {
	return { count: 1, results: [{ index: 0, op: 'x', status, body, error: '' }] };
}

test.each<[string, INodeParameters, IDataObject, IDataObject]>([
	['whose document says so', CUSTOM, { offer_id: OFFER, status: 'failed' }, { purchase_id: 'p-1' }],
	[
		'of a batch, whose document and result say so',
		BATCH,
		{ status: 'failed', document_status: 'failed' },
		resultOf({ ext_id: KEY, esim_id: 'e-1' }),
	],
	[
		'of a batch, whose document says so beside a result that only calls itself done',
		BATCH,
		{ offer_id: OFFER, status: 'failed' },
		resultOf({ ext_id: KEY, esim_id: 'e-1' }, 'done'),
	],
	['of a batch, whose result says so alone', BATCH, {}, resultOf({ ext_id: KEY })],
	[
		'of a batch, whose result says so beside a status that tells nothing',
		BATCH,
		{},
		resultOf({ ext_id: KEY, status: 'created' }),
	],
])(
	'an order %s is shown as failed after a repeat of which the record tells nothing',
	async (_, parameters, document, answer) => {
		const { item, hints } = await order(parameters, document, answer);
		expect(JSON.stringify(item)).toContain('"status":"failed"');
		expect(hints).toEqual([expect.stringContaining(`Shown as failed: item 1 with ext_id ${KEY}.`)]);
	},
);

test('what the repeat shows of an order stays beside what its document says', async () => {
	const document = { offer_id: OFFER, status: 'failed' };
	const { item } = await order(CUSTOM, document, { purchase_id: 'p-1' });
	expect(item).toMatchObject({ ...document, purchase_id: 'p-1' });
});

test('a document that may be about another order makes none of a failure', async () => {
	const { message } = await order(CUSTOM, { status: 'failed' }, { purchase_id: 'p-1' });
	expect(message).toMatch(`outcome unknown (unavailable); repeat only with ext_id ${KEY}`);
});

test.each<[IDataObject]>([
	[{ status: 'failed', document_status: 'done', error: 'provider_declined' }],
	[{ status: 'pending', error: 'held_back' }],
])('an order with the document %j stays open after a repeat that tells nothing', async (shown) => {
	const { message, hints } = await order(
		{ ...GIFT, extIdMode: 'auto' },
		{ offer_id: OFFER, ...shown },
		{ purchase_id: 'p-1' },
	);
	expect(message).toMatch('outcome unknown (unavailable); repeat only with ext_id n8n-');
	expect(hints).toEqual([]);
});

test.each<[IDataObject, IDataObject]>([
	[{ status: 'failed' }, { status: 'pending' }],
	[{ status: 'pending' }, { purchase_id: 'p-1' }],
	[{}, { purchase_id: 'p-1' }],
])('an order with the document %j has been found if a repeat says %j', async (document, answer) => {
	const { item, hints } = await order(CUSTOM, document, answer);
	expect(item).toMatchObject({ ext_id: KEY, ...answer });
	expect(hints).toEqual([expect.stringContaining('An order of item 1 was found by a lookup')]);
});
