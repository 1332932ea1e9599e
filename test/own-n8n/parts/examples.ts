// npm start imports every example; after all of them have run, n8n's database, logs and binary data hold no secret.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { outcomeAddress } from '../../../dev/sandbox/magic';
import { type Sandbox, startSandbox } from '../../../dev/sandbox/index';
import { type DemoExamples, importExamples } from '../../../dev/stack/demo-examples';
import { formUrlOf, readExamples } from '../../../dev/stack/examples';
import type { StoredWorkflow, Workflow } from '../../../dev/stack/n8n-api-schemas';
import { waysToTry } from '../../../dev/stack/tries';
import { waitUntil } from '../../../dev/stack/wait-until';
import type { OwnN8n } from '../../support/n8n/own-n8n';
import { settled } from '../../support/events/trigger-workflow';
import {
	linkFrom,
	type Person,
	runByHand,
	submitForm,
	triggerOf,
} from '../../support/n8n/example-runs';
import { ownN8n } from '../support/n8n';

/** How every encrypted card of the sandbox begins. */
const ENCRYPTED_CARD = Buffer.from('{"alg":"ECDH-ES').toString('base64url').slice(0, -1);
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);
const FORMS: Record<string, string[]> = {
	'buy-esim': ['1043'],
	'issue-card': ['1042', 'Ada', 'Lovelace', 'ada@example.com'],
	'payout-with-screening': ['1001', outcomeAddress('tron_usdt', 'clear'), '12.50'],
};

let n8n: OwnN8n;
let sandbox: Sandbox;
let demo: DemoExamples;

/** An example with its secrets masked and its runs kept, and otherwise unchanged. */
function masked(workflow: Workflow): Workflow {
	const nodes = workflow.nodes.map((node) => ({
		...node,
		parameters: {
			...node.parameters,
			...('revealSecrets' in node.parameters && { revealSecrets: false }),
		},
	}));
	return { ...workflow, nodes, settings: { executionOrder: 'v1' } };
}

function revealedAndKept(workflow: Workflow): Workflow {
	return { ...workflow, settings: { executionOrder: 'v1' } };
}

async function approveBoth(blocks: StoredWorkflow[], id: string): Promise<void> {
	const people: Person[] = ['First approver (sandbox)', 'Second approver (sandbox)'];
	for (const [step, person] of people.entries()) {
		const block = blocks[step];
		if (!block) throw new Error('There are fewer building blocks than people');
		const link = await linkFrom(n8n.api, block);
		expect((await submitForm(link, ['Approve'], person)).status).toBe(200);
	}
	await n8n.api.finishedExecution(id);
}

/** The only ones that reveal: test/unit/docs/examples.test.ts. */
const REVEALING = ['buy-esim', 'issue-card'];

/** One is run by the service, the other by a model, which is not here: test/n8n/examples has one. */
const NOT_BY_HAND = ['settlement-events', 'screened-payout-by-agent'];

/** Runs these examples once, by default all, and waits until their events have been taken. */
async function runAll(names = demo.examples.map(({ name }) => name)): Promise<void> {
	const { blocks } = demo;
	const examples = demo.examples.filter(({ name }) => names.includes(name));
	for (const { name, workflow, stored } of examples) {
		const fields = FORMS[name];
		if (fields) {
			const url = formUrlOf(n8n.api.url, workflow);
			expect((await submitForm(url, fields, 'Operator (sandbox)')).status).toBe(200);
		} else if (name === 'payout-with-approvals') {
			await approveBoth(blocks, await n8n.api.run(stored.id, triggerOf(workflow)));
		} else if (!NOT_BY_HAND.includes(name)) {
			const { data } = await runByHand(n8n.api, stored, workflow);
			expect({ name, error: data.resultData.error }).toEqual({ name });
		}
	}
	await waitUntil('the orders', () =>
		sandbox.state.orders.every(({ status }) => status === 'completed') ? true : undefined,
	);
	await sandbox.webhooksIdle();
	for (const { stored } of examples) await settled(n8n.api, stored.id);
}

async function removeAll(): Promise<void> {
	const { examples, blocks } = demo;
	for (const { id } of [...examples.map(({ stored }) => stored), ...blocks]) {
		await n8n.api.deleteWorkflow(id);
	}
}

/** Everything that n8n keeps, except the installed nodes and what it derives from them. */
async function keptFiles(folder = path.join(n8n.userFolder, '.n8n')): Promise<string[]> {
	const entries = await readdir(folder, { withFileTypes: true });
	const files = entries.map(async (entry) => {
		const place = path.join(folder, entry.name);
		if (entry.isDirectory()) return entry.name === 'nodes' ? [] : keptFiles(place);
		return [place];
	});
	return (await Promise.all(files)).flat();
}

