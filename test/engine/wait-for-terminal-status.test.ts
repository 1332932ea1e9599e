/** Proves how a terminal status is waited for, and that what is looked up meanwhile takes nothing from the order. */
import type { INodeParameters } from 'n8n-workflow';
import { OTHER_TRON, TRON } from '../support/addresses';
import { useSandbox } from '../support/use-sandbox';
import { until } from '../support/until';
import { Servers } from '../support/servers';
import { type OwnAnswer, startFront } from './support/front';
import { errorOf, outputs, startNode } from './support/run-node';
import { hintsOf } from './support/screenings';
import { WITHDRAWAL } from './support/withdrawal';

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

const PENDING = { ext_id: 'order-1', amount: '1', to_address: TRON, status: 'pending' };

describe.each(['completed', 'failed', 'rejected'])('a document that says %s', (status) => {
	test.each([
		['no ext_id', { ext_id: null }, 'does not show this ext_id'],
		['another ext_id', { ext_id: 'order-2' }, 'does not show this ext_id'],
		['another ext_id, as a number,', { ext_id: 1 }, 'does not show this ext_id'],
		['another amount', { amount: '999' }, 'it differs in amount'],
		['another address', { to_address: OTHER_TRON }, 'it differs in to_address'],
	])('with %s is not that of the order', async (_, change, why) => {
		const { item, hints } = await outcomeWith({ ext_id: 'order-1', status, note: 'x', ...change });
		expect(item).toMatchObject({ ...PENDING, outcome_reached: false });
		expect(item).not.toHaveProperty('note');
		expect(hints).toEqual([
			expect.stringContaining(why),
			expect.stringMatching(
				/^We stopped waiting before item 0 was ready\. Its status is pending\./,
			),
		]);
		expect(hints[0]).toMatch(/^A document was left out: /);
	});
});

test.each([
	['says less', {}],
	['spells it otherwise', { amount: '1.00', currency: 'usdt' }],
])('a document that %s is that of the order', async (_, document) => {
	const { item, hints } = await outcomeWith({
		ext_id: 'order-1',
		status: 'completed',
		...document,
	});
	expect(item).toMatchObject({ ext_id: 'order-1', status: 'completed', outcome_reached: true });
	expect(hints).toEqual([]);
});

test.each([
	['no ext_id', {}],
	['the ext_id of the order alone', { ext_id: 'order-1' }],
])(
	'an error with a failed status and %s does not end an order that was accepted',
	async (_, key) => {
		const { item } = await outcomeWith({ ...key, status: 'failed', error: 'internal' });
		expect(item).toMatchObject({ ...PENDING, outcome_reached: false });
	},
);

test.each([
	['failed', 'came_to_nothing'],
	['rejected', 'ended_otherwise'],
])('a document of the order that says %s ends it as %s', async (status, code) => {
	const document = { ext_id: 'order-1', amount: '1', status, error: 'provider_down' };
	const { item, message } = await outcomeWith(document);
	expect(item).toBeUndefined();
	expect(message).toContain(`(${code})`);
});

test('a document that is told as missing by a success may appear later', async () => {
	const options = { retries: 0, maxWait: 60, pollInterval: 0.1 };
	const none = { success: false, error: 'document_not_found' };
	const document = { ext_id: 'order-1', status: 'completed' };
	const { item, hints } = await withdrawn(options, (_, before) => ({
		...{ status: 200, body: before === 0 ? none : document },
	}));
	expect(item).toMatchObject({ status: 'completed', outcome_reached: true });
	expect(hints).toEqual([]);
});

test('where the document cannot be read, the order comes out as it was, and a hint says why', async () => {
	const { item, hints } = await outcomeWith({ error: 'not_allowed' }, 403);
	expect(item).toMatchObject({ ...PENDING, outcome_reached: false });
	expect(hints).toEqual([
		'We stopped waiting before item 0 was ready. Document: Get failed (not_allowed). It needs the scope document:read. Get it later with Document: Get.',
	]);
});

test('a look that fails for now is followed by others', async () => {
	const failed = { status: 503, body: { error: 'busy' } };
	const options = { retries: 0, maxWait: 3600, pollInterval: 0.1 };
	const looks: string[] = [];
	const { item, hints } = await withdrawn(options, (body, before) => {
		looks.push(body);
		const document = { ext_id: 'order-1', status: 'completed' };
		return before === 0 ? failed : { status: 200, body: document };
	});
	expect(item).toMatchObject({ ext_id: 'order-1', status: 'completed', outcome_reached: true });
	expect(looks).toHaveLength(2);
	expect(hints).toEqual([]);
});

test('a look without an answer is not repeated: the order comes out when Maximum Wait for Result is over', async () => {
	api.sandbox.addFault({ match: { path: '/document_get', times: 0 }, fault: 'timeout' });
	const options = { maxWait: 1, pollInterval: 1, timeout: 3600 };
	const { item, hints } = await withdrawn(options);
	expect(item).toMatchObject({ ...PENDING, outcome_reached: false });
	expect(hints).toEqual([
		'We stopped waiting before item 0 was ready. Document: Get failed (timeout). Get it later with Document: Get.',
	]);
	expect(api.contract.bodies('/document_get')).toHaveLength(1);
});

test('an order whose outcome was awaited when the execution was cancelled is open, and not called done', async () => {
	const options = { retries: 0, maxWait: 100 };
	const running = startNode({
		parameters: { ...WITHDRAWAL, waitUntilReady: true, options },
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
