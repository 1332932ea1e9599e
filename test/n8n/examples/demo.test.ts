import { type Sandbox, startSandbox } from '../../../sandbox/index';
import { type DemoExamples, importExamples } from '../../../stack/demo-examples';
import { readExamples } from '../../../stack/examples';
import { waysToTry } from '../../../stack/tries';
import { sharedN8n } from '../harness';

let sandbox: Sandbox;
let before: Set<string>;
let demo: DemoExamples;

beforeAll(async () => {
	const api = await sharedN8n();
	before = new Set((await api.listCredentials()).map(({ id }) => id));
	sandbox = await startSandbox();
	demo = await importExamples(api, sandbox);
});

afterAll(async () => {
	const api = await sharedN8n();
	for (const { stored } of demo.examples) await api.deleteWorkflow(stored.id);
	for (const { id } of await api.listCredentials()) {
		if (!before.has(id)) await api.deleteCredential(id);
	}
	await sandbox.close();
});

test('npm start imports every example and activates it: each has a trigger that starts by itself', async () => {
	const files = await readExamples();
	expect(files.length).toBeGreaterThan(0);
	const present = new Map((await (await sharedN8n()).listWorkflows()).map((it) => [it.id, it]));
	const shown = demo.examples.map(({ name, stored }) => ({
		name,
		title: present.get(stored.id)?.name,
		isActive: present.get(stored.id)?.active,
	}));
	expect(shown).toEqual(
		files.map(({ name, workflow }) => ({ name, title: workflow.name, isActive: true })),
	);
});

test('it says how to try each', async () => {
	const ways = waysToTry({ ...demo, url: (await sharedN8n()).url, sandboxUrl: sandbox.url });
	expect([...ways.keys()].sort()).toEqual((await readExamples()).map(({ name }) => name));
});
