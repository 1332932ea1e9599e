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
