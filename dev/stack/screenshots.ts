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
const GATE = 'Partner Settlement Screening';
const BALANCE_TRIGGER = 'Partner Settlement Balance Trigger';

const PANELS = [
	{ node: ACTION, file: 'node.png', execute: true },
	{ node: GATE, file: 'screening-gate.png', execute: true },
	{ node: TRIGGER, file: 'trigger.png', execute: false },
	{ node: BALANCE_TRIGGER, file: 'balance-trigger.png', execute: false },
];

/** A foundation's public wallet, so that the screening has a real address to show. */
const ADDRESS = '0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe';

/** The nodes to open: a screening and the gate with an item to screen, and both triggers with something set. */
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
				network: 'auto',
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
	const gate = node(
		{
			name: GATE,
			type: `${PACKAGE_NAME}.partnerSettlementScreening`,
			parameters: {
				network: 'auto',
				address: '={{ $json.address }}',
				reviewFromScore: '25',
				blockFromScore: '75',
				clearSeverities: 'low',
				rules: { reviewSeverities: 'medium', blockSeverities: 'high, critical' },
			},
		},
		[220, -220],
	);
	const balanceTrigger = node(
		{
			name: BALANCE_TRIGGER,
			type: `${PACKAGE_NAME}.partnerSettlementBalanceTrigger`,
			parameters: {
				pollTimes: { item: [{ mode: 'everyMinute' }] },
				threshold: '500',
				options: { rearmAt: '1000' },
			},
		},
		[0, 440],
	);
	return {
		name: 'Panels',
		nodes: [
			start,
			{ ...action, credentials },
			{ ...gate, credentials },
			{ ...trigger, typeVersion: 1.1, credentials, webhookId: randomUUID() },
			{ ...balanceTrigger, credentials },
		],
		connections: {
			[START]: { main: [[ACTION, GATE].map((name) => ({ node: name, type: 'main', index: 0 }))] },
		},
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
			await editor.openWorkflow(example.stored.id);
			await editor.screenshot(path.join(IMAGES, `example-${example.name}.png`));
		}
		for (const { node, file, execute } of PANELS) {
			await editor.openWorkflow(panels.id);
			await editor.openNode(node);
			if (execute) await editor.executeNode();
			await editor.screenshot(path.join(IMAGES, file));
		}
		await editor.openCredential(credential.id);
		await editor.screenshot(path.join(IMAGES, 'credential.png'));
		// The last of the limits: the others stand above it.
		await editor.page.getByText('Allowed Recipients').scrollIntoViewIfNeeded();
		await editor.screenshot(path.join(IMAGES, 'credential-limits.png'));
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
