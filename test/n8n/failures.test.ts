// How failures come out in the real n8n: the error, the items of On Error: Continue, and what was not sent.
import { TRON } from '../support/addresses';
import { runNode } from '../support/n8n/harness';
import { type OwnSandbox, startOwnSandbox } from '../support/n8n/own-sandbox';

const withdrawal = {
	resource: 'withdrawal',
	operation: 'create',
	toAddress: TRON,
	amount: '={{ $json.amount }}',
	extIdMode: 'custom',
	extId: '={{ $json.id }}',
};
const once = { ...withdrawal, options: { retries: 0 } };

let own: OwnSandbox;

beforeAll(async () => {
	own = await startOwnSandbox({ initialBalance: '100.00' });
});

afterAll(async () => {
	await own.sandbox.close();
});

beforeEach(() => {
	own.newRequests();
});

const run = (parameters: Record<string, unknown>, items: Record<string, unknown>[], more = {}) =>
	runNode({ parameters, items, credential: own.credential, ...more });

test('an error says what happened, what became of the money and what to do', async () => {
	const { error } = await run(withdrawal, [{ id: 'too-much', amount: '5000' }]);
	expect(error?.message).toBe('Withdrawal: Create: refused (insufficient_balance)');
	expect(error?.description).toContain('The balance does not cover this: top it up');
	expect(error?.description).toContain('Refused: nothing was spent.');
});

test('an answer that was lost leaves the outcome open and names the ext_id', async () => {
	own.sandbox.addFault({ match: { path: '/withdrawals' }, fault: 'closed_before' });
	const { error } = await run(once, [{ id: 'lost', amount: '1' }]);
	expect(error?.message).toBe(
		'Withdrawal: Create: outcome unknown (connection_lost); repeat only with ext_id lost',
	);
	expect(error?.description).toContain('repeat with ext_id lost');
	expect(error?.description).toContain('a lookup shows no order with this ext_id');
});

test.each([
	['502_html', 'html_answer'],
	['empty', 'empty_answer'],
	['broken_json', 'broken_json'],
	['truncated', 'connection_lost'],
	['redirect', 'redirect'],
] as const)('%s is told as %s', async (fault, code) => {
	own.sandbox.addFault({ match: { path: '/withdrawals' }, fault });
	own.sandbox.addFault({ match: { path: '/document_get' }, fault: '403' });
	const { error } = await run(once, [{ id: fault, amount: '1' }]);
	expect(error?.message).toBe(
		`Withdrawal: Create: outcome unknown (${code}); repeat only with ext_id ${fault}`,
	);
});

test('no answer in time is told as a time-out', async () => {
	own.sandbox.addFault({ match: { path: '/withdrawals' }, fault: 'timeout' });
	const parameters = { ...withdrawal, options: { timeout: 1, retries: 0 } };
	const { error } = await run(parameters, [{ id: 'slow', amount: '1' }]);
	expect(error?.message).toBe(
		'Withdrawal: Create: outcome unknown (timeout); repeat only with ext_id slow',
	);
});

test('an amount that is none is not sent', async () => {
	const { error } = await run(withdrawal, [{ id: 'typo', amount: '1,50' }]);
	expect(error?.message).toBe('Amount must be a decimal such as 12.50, not "1,50"');
	expect(error?.description).toContain('Not sent: nothing was spent.');
	expect(own.newRequests()).toEqual([]);
});

test('a failure says what was done before it', async () => {
	const items = ['1', '1', '5000'].map((amount, index) => ({ id: `b-${String(index)}`, amount }));
	const { error } = await run(withdrawal, items);
	expect(error?.description).toContain('Done before it: items 0 to 1 (status pending).');
});

test('with Retry On Fail nothing is sent that carries no ext_id', async () => {
	const call = { resource: 'apiCall', operation: 'request', method: 'POST', base: 'base' };
	const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 };
	const blind = { ...call, path: '/api/offers', body: '{ "query": "a" }' };
	const { error } = await run(blind, [{}, {}], { settings });
	expect(error?.message).toContain('Retry On Fail is on, and this call carries no ext_id');
	expect(own.newRequests()).toEqual([]);

	const read = { ...call, method: 'GET', base: 'api', path: '/partner/balance' };
	expect((await run(read, [{}], { settings })).error).toBeUndefined();
});

test('the secret is rotated once at the most', async () => {
	const rotate = { resource: 'webhook', operation: 'rotateSecret', revealSecrets: true };
	const { error } = await run(rotate, [{}, {}]);
	expect(error?.message).toBe('Rotate Secret is for one item, 2 came in');
	expect(own.newRequests()).toEqual([]);
});