/** Everything that n8n keeps: its files, its log, and the data of the examples' executions. */
async function kept(): Promise<[place: string, content: Buffer][]> {
	const places: [string, Buffer][] = [['the log', Buffer.from(n8n.log)]];
	for (const file of await keptFiles()) places.push([file, await readFile(file)]);
	for (const { name, stored } of demo.examples) {
		for (const { id } of await n8n.api.listExecutions(stored.id)) {
			const { data } = await n8n.api.getExecution(id);
			places.push([name, Buffer.from(JSON.stringify(data))]);
		}
	}
	return places;
}

/** Which secrets are kept, and where. */
async function keptSecrets(): Promise<string[]> {
	const places = await kept();
	return secrets().flatMap((secret) =>
		places
			.filter(([, content]) => content.includes(secret))
			.map(([place]) => `${secret} in ${place}`),
	);
}

/** How many pictures are kept. */
async function keptPictures(): Promise<number> {
	const places = await kept();
	return places.filter(([, content]) => content.subarray(0, PNG.length).equals(PNG)).length;
}

/** The secrets that nobody may find: those of purchases and of the credential. */
function secrets(): string[] {
	const { privateKey = '', webhookSecret = '', cardEncryptionKey = '' } = demo.fields;
	const lines = [privateKey, cardEncryptionKey].map((pem) => pem.trim().split('\n')[1] ?? '');
	const known = [...lines, webhookSecret, ...sandbox.state.secrets];
	for (const secret of known) expect(secret.length).toBeGreaterThan(10);
	return [...known, ENCRYPTED_CARD];
}

/** n8n's own report of what version 3 removes or changes. That it sees workflows at all is seen in one with a removed node. */
async function expectNothingToMigrate(): Promise<void> {
	const ours = [
		...demo.examples.map(({ stored }) => stored.id),
		...demo.blocks.map(({ id }) => id),
	];
	const removed = {
		...{ id: 'a', name: 'Old', type: 'n8n-nodes-base.moveBinaryData', typeVersion: 1.1 },
		...{ position: [0, 0], parameters: {} },
	};
	const nodes = { nodes: [removed], connections: {} };
	const old = await n8n.api.importWorkflow({ name: 'old', settings: {}, ...nodes });
	const issues = await n8n.api.migrationIssues('v3');
	expect(issues.filter(({ id }) => id === old.id)).not.toEqual([]);
	expect(issues.filter(({ id }) => ours.includes(id))).toEqual([]);
	await n8n.api.deleteWorkflow(old.id);
}

describe('all examples', () => {
	beforeEach(async () => {
		n8n = await ownN8n();
		sandbox = await startSandbox({ settleMs: 100 });
	});

	afterEach(async () => {
		await removeAll();
		await sandbox.webhooksIdle();
		await sandbox.close();
	});

	test('npm start imports every example, makes live what starts by itself, and says how to try each; n8n 3 changes none, and no secret is left', async () => {
		demo = await importExamples(n8n.api, sandbox);
		const files = await readExamples();
		const present = new Map((await n8n.api.listWorkflows()).map((one) => [one.id, one]));
		const active = demo.examples.filter(({ stored }) => present.get(stored.id)?.active);
		const byHand = demo.examples.filter((example) => !active.includes(example));
		expect(demo.examples.map(({ name }) => name)).toEqual(files.map(({ name }) => name));
		const names = ['kyt-screening', 'payout-with-approvals', 'screened-payout-by-agent'];
		expect(byHand.map(({ name }) => name)).toEqual(names);
		const ways = waysToTry({ ...demo, url: n8n.api.url, sandboxUrl: sandbox.url });
		expect([...ways.keys()].sort()).toEqual(files.map(({ name }) => name));
		await expectNothingToMigrate();
		await runAll();
		expect(await keptSecrets()).toEqual([]);
	});

	test('after those that reveal have run with masking on, no secret is left, and no picture of one', async () => {
		demo = await importExamples(n8n.api, sandbox, masked);
		await runAll(REVEALING);
		expect(sandbox.state.secrets).toHaveLength(2);
		expect(await keptSecrets()).toEqual([]);
		expect(await keptPictures()).toBe(0);
	});

	test('the search works: if runs that reveal secrets are kept, it finds every secret', async () => {
		demo = await importExamples(n8n.api, sandbox, revealedAndKept);
		const before = await keptPictures();
		await runAll(REVEALING);
		const told = (await keptSecrets()).join('\n');
		for (const secret of sandbox.state.secrets) expect(told).toContain(secret);
		expect(await keptPictures()).toBe(before + 1);
	});
});
