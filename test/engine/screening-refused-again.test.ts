// A screening that may be on file stays open when the API refuses its repeat for another reason.
import { TRON } from '../support/addresses';
import { useSandbox } from '../support/use-sandbox';
import { Servers } from '../support/servers';
import { startFront } from './support/front';
import { outputs, startNode } from './support/run-node';

const api = useSandbox({ kytDelayMs: 0 });
const servers = new Servers();

afterAll(() => {
	servers.close();
});

/** A screening that is ordered, and ordered again with the same custom key; the second is refused. */
async function refusedAgain(status: number, body: object = { error: 'no' }) {
	const front = await startFront(servers, api.sandbox.url, (url, _, before) =>
		url.endsWith('/kyt_check') && before > 0 ? { status, body } : undefined,
	);
	const urls = { apiUrl: `${front}/gw`, baseUrl: `${front}/core` };
	const start = async () => {
		const run = await startNode({
			parameters: {
				resource: 'kyt',
				operation: 'check',
				network: 'tron_usdt',
				address: TRON,
				extIdMode: 'custom',
				extId: 'a-screening',
				additionalFields: {},
				options: { retries: 0 },
			},
			items: [{}],
			credential: { ...api.contract.credential(urls) },
			onError: 'continueRegularOutput',
		});
		return outputs(run)[0]?.[0]?.json;
	};
	expect(await start()).toMatchObject({ ext_id: 'a-screening' });
	return await start();
}

test.each([401, 403, 404, 429])('%s says nothing of a screening on file', async (status) => {
	expect(await refusedAgain(status)).toMatchObject({ details: { outcome: 'unknown' } });
});

test.each([400, 422])('%s without a code says nothing of it either', async (status) => {
	const body = { message: 'Bad request' };
	expect(await refusedAgain(status, body)).toMatchObject({ details: { outcome: 'unknown' } });
});

test.each([400, 422])(
	'%s says that there is none: one on file is never refused',
	async (status) => {
		expect(await refusedAgain(status)).toMatchObject({ details: { outcome: 'refused' } });
	},
);
