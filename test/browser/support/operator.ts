import type { Locator, Page } from 'playwright-core';
import { showInEditor } from '../../../dev/stack/browser';
import { waitUntil } from '../../../dev/stack/wait-until';
import { pressUntilTaken } from './press-until-taken';

/** Longer than anyone would wait for the editor. */
const PATIENCE_MS = 30_000;

/** The steps of a task: presses of the mouse (a drag is one), and texts typed. */
interface Steps {
	clicks: number;
	fields: number;
}

const NODE = 'Partner Settlement';

/** Someone at n8n's editor who knows only what it shows: names, labels, entries, buttons. Every step is counted. */
export class Operator {
	private steps: Steps = { clicks: 0, fields: 0 };
	private looks = 0;

	/** @param pictures the beginning of the names of the picture files */
	constructor(
		readonly page: Page,
		private readonly pictures: string,
	) {
		page.setDefaultTimeout(PATIENCE_MS);
		page.setDefaultNavigationTimeout(4 * PATIENCE_MS);
	}

	/** The steps since the last call. */
	takeSteps(): Steps {
		const taken = this.steps;
		this.steps = { clicks: 0, fields: 0 };
		return taken;
	}

	/** Takes a picture of the page. */
	async look(): Promise<void> {
		this.looks += 1;
		const path = `${this.pictures}-${this.looks}.png`;
		await this.page.screenshot({ path, animations: 'disabled' });
	}

	/** Opens a workflow, or an empty one. */
	async open(url: string): Promise<void> {
		await showInEditor(this.page, url);
	}

	get workflowId(): string {
		return /\/workflow\/(\w+)/.exec(this.page.url())?.[1] ?? '';
	}

	/** Adds the first node of an empty workflow. */
	async addFirst(search: string, action: string, node = NODE): Promise<void> {
		await this.click(this.page.getByTestId('canvas-add-button').getByRole('button'));
		await this.chooseNode(search, action, node);
	}

	/** Adds a node after the only or the first output of another node. */
	async addBehind(before: string, search: string, action: string, node = NODE): Promise<void> {
		const output = this.page.locator(
			`[data-test-id="canvas-node-output-handle"][data-node-name="${before}"][data-index="0"]`,
		);
		await this.click(output.getByTestId('canvas-handle-plus'));
		await this.chooseNode(search, action, node);
	}

	/** Closes the panel of the open node, with a last look at it. */
	async closeNode(): Promise<void> {
		await this.look();
		await this.click(this.page.getByTestId('ndv-close-button'));
		await this.page.getByTestId('node-parameters').waitFor({ state: 'hidden' });
	}

	/** Types into the field with this label. */
	async fill(label: string, text: string): Promise<void> {
		await this.type(this.field(label).locator('input, textarea').first(), text);
	}

	/** Types over the expression in the field with this label. */
	async fillFixed(label: string, text: string): Promise<void> {
		await this.field(label).hover();
		await this.click(this.field(label).getByTestId('radio-button-fixed'));
		await this.fill(label, text);
	}

	/** Types an expression into the field with this label, and waits until n8n shows its result below the field. */
	async fillExpression(label: string, expression: string, gives: string): Promise<void> {
		await this.field(label).hover();
		await this.click(this.field(label).getByTestId('radio-button-expression'));
		// Once its result is shown, the editor no longer takes over the text of before.
		const editor = this.field(label).locator('.cm-content');
		await editor.focus();
		await this.page.getByTestId('inline-expression-editor-output').waitFor();
		await editor.fill(expression);
		this.steps.fields += 1;
		await this.leaveExpression();
		await this.field(label).getByText(gives, { exact: true }).waitFor();
	}

	/** Chooses in the list of the field with this label. */
	async choose(label: string, option: string): Promise<void> {
		await this.openList(label);
		await this.chooseOpen(option);
	}

