/** Proves that with Always Output Data an answer without an entry comes out as one empty item. */
import { OneAnswer } from './support/one-answer';
import { outputs } from './support/run-node';

const api = new OneAnswer();

afterAll(() => {
	api.close();
});

test('Always Output Data: an answer without an entry comes out as an empty item', async () => {
	const parameters = {
		resource: 'apiCall',
		operation: 'request',
		method: 'GET',
		base: 'api',
		path: '/partner/withdrawals',
	};
	const run = (alwaysOutputData: boolean) =>
		api.run([], parameters, {}, { settings: { alwaysOutputData } });
	expect(outputs(await run(false))).toEqual([[]]);
	expect(outputs(await run(true))[0]?.map(({ json }) => json)).toEqual([{}]);
});