test.each([
	['extIdMode', { ...withdrawal, extIdMode: "={{ 'Custom' }}" }, /must be auto or custom/],
	['extId', { ...withdrawal, extId: '={{ 12345678901234567890 }}' }, /cannot be exact/],
	['toAddress', { ...withdrawal, toAddress: '={{ 12345678901234567890 }}' }, /cannot be exact/],
	['limit', { resource: 'card', operation: 'getAll', limit: "={{ 'abc' }}" }, /Limit must be/],
	[
		'a batch entry',
		{ resource: 'batch', operation: 'create', items: '[{ "partner_id": 7, "body": {} }]' },
		/must not hold partner_id/,
	],
	[
		'a nested field',
		{
			resource: 'giftCard',
			operation: 'purchase',
			offerId: 'x',
			additionalFields: { requiredFields: '{ "payment_source": "stars" }' },
		},
		/must not hold payment_source/,
	],
])('%s that cannot be sent is not', async (_, parameters, message) => {
	const { error } = await run(parameters, [{ id: 'n', amount: '1' }]);
	expect(error?.message).toMatch(message);
	expect(own.newRequests()).toEqual([]);
});

test('the first failure stops the run: later items are not sent', async () => {
	const items = ['1', '5000', '1'].map((amount, index) => ({
		id: `stop-${String(index)}`,
		amount,
	}));
	const { error } = await run(withdrawal, items);
	expect(error?.description).toContain(
		'Done before it: item 0 (status pending); not sent: item 2.',
	);
	expect(own.newRequests().map(({ body }) => body)).toEqual([
		expect.stringContaining('"ext_id":"stop-0"') as string,
		expect.stringContaining('"ext_id":"stop-1"') as string,
		// A run before may have used its key: it is looked up.
		'{"ext_id":"stop-1"}',
	]);
});

test('with On Error: Continue each item has its result in its place', async () => {
	const items = ['1', 'x', '5000', '1'].map((amount, index) => ({
		id: `c-${String(index)}`,
		amount,
	}));
	const { error, items: output } = await run(withdrawal, items, { continueOnFail: true });
	expect(error).toBeUndefined();
	expect(output.map(({ json }) => json)).toEqual([
		expect.objectContaining({ ext_id: 'c-0', status: 'pending' }),
		{
			error: 'Amount must be a decimal such as 12.50, not "x"',
			message: expect.any(String) as string,
			details: { outcome: 'not_sent' },
		},
		{
			error: 'Withdrawal: Create: refused (insufficient_balance)',
			message: expect.stringContaining('nothing was spent') as string,
			details: {
				outcome: 'refused',
				code: 'insufficient_balance',
				http_status: 422,
				ext_id: 'c-2',
			},
		},
		expect.objectContaining({ ext_id: 'c-3' }),
	]);
	expect(output.map(({ pairedItem }) => pairedItem)).toEqual(
		[0, 1, 2, 3].map((item) => ({ item })),
	);
});

test('with an error output failed items leave through it', async () => {
	const items = ['1', '5000'].map((amount, index) => ({ id: `e-${String(index)}`, amount }));
	const settings = { onError: 'continueErrorOutput' };
	const { outputs } = await run(withdrawal, items, { settings });
	expect(outputs.map((output) => output.map(({ json }) => json))).toEqual([
		[expect.objectContaining({ ext_id: 'e-0' })],
		[expect.objectContaining({ error: 'Withdrawal: Create: refused (insufficient_balance)' })],
	]);
});

test('an unknown operation of the API is reached by its own path and body', async () => {
	const { error } = await run(
		{
			resource: 'card',
			operation: 'topUp',
			cardId: '',
			amount: '',
			extIdMode: 'custom',
			extId: 'own-body',
			options: { path: '/api/partner/card_topup_v2', body: '{ "card": 9007199254740993 }' },
		},
		[{}],
	);
	expect(error?.message).toBe('Card: Top Up: refused (not_found)');
	// A run before may have used the custom key, so it is looked up first.
	const [lookup, request] = own.newRequests();
	expect(lookup?.body).toBe('{"ext_id":"own-body"}');
	expect(request?.path).toBe('/core/api/partner/card_topup_v2');
	expect(request?.body).toBe('{"card":9007199254740993,"ext_id":"own-body"}');
});

test('what the API takes only from the token is refused in a free body', async () => {
	const body = '{ "partner_id": 1 }';
	const parameters = { resource: 'apiCall', operation: 'request', method: 'POST', base: 'base' };
	const { error } = await run({ ...parameters, path: '/api/offers', body }, [{}]);
	expect(error?.message).toContain('Body must not hold partner_id');
	expect(own.newRequests()).toEqual([]);
});
