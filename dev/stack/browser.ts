import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page, selectors } from 'playwright-core';
import type { Owner } from './n8n-api-schemas';
import { waitUntil } from './wait-until';

selectors.setTestIdAttribute('data-test-id');

const USUAL_PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** A browser without prompts or background traffic, which also runs in a container. */
const FLAGS = [
	...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
	...['--disable-background-networking', '--disable-component-update'],
];

/** n8n's editor in a real browser, signed in. */
export class Editor {
	private constructor(
		private readonly browser: Browser,
		readonly page: Page,
		private readonly url: string,
	) {}

	/** Opens the editor at this address and signs in. */
	static async open(url: string, owner: Owner): Promise<Editor> {
		const browser = await launchChromium();
		const context = await browser.newContext({
			viewport: { width: 1440, height: 900 },
			permissions: ['clipboard-read', 'clipboard-write'],
		});
		// While other tests begin, the first load of the editor may take long.
		context.setDefaultNavigationTimeout(120_000);
		const page = await context.newPage();
		await page.goto(`${url}/signin`);
		await page.locator('input[name="emailOrLdapLoginId"]').fill(owner.email);
		await page.locator('input[name="password"]').fill(owner.password);
		await page.getByTestId('form-submit-button').click();
		await page.waitForURL((address) => !address.pathname.startsWith('/signin'));
		return new Editor(browser, page, url);
	}

	/** Opens a workflow and waits until its nodes are drawn. */
	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${id}`);
		await this.page.getByTestId('canvas-node').first().waitFor();
		await this.page.getByTestId('zoom-to-fit').click();
	}

	/** Opens the panel of a node of the open workflow. */
	async openNode(name: string): Promise<void> {
		await this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`).dblclick();
		await this.page.getByTestId('node-parameters').waitFor();
	}

	/** Executes the node whose panel is open, waits for its output and shows it as JSON. */
	async executeNode(): Promise<void> {
		const output = this.page.getByTestId('output-panel');
		await this.page.getByTestId('node-execute-button').click();
		await output.getByTestId('node-run-status-success').waitFor();
		await output.getByText('JSON', { exact: true }).click();
		await output.locator('.vjs-tree-node').first().waitFor();
		await this.page.getByTestId('node-execute-button').getByText('Execute step').waitFor();
	}

	/** Opens a credential's dialog and waits until n8n has tested the credential. */
	async openCredential(id: string): Promise<void> {
		await this.page.goto(`${this.url}/home/credentials/${id}`);
		const dialog = this.page.getByTestId('credential-edit-dialog');
		// The dialog appears before its fields.
		await dialog.getByText('API URL').first().waitFor();
		await dialog.getByText('Connection tested successfully').waitFor();
		await dialog.getByRole('button', { name: 'Retry' }).waitFor();
	}

	/** Takes a screenshot as a PNG file, once n8n's own messages are gone and nothing moves. */
	async screenshot(file: string): Promise<void> {
		await this.page.waitForFunction(
			"!document.querySelector('.el-notification') && document.getAnimations().length === 0",
		);
		await this.page.screenshot({ path: file, animations: 'disabled' });
	}

	async close(): Promise<void> {
		await this.browser.close();
	}
}

/**
 * Shows a workflow, or an empty one, and waits until it is drawn. If the page shows another one already, the editor's
 * own router goes to it, because loading the editor takes seconds.
 */
export async function showInEditor(page: Page, url: string): Promise<void> {
	const empty = page.getByTestId('canvas-add-button');
	const drawn = empty.or(page.getByTestId('canvas-node')).first();
	const before = page.url();
	if (before.includes('/workflow/')) {
		const old = await drawn.elementHandle();
		const router = "document.querySelector('#app').__vue_app__.config.globalProperties.$router";
		await page.evaluate(`void ${router}.push(${JSON.stringify(new URL(url).pathname)})`);
		// n8n asks if its automatic saving is not done yet.
		const leave = page.getByRole('button', { name: 'Leave without saving' });
		await waitUntil('the editor to leave the workflow', async () => {
			if (await leave.isVisible()) await leave.click();
			return page.url() !== before || undefined;
		});
		// The old workflow is shown for a moment longer.
		await old.waitForElementState('hidden');
	} else await page.goto(url);
	await drawn.waitFor();
}

/**
 * Starts a headless Chromium: from CHROMIUM_PATH, else the machine's own, else from the npm package, which unpacks
 * itself on first use.
 */
export async function launchChromium(): Promise<Browser> {
	const executablePath =
		process.env.CHROMIUM_PATH ??
		USUAL_PLACES.find((place) => existsSync(place)) ??
		(await packagedChromium());
	return chromium.launch({ executablePath, args: FLAGS });
}

async function packagedChromium(): Promise<string> {
	// It is large, and an ES module.
	const { default: packaged } = await import('@sparticuz/chromium');
	return packaged.executablePath();
}
