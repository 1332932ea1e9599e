/** Proves that n8n's words for a connection error never take the place of ours: the key to repeat with stays. */
import { useSandbox } from '../support/use-sandbox';
import { Servers } from '../support/servers';
import { startFront } from './support/front';
import { errorOf, outputs, startNode } from './support/run-node';
import { WITHDRAWAL } from './support/withdrawal';

const servers = new Servers();
const api = useSandbox();

afterAll(() => {
	servers.close();
});

/** Withdraws with these keys through a gateway that answers every order itself. */
async function start(extIds: string[], code: string, onError?: 'continueErrorOutput') {
	const front = await startFront(servers, api.sandbox.url, (path) =>
		path.endsWith('/withdrawals') ? { status: 502, body: { error: code } } : undefined,
	);
	return await startNode({
		parameters: { ...WITHDRAWAL, extIdMode: 'custom', extId: '={{ $json.id }}' },
		items: extIds.map((id, index) => ({ id, amount: String(index + 1) })),
		credential: {
			...api.contract.credential({ apiUrl: `${front}/gw`, baseUrl: `${front}/core` }),
		},
		onError,
	});
}

/** n8n says of these, in the place of a message, that the call may just be tried again, for instance. */
test.each([
	['order-1', 'ECONNRESET'],
	['order-1', 'econnreset'],
	['order-1', 'upstream etimedout'],
	['eexist-1', 'bad_gateway'],
])('the key to repeat with stays in the message: %s, %s', async (extId, code) => {
	const message = `Withdrawal: Create: outcome unknown (${code}); repeat only with ext_id ${extId}`;
	const run = await start([extId], code);
	expect(run.data.resultData.error).toMatchObject({ message, messages: [] });
	expect(errorOf(run).description).toMatch(/Outcome unknown: repeat with ext_id/);
	const [, [item] = []] = outputs(await start([extId], code, 'continueErrorOutput'));
	expect(item?.json.error).toBe(message);
});

test('a key in a mistake of the operator stays in the message', async () => {
	const { message } = errorOf(await start(['enoent-1', 'enoent-1'], 'bad_gateway'));
	expect(message).toBe('The ext_id enoent-1 stands for several orders in this run');
});
