// A person watches n8n's orders on the sandbox's page: an event is sent again, a forged one is refused, and a lost
// order is found.
import { randomUUID } from 'node:crypto';
import type { Browser, Locator, Page, Request, Route } from 'playwright-core';
import { launchChromium } from '../../dev/stack/browser';
import type { StoredWorkflow } from '../../dev/stack/n8n-api-schemas';
import { triggerUrl } from '../support/n8n/context';
import { runNode, sharedN8n, TRIGGER_NODE } from '../support/n8n/harness';
import { useOwnSandbox } from '../support/n8n/own-sandbox';
import { WITHDRAWAL } from '../support/n8n/withdrawals';
import { nodeOf, workflowOf } from '../support/n8n/workflows';

const own = useOwnSandbox({ settleMs: 100 });
let browser: Browser;
let page: Page;
let listening: StoredWorkflow;
const errors: string[] = [];

/** A live workflow of the trigger, whose address is the partner's callback URL. */
async function listen(): Promise<StoredWorkflow> {
	const { api, credential, sandbox, partner } = own;
	const webhookId = randomUUID();
	const trigger = nodeOf('Trigger', TRIGGER_NODE, 1.1, {}, credential, { webhookId });
	const workflow = await api.importWorkflow(workflowOf([trigger]));
	await api.activate(workflow);
	sandbox.setCallbackUrl(partner.partnerId, triggerUrl(webhookId));
	return workflow;
}

beforeAll(async () => {
	listening = await listen();
	browser = await launchChromium();
	page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
	page.setDefaultTimeout(60_000);
	page.on('console', (message) => {
		if (message.type() === 'error') errors.push(message.text());
	});
	page.on('dialog', (dialog) => void dialog.accept());
});

afterAll(async () => {
	await browser.close();
	await (await sharedN8n()).deleteWorkflow(listening.id);
});

const runs = async (): Promise<number> => (await sharedN8n()).countExecutions(listening.id);
const tab = (name: string) => page.getByRole('link', { name, exact: true });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const row = (...texts: string[]) =>
	texts.reduce((rows, hasText) => rows.filter({ hasText }), page.getByRole('row'));

const isPoll = (request: Request) => request.headers()['hx-source'] === 'main#main';

/** Clicks while a poll is in progress. The poll's response arrives only once the page shows the result of the click. */
async function overtakePoll(link: Locator, shown: Locator): Promise<void> {
	const polls: Request[] = [];
	const held = await new Promise<Route>((resolve) => {
		void page.route('**/_sandbox**', async (route) => {
			const isHeld = isPoll(route.request()) && polls.push(route.request()) === 1;
			if (isHeld) resolve(route);
			else await route.continue();
		});
	});
	const response = await held.fetch();
	await link.click();
	await shown.waitFor();
	await held.fulfill({ response });
	await page.waitForRequest(isPoll);
	await page.unroute('**/_sandbox**');
	const { pathname, search } = new URL(page.url());
	expect(await page.locator('main').getAttribute('hx-get')).toBe(`${pathname}${search}`);
	expect(await shown.isVisible()).toBe(true);
}

async function pay(parameters: Record<string, unknown>): Promise<unknown> {
	const { credential } = own;
	const { error, items } = await runNode({ parameters, credential });
	expect(error).toBeUndefined();
	return items[0]?.json.ext_id;
}

test('an order appears by itself; its event is sent again, and a forged one is refused', async () => {
	await page.goto(own.sandbox.pageUrl);
	const extId = String(await pay({ ...WITHDRAWAL, amount: '10' }));
	await row('withdrawal', 'completed', extId).waitFor();
	await page.getByRole('link', { name: extId }).first().click();
	await page.getByRole('link', { name: 'withdrawal.status_changed' }).click();
	await press('Send again');
	await row('attempt 2', '200').waitFor();
	await press('Send with a wrong signature');
	await row('attempt 3, forged: signature wrong', '401').waitFor();
	expect(await runs()).toBe(1);
	await press('Send twice at once');
	await row('attempt 5', '200').waitFor();
	expect(await runs()).toBe(1);
});

