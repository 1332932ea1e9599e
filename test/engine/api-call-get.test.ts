/** Proves that an API Call sends a query as it is, and refuses what a GET would lose. */
import { useApiCalls } from './support/api-calls';
import { errorOf, outputs } from './support/run-node';

const { api, call } = useApiCalls();
const READ = { path: '/partner/balance', method: 'GET' };

test.each(['', '{}', ' { } '])('a GET whose Body is %j has none', async (body) => {
	const run = await call([{ ...READ, body }]);
	expect(outputs(run)[0]?.map(({ json }) => json)).toMatchObject([{ currency: 'USDT' }]);
	expect(api.contract.bodies('/partner/balance')).toEqual(['']);
});

test('a Body that a GET would lose is refused, and the error says where its fields belong', async () => {
	const { message, description } = errorOf(await call([{ ...READ, body: { currency: 'USDT' } }]));
	expect(message).toBe('Body must be empty for a GET');
	expect(description).toMatch('Put its fields into Query, or choose another Method.');
	expect(api.contract.bodies('/partner/balance')).toEqual([]);
});

test.each<[object, string]>([
	[{ path: '/x?partner_id=7' }, 'Path must not hold partner_id'],
	[{ path: '/x?y?&partner_id=7' }, 'Path must not hold partner_id'],
	[{ query: { a: [{ partner_id: 7 }] } }, 'Query must not hold partner_id'],
	[{ path: '/\u0000' }, 'hold no spaces, control characters'],
])('%j is refused before anything is sent', async (change, message) => {
	const { message: told } = errorOf(await call([{ ...READ, ...change }]));
	expect(told).toContain(message);
	expect(api.sandbox.state.requests).toEqual([]);
});

test('a control character in a query arrives', async () => {
	const query = { text: 'a\nb\tc', 'd\u0000': 'e' };
	await call([{ ...READ, query }]);
	const queries = api.sandbox.state.requests.map((request) => new URLSearchParams(request.query));
	expect(queries.map((one) => Object.fromEntries(one))).toContainEqual(query);
});

test.each([
	['api', 'API URL'],
	['base', 'Base URL'],
] as const)('an error speaks of the base that was called (%s)', async (base, field) => {
	const { description } = errorOf(await call([{ ...READ, path: '/no-such-path', base }]));
	expect(description).toContain(`${field} in the credential`);
});
