import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Editor } from './browser';
import { type Demo, startDemo } from './demo';
import { bindCredentials } from './examples';
import { freePort } from './free-port';
import { workflowSchema } from './n8n-api-schemas';
import panels from './panels.json';
import { projectRoot } from './paths';
import { progressPrinter } from './progress.cjs';

const IMAGES = path.join(projectRoot, 'docs', 'images');
/**
 * The nodes of panels.json to open. The screening nodes are executed for the address of a foundation's public wallet.
 */
const PANELS = [
	{ node: 'Screen the address', file: 'node.png', execute: true },
	{ node: 'Partner Settlement Screening', file: 'screening-gate.png', execute: true },
	{ node: 'Partner Settlement Trigger', file: 'trigger.png', execute: false },
	{ node: 'Partner Settlement Balance Trigger', file: 'balance-trigger.png', execute: false },
];

/** The example in the README. */
const SHOWN = 'kyt-screening';

async function takeAll({ url, owner, api, credential, examples }: Demo): Promise<void> {
	await mkdir(IMAGES, { recursive: true });
	const bound = bindCredentials(workflowSchema.parse(panels), [credential]);
	const { id: panelsId } = await api.importWorkflow(bound);
	const editor = await Editor.open(url, owner);
	try {
		for (const { name, stored } of examples.filter((example) => example.name === SHOWN)) {
			await editor.openWorkflow(stored.id);
			await editor.screenshot(path.join(IMAGES, `example-${name}.png`));
		}
		for (const { node, file, execute } of PANELS) {
			await editor.openWorkflow(panelsId);
			await editor.openNode(node);
			if (execute) await editor.executeNode();
			await editor.screenshot(path.join(IMAGES, file));
		}
		await editor.openCredential(credential.id);
		await editor.screenshot(path.join(IMAGES, 'credential.png'));
		// The last of the limits. The others are above it.
		await editor.page.getByText('Allowed Recipients').scrollIntoViewIfNeeded();
		await editor.screenshot(path.join(IMAGES, 'credential-limits.png'));
	} finally {
		await editor.close();
	}
}

/** `npm run screenshots`: takes the README's pictures from its own demo. */
async function main(): Promise<void> {
	const stops: (() => Promise<void>)[] = [];
	const userFolder = await mkdtemp(path.join(os.tmpdir(), 'n8n-screenshots-'));
	const step = progressPrinter();
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