test('an order whose response is lost is found, and is there once', async () => {
	const cardOrder = { resource: 'card', operation: 'issue', svcProductId: '101' };
	await pay({ ...cardOrder, options: { waitUntilReady: true } });
	const cardId = String(own.sandbox.state.orders.at(-1)?.facts.card_id);
	await page.goto(own.sandbox.pageUrl);
	await row('card_issue', 'completed').waitFor();

	await tab('Faults').click();
	await press("Lose the next order's response");
	await row('closed_after_commit', 'the next one').waitFor();
	const topUp = { resource: 'card', operation: 'topUp', cardId, amount: '5' };
	const extId = String(await pay(topUp));
	await row('closed_after_commit').waitFor({ state: 'detached' });
	await tab('Requests').click();
	await row('card_topup', 'no response', 'work done').waitFor();
	await page.getByLabel('Everything that happened to one order').fill(extId);
	await page.keyboard.press('Enter');
	await row('Order: card_topup', 'accepted').waitFor();
	await row('document_get', '200').last().waitFor();
	expect(await row('Order: card_topup', 'accepted').count()).toBe(1);
	expect(await row('POST', 'card_topup').count()).toBe(1);
	await row('POST', 'card_topup').getByRole('link').first().click();
	await page.getByRole('heading', { name: 'As curl' }).waitFor();
});

test('a poll that is answered after a click does not bring the old content back', async () => {
	const heading = (name: string | RegExp) => page.getByRole('heading', { name, exact: true });
	await page.goto(own.sandbox.pageUrl);
	await overtakePoll(tab('Events'), heading('Events'));
	const event = page.getByRole('link', { name: 'withdrawal.status_changed' });
	await overtakePoll(event.first(), heading(/^Delivery \d/));
	await tab('Close').click();
});

test('the keyboard follows a link into its panel, and Close leads back to the row', async () => {
	const link = row('withdrawal.status_changed').getByRole('link').first();
	const focused = page.locator(':focus');
	await link.press('Enter');
	const panel = page.getByRole('region', { name: /^Delivery \d/ });
	await panel.and(focused).waitFor();
	await page.keyboard.press('Tab');
	await page.keyboard.press('Enter');
	await panel.waitFor({ state: 'detached' });
	await link.and(focused).waitFor();
});

test('a person settles, fails and resets by hand, and what they type stays while it refreshes', async () => {
	await tab('Faults').click();
	await page.getByLabel('Orders settle after (ms)').fill('600000');
	await Promise.all([page.waitForResponse(/\/config$/), press('Save')]);
	await pay({ ...WITHDRAWAL, amount: '7' });
	await tab('Money').click();
	await page.getByLabel('Add money (USDT)').fill('12.34');
	await row('withdrawal', 'pending').getByRole('button', { name: 'Cancel' }).click();
	await row('withdrawal', 'cancelled').waitFor();
	await pay({ ...WITHDRAWAL, amount: '8' });
	await row('withdrawal', 'pending').waitFor();
	expect(await page.getByLabel('Add money (USDT)').inputValue()).toBe('12.34');
	await press('Add');
	await row('deposit', '+12.34').waitFor();
	await tab('Faults').click();
	await press('Reset');
	await tab('Money').click();
	await page.getByText('Nothing yet.').first().waitFor();
});

test('it fits 400 px, and its console shows no error', async () => {
	await page.setViewportSize({ width: 400, height: 800 });
	for (const name of ['Money', 'Requests', 'Events', 'Faults']) {
		await tab(name).click();
		await page.getByRole('heading', { name, level: 1 }).waitFor();
		const widths = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
		expect([name, await page.evaluate(widths)]).toEqual([name, 0]);
	}
	expect(errors).toEqual([]);
});
