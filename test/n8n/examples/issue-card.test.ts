// The example "Issue a card and show it once": one card for each order number, its details on the page and nowhere else.
import { waitUntil } from '../../../dev/stack/wait-until';
import { sharedN8n } from '../../support/n8n/harness';
import { type OwnSandbox, startOwnSandbox } from '../../support/n8n/own-sandbox';
import { StartedExample } from '../support/started-example';

const ADA = ['Ada', 'Lovelace', 'ada@example.com'];

let own: OwnSandbox;
let example: StartedExample;

beforeAll(async () => {
	own = await startOwnSandbox({ settleMs: 100 });
	example = await StartedExample.start('issue-card', own);
});

afterAll(async () => {
	await example.remove();
	await own.sandbox.close();
});

test('the page shows the card, however often the form is sent; there is one card, and no run is kept', async () => {
	const page = await example.pageOf('1042', ...ADA);
	expect(page).toMatch(/Number: <b>\d{16}<\/b>.*CVV: <b>\d{3}<\/b>.*Valid until: 12\/2030/);
	expect(await example.pageOf('1042', ...ADA)).toBe(page);

	const orders = own.newRequests().filter(({ path }) => path.endsWith('/create_card'));
	expect(JSON.parse(orders[0]?.body ?? '')).toMatchObject({
		ext_id: 'card-1042',
		svc_product_id: 101,
		first_name: 'Ada',
		last_name: 'Lovelace',
		email: 'ada@example.com',
	});
	expect(own.sandbox.state.orders).toHaveLength(1);
	// n8n shows the page before it has ended the run and deleted it.
	await waitUntil('no run is kept', async () => {
		const kept = await (await sharedN8n()).listExecutions(example.stored.id);
		return kept.length === 0 || undefined;
	});
});
