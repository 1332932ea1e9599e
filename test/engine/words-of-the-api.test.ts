/** Proves that an order is judged by the words that API Differences of the credential tells, and by no others. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { OwnAnswer } from './support/front';
import { API_CALL, LOST, NONE, SENT, UNSAFE, useOrders } from './support/orders';
import { WITHDRAWAL } from './support/withdrawal';

const { api, order } = useOrders({ settleMs: 5 });

const differences = {
	noOrder: ['nothing_on_file', ' bad_request ', 'html_answer', 'connection_lost'],
	failedStatuses: ['Rejected', 'error'],
	terminalStatuses: ['Settled'],
};

const PLACED = { ext_id: 'o-1', order_id: 'x', status: 'pending' };
const UNDER_OWN_KEY: [string, INodeParameters, IDataObject][] = [
	...UNSAFE.map(([name, { custom }]): [string, INodeParameters, IDataObject] => {
		const isBatch = custom.resource === 'batch';
		return [name, custom, isBatch ? { results: [{ index: 0, body: PLACED }] } : PLACED];
	}),
	['an API Call', API_CALL, PLACED],
];

describe.each(UNDER_OWN_KEY)('%s under a number of its own', (_, custom, body) => {
	const orders = [{ status: 200, body }];

	test.each<[string, OwnAnswer]>([
		['400', { status: 400, body: { error: 'nothing_on_file' } }],
		['400, in another spelling', { status: 400, body: { error: 'Nothing-On-File' } }],
		['422, and a generic code', { status: 422, body: { error: 'bad_request' } }],
		['500', { status: 500, body: { error: 'nothing_on_file' } }],
		['200', { status: 200, body: { error: 'nothing_on_file' } }],
		[
			'200, and other fields',
			{ status: 200, body: { error: 'nothing_on_file', ext_id: 'o-1', request_id: 'r' } },
		],
		['200, in its status', { status: 200, body: { status: 'nothing_on_file' } }],
	])(
		'goes out where a code that was told says that there is none, with %s',
		async (__, document) => {
			const { items, message, sent } = await order(custom, { orders, document, differences });
			expect(message).toBe('');
			expect(items).toMatchObject([{ ext_id: 'o-1' }]);
			expect(sent).toHaveLength(1);
			const untold = await order({ ...custom }, { orders, document });
			expect(untold.message).toMatch(/outcome unknown \(may_exist\)/);
			expect(untold.sent).toEqual([]);
		},
	);

	test('does not go out for another code', async () => {
		const document = { status: 400, body: { error: 'nothing_on_file_here' } };
		const { message, sent } = await order(custom, { orders, document, differences });
		expect(message).not.toBe('');
		expect(sent).toEqual([]);
	});

	test.each(['502_html', 'closed_before'] as const)(
		'does not go out for a code of ours: %s',
		async (fault) => {
			api.sandbox.addFault({ match: { path: '/document_get', times: 0 }, fault });
			const { message, sent } = await order(custom, { orders, differences });
			expect(message).toMatch(/outcome unknown \(may_exist\)/);
			expect(sent).toEqual([]);
		},
	);

	test('is not told as not sent where the exchange of a token is refused with such a code', async () => {
		const token = () => ({ status: 400, body: { error: 'bad_request' } });
		const { message, sent } = await order(custom, { token, differences });
		expect(message).toMatch(/outcome unknown \(may_exist\)/);
		expect(sent).toEqual([]);
	});
});

describe('a status that means that nothing came of an order', () => {
	const document = (status: string) => ({ ...SENT, status });

	test.each([
		['rejected', /outcome unknown/],
		['REJECTED', /outcome unknown/],
		['error', /^$/],
	])('is one that was told: %s is not otherwise', async (status, otherwise) => {
		const answers = { orders: [LOST], document: document(status) };
		const told = await order(WITHDRAWAL, { ...answers, differences });
		expect(told.message).toMatch(/refused \(came_to_nothing\)/);
		expect((await order(WITHDRAWAL, answers)).message).toMatch(otherwise);
	});

	test.each([true, false])('fails an order, waited for or not: %j', async (waitUntilReady) => {
		const record = { ...SENT, ext_id: 'o-1', withdrawal_id: 'w', status: 'rejected' };
		const answers = { orders: [{ status: 200, body: record }], differences };
		const custom = { ...WITHDRAWAL, waitUntilReady, extIdMode: 'custom', extId: 'o-1' };
		const { message, items } = await order(custom, answers);
		expect(message).toMatch(/refused \(came_to_nothing\)/);
		expect(items).toEqual([]);
	});

	test('fails an order of a batch that no lookup shows, as failed does', async () => {
		const [, [, { custom }]] = UNSAFE as [unknown, (typeof UNSAFE)[number]];
		const results = [{ index: 0, status: 'rejected', body: { ext_id: 'o-1' } }];
		const answers = { orders: [{ status: 200, body: { results } }], document: NONE };
		expect((await order(custom, { ...answers, differences })).message).toMatch(
			/refused \(came_to_nothing\)/,
		);
		expect((await order(custom, answers)).message).toMatch('outcome unknown');
	});
});

test('a status that was told ends the wait, beside those of the option and the assumed ones', async () => {
	const waiting = { ...WITHDRAWAL, waitUntilReady: true };
	const options = { retries: 0, pollInterval: 0.1, maxWait: 0.1, terminalStatuses: 'arrived' };
	const reached = async (status: string) => {
		const answers = { document: { ...SENT, status }, differences };
		const { items } = await order({ ...waiting, options }, answers);
		return items[0]?.outcome_reached;
	};
	expect(await reached('settled')).toBe(true);
	expect(await reached('SETTLED')).toBe(true);
	expect(await reached('arrived')).toBe(true);
	expect(await reached('completed')).toBe(true);
	expect(await reached('delivered')).toBe(false);
});
