import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Editor } from './browser';
import { CREDENTIAL_TYPE } from './credential';
import { type Demo, startDemo } from './demo';
import { freePort } from './free-port';
import { PACKAGE_NAME } from './n8n';
import type { StoredCredential, Workflow, WorkflowNode } from './n8n-api-schemas';
import { projectRoot } from './paths';
import { stepPrinter } from './steps';

const IMAGES = path.join(projectRoot, 'docs', 'images');
const START = 'Addresses';
const ACTION = 'Screen the address';
const TRIGGER = 'Partner Settlement Trigger';

/** A foundation's public wallet, so that the screening has a real address to show. */
const ADDRESS = '0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe';

/** Two nodes to open: a screening with an item to screen, and the trigger with events selected. */
function panelsWorkflow({ id, name }: StoredCredential): Workflow {
	const node = (
		own: Pick<WorkflowNode, 'name' | 'type' | 'parameters'>,
		position: [number, number],
	): WorkflowNode => ({ ...own, id: randomUUID(), typeVersion: 1, position });
	const credentials = { [CREDENTIAL_TYPE]: { id, name } };
	const start = node({ name: START, type: 'n8n-nodes-base.manualTrigger', parameters: {} }, [0, 0]);
	const action = node(
		{
			name: ACTION,
			type: `${PACKAGE_NAME}.partnerSettlement`,
			parameters: {
				resource: 'kyt',
				operation: 'screen',
				network: 'eth',
				address: '={{ $json.address }}',
			},
		},
		[220, 0],
	);
	const trigger = node(
		{
			name: TRIGGER,
			type: `${PACKAGE_NAME}.partnerSettlementTrigger`,
			parameters: { events: ['withdrawal.status_changed', 'card_issue.status_changed'] },
		},
		[0, 220],
	);
	return {
		name: 'Panels',
		nodes: [
			start,
			{ ...action, credentials },
			{ ...trigger, credentials, webhookId: randomUUID() },
		],
		connections: { [START]: { main: [[{ node: ACTION, type: 'main', index: 0 }]] } },
		pinData: { [START]: [{ json: { address: ADDRESS } }] },
		settings: {},
	};
}

async function takeAll({ url, owner, api, credential, examples }: Demo): Promise<void> {
	await mkdir(IMAGES, { recursive: true });
	const panels = await api.importWorkflow(panelsWorkflow(credential));
	const editor = await Editor.open(url, owner);
	try {
		for (const example of examples) {
			await editor.openWorkflow(example.id);
			const name = example.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
			await editor.screenshot(path.join(IMAGES, `example-${name}.png`));
		}
		await editor.openWorkflow(panels.id);
		await editor.openNode(ACTION);
		await editor.executeNode();
		await editor.screenshot(path.join(IMAGES, 'node.png'));
		await editor.openWorkflow(panels.id);
		await editor.openNode(TRIGGER);
		await editor.screenshot(path.join(IMAGES, 'trigger.png'));
		await editor.openCredential(credential.id);
		await editor.screenshot(path.join(IMAGES, 'credential.png'));
	} finally {
		await editor.close();
	}
}

/** `npm run screenshots`: the pictures of the README, from a demo of its own. */
async function main(): Promise<void> {
	const stops: (() => Promise<void>)[] = [];
	const userFolder = await mkdtemp(path.join(os.tmpdir(), 'n8n-screenshots-'));
	const step = stepPrinter();
	try {
		const port = await freePort();
		const demo = await startDemo({ port, userFolder, step, stopLater: (it) => stops.push(it) });
		step(`Taking pictures into ${path.relative(projectRoot, IMAGES)}`);
		await takeAll(demo);
	} finally {
		for (const stop of stops.reverse()) await stop();
		await rm(userFolder, { recursive: true, force: true });
	}
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
