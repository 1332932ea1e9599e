/** Proves how a terminal status is waited for, and that what is looked up meanwhile takes nothing from the order. */
import type { INodeParameters } from 'n8n-workflow';
import { OTHER_TRON, TRON } from '../support/addresses';
import { useSandbox } from '../support/use-sandbox';
import { until } from '../support/until';
import { Servers } from '../support/servers';
import { type OwnAnswer, startFront } from './support/answers';
import { errorOf, outputs, startNode } from './support/run-node';
import { hintsOf } from './support/screenings';
import { WITHDRAWAL } from './support/orders';

const servers = new Servers();
/** Orders stay pending. */
const api = useSandbox({ settleMs: 60_000 });

afterAll(() => {
	servers.close();
});

/** Withdraws 1 USDT under the key `order-1`; these are the answers to Document: Get, where not the sandbox's. */
async function withdrawn(
	options: INodeParameters,
	answer?: (body: string, before: number) => OwnAnswer,
) {
	const front = await startFront(servers, api.sandbox.url, (path, body, before) =>
		path.endsWith('/document_get') ? answer?.(body, before) : undefined,
	);
	const run = await startNode({
		parameters: {
			...WITHDRAWAL,
			...{ waitUntilReady: true, extIdMode: 'custom', extId: 'order-1', options },
		},
		items: [{ amount: '1' }],
		credential: {
			...api.contract.credential({ apiUrl: `${front}/gw`, baseUrl: `${front}/core` }),
		},
	});
	// The last says what was ordered.
	const hints = hintsOf(run).slice(0, -1);
	return { item: outputs(run)[0]?.[0]?.json, hints, ...errorOf(run) };
}

/** ... and waits for a terminal status, of which the document says this. */
async function outcomeWith(document: object, status = 200) {
	const options = { retries: 0, maxWait: 0.1, pollInterval: 0.1 };
	return await withdrawn(options, () => ({ status, body: document }));
}

/** The first hint, with the items and the step to take. */
const NOT_COMPLETE =
	'Not complete when the wait ended: item 0. All of it is placed and paid. Get the rest later with Document: Get.';

const PENDING = { ext_id: 'order-1', amount: '1', to_address: TRON, status: 'pending' };

test.each([
	['no ext_id', { ext_id: null, status: 'completed' }, 'does not show this ext_id'],
	['another address', { to_address: OTHER_TRON, status: 'failed' }, 'it differs in to_address'],
])('a document with %s is not that of the order', async (_, change, why) => {
	const { item, hints } = await outcomeWith({ ext_id: 'order-1', note: 'x', ...change });
	expect(item).toMatchObject({ ...PENDING, outcome_reached: false });
	expect(item).not.toHaveProperty('note');
	expect(hints).toEqual([
		NOT_COMPLETE,
		expect.stringContaining(why),
		'Its status is pending. Look it up later with Document: Get.',
	]);
	expect(hints[1]).toMatch(/^A document was left out: /);
});

test.each([
	['is told as missing by a success', 200, { success: false, error: 'document_not_found' }],
	['cannot be read for now', 503, { error: 'busy' }],
])('a document that %s is looked up again', async (_, status, body) => {
	const options = { retries: 0, maxWait: 60, pollInterval: 0.1 };
	const document = { ext_id: 'order-1', status: 'completed' };
	let looks = 0;
	const { item, hints } = await withdrawn(options, (__, before) => {
		looks += 1;
		return before === 0 ? { status, body } : { status: 200, body: document };
	});
	expect(item).toMatchObject({ ...document, outcome_reached: true });
	expect([looks, hints]).toEqual([2, []]);
});

test('a look without an answer is not repeated: the order comes out when Maximum Wait for Result is over', async () => {
	api.sandbox.addFault({ match: { path: '/document_get', times: 0 }, fault: 'timeout' });
	const options = { maxWait: 1, pollInterval: 1, timeout: 3600 };
	const { item, hints } = await withdrawn(options);
	expect(item).toMatchObject({ ...PENDING, outcome_reached: false });
	expect(hints).toEqual([
		NOT_COMPLETE,
		'Document: Get failed (timeout). Get it later with Document: Get.',
	]);
	expect(api.contract.bodies('/document_get')).toHaveLength(1);
});

test('an order whose outcome was awaited when the execution was cancelled is open, and not called done', async () => {
	const running = startNode({
		parameters: { ...WITHDRAWAL, waitUntilReady: true, options: { retries: 0, maxWait: 100 } },
		items: ['1', '2'].map((amount) => ({ amount })),
		credential: { ...api.contract.credential() },
	});
	await until(() => api.contract.bodies('/document_get').length > 0);
	running.cancel();
	const { message, description } = errorOf(await running);
	expect(message).toMatch('outcome unknown (cancelled); repeat only with ext_id n8n-');
	expect(description).not.toMatch('Done before it');
	expect(description).toMatch('Not sent: item 1.');
});
