/** Proves that an order is judged by the words that API Differences of the credential tells, and by no others. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { OwnAnswer } from './support/answers';
import { API_CALL, LOST, SENT, UNSAFE, useOrders, WITHDRAWAL } from './support/orders';

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
		['500, and a generic code', { status: 500, body: { error: 'bad_request' } }],
		['200, and other fields', { status: 200, body: { error: 'nothing_on_file', ext_id: 'o-1' } }],
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

	test('does not go out for another code, nor for a code of ours', async () => {
		const document = { status: 400, body: { error: 'nothing_on_file_here' } };
		const other = await order(custom, { orders, document, differences });
		for (const fault of ['502_html', 'closed_before'] as const) {
			api.sandbox.clearFaults();
			api.sandbox.addFault({ match: { path: '/document_get', times: 0 }, fault });
			const { message, sent } = await order(custom, { orders, differences });
			expect(message).toMatch(/outcome unknown \(may_exist\)/);
			expect([...other.sent, ...sent]).toEqual([]);
		}
	});

	test('is not told as not sent where the exchange of a token is refused with such a code', async () => {
		const token = () => ({ status: 400, body: { error: 'bad_request' } });
		const { message, sent } = await order(custom, { token, differences });
		expect(message).toMatch(/outcome unknown \(may_exist\)/);
		expect(sent).toEqual([]);
	});
});

describe('a status that means that nothing came of an order', () => {
	test.each([
		['REJECTED', /outcome unknown/],
		['error', /^$/],
	])('is one that was told: %s is not otherwise', async (status, otherwise) => {
		const answers = { orders: [LOST], document: { ...SENT, status } };
		const told = await order(WITHDRAWAL, { ...answers, differences });
		expect(told.message).toMatch(/refused \(came_to_nothing\)/);
		expect((await order(WITHDRAWAL, answers)).message).toMatch(otherwise);
	});
});

test('a status that was told ends the wait, beside those of the option and the assumed ones', async () => {
	const options = { retries: 0, pollInterval: 0.1, maxWait: 0.1, terminalStatuses: 'arrived' };
	for (const status of ['SETTLED', 'arrived', 'completed', 'delivered']) {
		const answers = { document: { ...SENT, status }, differences };
		const { items } = await order({ ...WITHDRAWAL, waitUntilReady: true, options }, answers);
		expect(items).toMatchObject([{ outcome_reached: status !== 'delivered' }]);
	}
});
