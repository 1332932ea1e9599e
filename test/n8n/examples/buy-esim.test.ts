// The example "Buy an eSIM and show its QR code": one eSIM for each order number, its code on the page and nowhere else.
import { useExample, withOptions } from '../../support/n8n/started-example';
import { withdraw } from '../../support/n8n/withdrawals';

const PNG = 'iVBORw0KGgo';

const { own, example } = useExample(
	'buy-esim',
	{ settleMs: 100 },
	withOptions('Buy the eSIM', { maxWait: 3 }),
);

test('the page shows the code, however often the form is sent; there is one eSIM, and no run is kept', async () => {
	const page = await example.pageOf('1043');
	const [lpa] = own.sandbox.state.secrets.filter((secret) => secret.startsWith('LPA:'));
	expect(page).toContain(`src="data:image/png;base64,${PNG}`);
	expect(page).toContain(`Or type: ${String(lpa)}<`);
	expect(await example.pageOf('1043')).toBe(page);
	const order = { ext_id: 'esim-1043', offer_id: 'esim-eu-5gb' };
	expect(own.sentTo('/partner/esims')[0]).toEqual(order);
	expect(own.sandbox.state.orders).toHaveLength(1);
	await example.keepsNoRun();
});

test('if an eSIM takes longer, the page says that the form can be sent again, until the order has ended', async () => {
	own.sandbox.configure({ settleMs: 60_000 });
	expect(await example.pageOf('late')).toMatch(/No QR code: .*same order number/);
	for (const { facts } of own.sandbox.state.orders) facts.status = 'declined';
	expect(await example.pageOf('late')).toMatch(/No QR code: (?!.*Send).*ended_otherwise/);
});

test('if nothing was bought, the page says why, and not to send the form again', async () => {
	await withdraw(own, { 'esim-taken': '1' });
	expect(await example.pageOf('taken')).toMatch(/No QR code: (?!.*Send).*Use another number/);
	own.sandbox.setBalance(own.partner.partnerId, '1');
	expect(await example.pageOf('1044')).toMatch(/No QR code: (?!.*Send).*insufficient_balance/);
});
