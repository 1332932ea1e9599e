// The example "Buy an eSIM and show its QR code": one eSIM for each order number, its code on the page and nowhere else.
import { waitUntil } from '../../../dev/stack/wait-until';
import { sharedN8n } from '../../support/n8n/harness';
import { type OwnSandbox, startOwnSandbox } from '../../support/n8n/own-sandbox';
import { StartedExample, withParameters } from '../support/started-example';

const PNG = 'iVBORw0KGgo';

let own: OwnSandbox;
let example: StartedExample;

beforeAll(async () => {
	own = await startOwnSandbox({ settleMs: 100 });
	example = await StartedExample.start('buy-esim', own);
});

afterAll(async () => {
	await example.remove();
	await own.sandbox.close();
});

test('the page shows the code, however often the form is sent; there is one eSIM, and no run is kept', async () => {
	const page = await example.pageOf('1043');
	const [lpa] = own.sandbox.state.secrets.filter((secret) => secret.startsWith('LPA:'));
	expect(page).toContain(`src="data:image/png;base64,${PNG}`);
	expect(page).toContain(`Or type: ${String(lpa)}<`);
	expect(await example.pageOf('1043')).toBe(page);

	const orders = own.newRequests().filter(({ path }) => path.endsWith('/partner/esims'));
	expect(JSON.parse(orders[0]?.body ?? '')).toEqual({
		ext_id: 'esim-1043',
		offer_id: 'esim-eu-5gb',
	});
	expect(own.sandbox.state.orders).toHaveLength(1);
	// n8n shows the page before it has ended the run and deleted it.
	await waitUntil('no run is kept', async () => {
		const kept = await (await sharedN8n()).listExecutions(example.stored.id);
		return kept.length === 0 || undefined;
	});
});

test.each([['takes longer', { options: { maxWait: 0.5 } }, 2_000]])(
	'an eSIM that %s: the page says that the form can be sent again',
	async (how, change, settleMs) => {
		const changed = withParameters('Buy the eSIM', change);
		const slow = await StartedExample.start('buy-esim', own, changed);
		own.sandbox.configure({ settleMs });
		expect(await slow.pageOf(`late-${how}`)).toMatch(/No QR code: .*same order number/);
		own.sandbox.configure({ settleMs: 100 });
		await slow.remove();
		example = await StartedExample.start('buy-esim', own);
	},
);

test('if nothing was bought, the page says why', async () => {
	own.sandbox.setBalance(own.partner.partnerId, '1');
	expect(await example.pageOf('1044')).toMatch(/No QR code: .*insufficient_balance/);
	own.sandbox.setBalance(own.partner.partnerId, '1000');
});
