// In the panel of a tool, n8n offers to let the model define an amount and an address, but not a limit.
import path from 'node:path';
import { startNode } from '../../../dev/stack/single-node-workflow';
import { ACTION_NODE } from '../../support/n8n/harness';
import { nodeOf, workflowOf } from '../../support/n8n/workflows';
import { Operator } from '../support/operator';
import { seat } from '../support/seat';

const TOOL = 'Withdraw';
const PICTURE = path.resolve(__dirname, '../screenshots/tool-panel');

test("The panel of an AI agent's tool", async () => {
	const { api, editor } = await seat();
	const parameters = {
		...{ resource: 'withdrawal', operation: 'create' },
		options: { maximumPerItem: '50', maximumPerRun: '100', timeout: 30 },
	};
	const place = { position: [220, 0] };
	const tool = nodeOf(TOOL, `${ACTION_NODE}Tool`, 1, parameters, undefined, place);
	const { id } = await api.importWorkflow(workflowOf([startNode(), tool]));
	await editor.openWorkflow(id);
	await editor.openNode(TOOL);
	const operator = new Operator(editor.page, PICTURE);
	const offered = async (label: string) => {
		await operator.field(label).scrollIntoViewIfNeeded();
		await operator.field(label).hover();
		return await operator.field(label).getByTestId('from-ai-override-button').count();
	};
	for (const label of ['Amount (USDT)', 'To Address']) expect(await offered(label)).toBe(1);
	for (const limit of ['Maximum per Item', 'Maximum per Run']) {
		expect(await offered(`${limit} (USDT)`)).toBe(0);
	}
	const description = await operator.field('Description').locator('textarea').inputValue();
	await operator.look();
	expect(description).toMatch(/^Pay out USDT .* cannot be reversed/);
});