	/** Opens the list of the field with this label. @returns the text of each entry */
	async openList(label: string): Promise<string[]> {
		await this.click(this.field(label).locator('input').first());
		const entries = this.page.getByRole('option').filter({ visible: true });
		await entries.first().waitFor();
		return entries.allInnerTexts();
	}

	/** Chooses an entry of the open list. */
	async chooseOpen(option: string): Promise<void> {
		await this.click(this.option(option));
	}

	/** Picks a day in the calendar of the field with this label: today, or the day before. */
	async pickDay(label: string, day: 'today' | 'yesterday'): Promise<void> {
		await this.click(this.field(label).locator('input').first());
		const calendar = this.page.locator('.el-picker-panel').filter({ visible: true });
		const today = calendar.locator('td.today, td.next-month').first();
		await this.click(day === 'today' ? today : today.locator('xpath=preceding::td[1]'));
		await this.click(calendar.getByRole('button', { name: 'OK' }));
		// While it fades out, n8n ignores a click that would open it again.
		await calendar.waitFor({ state: 'hidden' });
	}

	/** Picks an entry of a list that n8n fetches, by a part of its text, after a search if needed. */
	async pick(label: string, entry: string, search?: string): Promise<void> {
		await this.click(this.field(label).getByTestId('rlc-input'));
		if (search !== undefined) await this.enter(this.page.getByTestId('rlc-search'), search);
		await this.click(this.page.getByTestId('rlc-item').filter({ hasText: entry }));
	}

	/** Adds an option of a collection. `button` is the label of the button that opens its list. */
	async addOption(button: string, option: string): Promise<void> {
		await this.click(this.page.getByPlaceholder(button));
		await this.click(this.option(option));
	}

	async turnOn(label: string): Promise<void> {
		await this.click(this.field(label).locator('.el-switch'));
	}

	/** Drags a field of the input into the field with this label, and presses elsewhere. */
	async map(inputField: string, label: string): Promise<void> {
		const from = this.page
			.getByTestId('ndv-input-panel')
			.getByTestId('run-data-schema-node-name')
			.filter({ hasText: new RegExp(`^${inputField}$`) });
		await from.dragTo(this.field(label).locator('input, textarea').first());
		this.steps.clicks += 1;
		await this.leaveExpression();
	}

	/** Presses a button by its label. */
	async press(button: string): Promise<void> {
		await this.click(this.page.getByRole('button', { name: button }));
	}

	/** Executes the open node, and waits until n8n has read the run again: before that, n8n forgets any new run. */
	async execute(): Promise<void> {
		const started = this.page.waitForResponse(/\/rest\/workflows\/[^/]+\/run/);
		const readAgain = this.page.waitForResponse(/\/rest\/executions\/\w+(?:\?|$)/);
		await pressUntilTaken(this.page.getByTestId('node-execute-button'));
		this.steps.clicks += 1;
		await started;
		await (await readAgain).finished();
		await this.page.getByTestId('ndv-executing').waitFor({ state: 'hidden' });
	}

	/** Waits until the output panel or the fields panel shows this text. */
	async sees(text: string | RegExp, panel = 'node-parameters'): Promise<void> {
		await this.page.getByTestId(panel).getByText(text).first().waitFor();
	}

	async seesOutput(text: string | RegExp): Promise<void> {
		await this.sees(text, 'output-panel');
	}

	/** The whole text of the output panel. */
	async output(): Promise<string> {
		return this.page.getByTestId('output-panel').innerText();
	}

	/** The text of an error in the output panel, once its first line has this text. */
	async seesError(text = ''): Promise<{ message: string; description: string }> {
		const panel = this.page.getByTestId('output-panel');
		const first = panel.getByTestId('node-error-message').filter({ hasText: text });
		const message = await first.innerText();
		return { message, description: await panel.getByTestId('node-error-description').innerText() };
	}

