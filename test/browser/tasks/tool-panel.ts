// In the panel of a tool, n8n offers to let the model define an amount and an address, but not a limit.
import path from 'node:path';
import { startNode } from '../../../dev/stack/single-node-workflow';
import { ACTION_NODE } from '../../support/n8n/harness';
import { seat } from '../support/seat';

const TOOL = 'Withdraw';
const PICTURE = path.resolve(__dirname, '../screenshots/tool-panel.png');

test("The panel of an AI agent's tool", async () => {
	const { api, editor } = await seat();
	const { id } = await api.importWorkflow({
		name: 'The panel of a tool',
		connections: {},
		settings: {},
		nodes: [
			startNode(),
			{
				name: TOOL,
				type: `${ACTION_NODE}Tool`,
				typeVersion: 1,
				position: [220, 0],
				parameters: {
					...{ resource: 'withdrawal', operation: 'create' },
					options: { maximumPerItem: '50', maximumPerRun: '100', timeout: 30 },
				},
			},
		],
	});
	await editor.openWorkflow(id);
	await editor.openNode(TOOL);
	const { page } = editor;
	const field = (label: string) =>
		page
			.locator('label')
			.filter({ has: page.getByText(new RegExp(`^${label} ?\\*?$`)) })
			.locator('xpath=../..');
	const offered = async (label: string) => {
		await field(label).scrollIntoViewIfNeeded();
		await field(label).hover();
		return await field(label).getByTestId('from-ai-override-button').count();
	};
	for (const label of ['Amount', 'To Address']) expect(await offered(label)).toBe(1);
	for (const limit of ['Maximum per Item', 'Maximum per Run']) {
		expect(await offered(`${limit} \\(USDT\\)`)).toBe(0);
	}
	const description = await field('Description').locator('textarea').inputValue();
	await page.screenshot({ path: PICTURE, animations: 'disabled' });
	expect(description).toMatch(/^Pay out USDT .* cannot be reversed/);
});
