// The example "Issue a card and show it": one card for each order number, its details on the page and nowhere else.
import { useExample } from '../../support/n8n/started-example';

const ADA = ['Ada', 'Lovelace', 'ada@example.com'];

const { own, example } = useExample('issue-card', { settleMs: 100 });

test('the page shows the card, however often the form is sent; there is one card, and no run is kept', async () => {
	const page = await example.pageOf('1042', ...ADA);
	expect(page).toMatch(/Number: <b>\d{16}<\/b>.*CVV: <b>\d{3}<\/b>.*Valid until: 12\/2030/);
	expect(await example.pageOf('1042', ...ADA)).toBe(page);
	expect(own.sentTo('/create_card')[0]).toMatchObject({
		ext_id: 'card-1042',
		svc_product_id: 101,
		first_name: 'Ada',
		last_name: 'Lovelace',
		email: 'ada@example.com',
	});
	expect(own.sandbox.state.orders).toHaveLength(1);
	await example.keepsNoRun();
});