	/** Copies all items of the output with n8n's own button, whose notice can come twice. @returns the copied text */
	async copyOutput(): Promise<string> {
		const panel = this.page.getByTestId('output-panel');
		await this.click(panel.getByText('JSON', { exact: true }));
		await panel.locator('.vjs-tree-node').first().hover();
		await this.page.evaluate('navigator.clipboard.writeText("")');
		await this.click(panel.getByTestId('ndv-json-actions').getByRole('button'));
		const read = () => this.page.evaluate<string>('navigator.clipboard.readText()');
		return await waitUntil('the copied text', async () => (await read()) || undefined);
	}

	/** Pastes the copied text over a JSON field of the open node's credential, and saves the credential. */
	async pasteIntoCredential(label: string): Promise<void> {
		await this.click(this.page.getByTestId('credential-edit-button'));
		const text = this.field(label).locator('.cm-content');
		await this.click(text);
		await text.press('ControlOrMeta+a');
		await text.press('ControlOrMeta+v');
		await this.press('Save');
		// n8n shows that its first test was successful, and tests again.
		await this.page.getByTestId('credential-save-button').getByText('Saved').waitFor();
		await this.page.getByText('Connection tested successfully').waitFor();
		await this.look();
	}

	/** Opens the panel of a node of the open workflow. */
	async openNode(name: string): Promise<void> {
		await this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`).dblclick();
		await this.page.getByTestId('node-parameters').waitFor();
		this.steps.clicks += 1;
	}

	/** Waits until n8n says this in a corner. It is for messages when no node has run. */
	async seesNotice(text: string): Promise<void> {
		await this.page.getByRole('alert').filter({ hasText: text }).first().waitFor();
	}

	async publish(): Promise<void> {
		await this.click(this.page.getByTestId('workflow-open-publish-modal-button'));
		await this.click(this.page.getByTestId('workflow-publish-button'));
		await this.press('Got it');
	}

	/** Opens the dialog of a new credential from the list of credentials. */
	async addCredential(type: string): Promise<void> {
		await this.press('Create credential');
		await this.enter(this.page.getByPlaceholder('Search for app...'), type);
		await this.click(this.option(type));
		await this.press('Continue');
	}

	/** A field by its label. n8n adds a star to the label of a required field. */
	field(label: string): Locator {
		const name = label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
		return this.page
			.locator('label')
			.filter({ has: this.page.getByText(new RegExp(`^${name} ?\\*?$`)) })
			.locator('xpath=../..');
	}

	/** Presses elsewhere, because the result that n8n shows below an expression would cover the next field. */
	private async leaveExpression(): Promise<void> {
		const result = this.page.getByTestId('inline-expression-editor-output');
		await result.waitFor();
		await this.click(this.page.getByTestId('ndv-input-panel').getByText('Input', { exact: true }));
		await result.waitFor({ state: 'hidden' });
	}

	private async click(target: Locator): Promise<void> {
		await target.click();
		this.steps.clicks += 1;
	}

	private async type(target: Locator, text: string): Promise<void> {
		await this.enter(target, text);
		// n8n takes over a text when the field loses focus, or a while later.
		await target.blur();
	}

	private async enter(target: Locator, text: string): Promise<void> {
		await target.fill(text);
		this.steps.fields += 1;
	}

	private option(name: string): Locator {
		const text = this.page.getByText(name, { exact: true });
		return this.page.getByRole('option').filter({ has: text, visible: true });
	}

	/** Searches in the node creator, and presses a node and its action, or the button once n8n shows its details. */
	private async chooseNode(search: string, action: string, node: string): Promise<void> {
		await this.enter(this.page.getByTestId('node-creator-search-bar'), search);
		const entry = (name: string): Locator =>
			this.page.getByTestId('node-creator-item-name').getByText(name, { exact: true });
		await this.click(entry(node));
		const next = this.page.getByRole('button', { name: action, exact: true });
		await this.click(entry(action).or(next));
		await this.page.getByTestId('node-parameters').waitFor();
		// n8n chooses the credential a moment later. Until then, a step runs without one, and an open list stays loading.
		await this.page.getByTestId('credential-edit-button').waitFor();
	}
}
