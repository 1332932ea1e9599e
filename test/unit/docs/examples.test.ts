// The example files keep what they promise: short, without code or secrets, doing only what somebody chose, each
// explained and tried.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

import { type Example, readBuildingBlocks, readExamples } from '../../../dev/stack/examples';
import type { Workflow } from '../../../dev/stack/n8n-api-schemas';
import { withSandboxValues } from '../../../dev/stack/sandbox-values';

const ROOT = path.resolve(__dirname, '../../..');
const NOTE = 'n8n-nodes-base.stickyNote';
const MOST_NODES = 10;
const MOST_WORDS_OF_NOTES = 120;
const nodeSchema = z.object({ notes: z.string().default('') });
const noteSchema = z.object({ content: z.string() });

function wordsOf(text: string): number {
	return text.split(/\s+/).filter((word) => /\w/.test(word)).length;
}

function notesOf({ nodes }: Workflow) {
	const notes = nodes.filter(({ type }) => type === NOTE);
	return notes.map(({ parameters }) => noteSchema.parse(parameters));
}

let examples: Example[];
/** With the building blocks. */
let all: Example[];

beforeAll(async () => {
	examples = await readExamples();
	all = [...examples, ...(await readBuildingBlocks())];
});

test('there are fourteen, each with a name of its own, as the building blocks', () => {
	expect(examples).toHaveLength(14);
	expect(new Set(all.map(({ workflow }) => workflow.name)).size).toBe(all.length);
});

test('an example that calls another workflow names a building block', () => {
	const called = examples
		.flatMap(({ workflow }) => workflow.nodes)
		.flatMap(({ parameters }) => parameters.workflowId ?? []);
	const blocks = all.slice(examples.length).map(({ workflow }) => workflow.name);
	expect(called).toEqual(
		blocks.map((name) => expect.objectContaining({ value: '', cachedResultName: name }) as unknown),
	);
});

test('each has few nodes and few words, and none is code', () => {
	for (const { name, workflow } of all) {
		const { nodes } = workflow;
		const words = [
			...notesOf(workflow).map(({ content }) => content),
			...nodes.map((node) => nodeSchema.parse(node).notes),
		].map(wordsOf);
		const counted = {
			name,
			nodes: nodes.length <= MOST_NODES,
			words: words.reduce((sum, count) => sum + count) <= MOST_WORDS_OF_NOTES,
			code: nodes.filter(({ type }) => /\.(code|function|functionItem|aiTransform)$/.test(type)),
		};
		expect(counted).toEqual({ name, nodes: true, words: true, code: [] });
	}
});

test('the note at the top is named as the workflow, and says what to fill in by the names of nodes', () => {
	for (const { workflow } of all) {
		const [title = ''] = notesOf(workflow).map(({ content }) => content);
		expect(title.split('\n')[0]).toBe(`## ${workflow.name}`);
		const [, tasks = ''] = title.split('**Fill in**');
		const firstOfEach = [...tasks.matchAll(/^\d\. (?:Put .* (?:behind|of) )?\*\*(.+?)\*\*/gm)];
		expect(firstOfEach).not.toHaveLength(0);
		const names = workflow.nodes.map(({ name }) => name);
		for (const [, node = ''] of firstOfEach) expect(names).toContain(node);
	}
});

test('each has its paragraph in the README and its test in n8n', () => {
	const readme = readFileSync(path.join(ROOT, 'examples/README.md'), 'utf8');
	for (const { name, workflow } of examples) {
		expect(readme).toContain(`[${workflow.name}](${name}.json)`);
		const file = `test/n8n/examples/${name}.test.ts`;
		expect({ file, exists: existsSync(path.join(ROOT, file)) }).toEqual({ file, exists: true });
	}
});

test('an order that spends takes its key from its number, not from its place, and has limits', () => {
	const spending = examples
		.flatMap(({ workflow }) => workflow.nodes)
		.filter(({ parameters }) => parameters.extIdMode !== undefined);
	expect(spending).toHaveLength(4);
	for (const { parameters } of spending) {
		expect(parameters).toMatchObject({
			extIdMode: 'custom',
			extId: expect.stringMatching(/payout|Payout number|Order number/) as unknown,
			options: { maximumPerItem: expect.stringMatching(/^\d+$/) as unknown },
		});
	}
});

test('an example that shows a secret keeps none: successful runs are not saved, and its form needs a password', () => {
	const revealing = examples.filter(({ workflow }) =>
		workflow.nodes.some(({ parameters }) => parameters.revealSecrets === true),
	);
	expect(revealing.map(({ name }) => name)).toEqual(['buy-esim', 'issue-card']);
	for (const { workflow } of revealing) {
		expect(workflow.settings).toMatchObject({
			saveDataSuccessExecution: 'none',
			saveManualExecutions: false,
		});
	}
	const forms = all
		.flatMap(({ workflow }) => workflow.nodes)
		.filter(({ parameters }) => parameters.formTitle !== undefined);
	expect(forms).toHaveLength(5);
	for (const { parameters } of forms) {
		expect([parameters.authentication, parameters.incomingAuthentication]).toContain('basicAuth');
	}
});

test('an imported file does nothing that its operator did not choose', () => {
	for (const { workflow } of all) {
		// A pinned payout would be paid by a click on "Execute workflow".
		expect(workflow.pinData).toEqual({});
		expect(workflow.active).not.toBe(true);
		for (const { credentials = {} } of workflow.nodes) {
			for (const { id } of Object.values(credentials)) expect(id).toBe('');
		}
		expect(JSON.stringify(workflow).match(/https?:\/\/[^\s"`')]+/g)).toBeNull();
	}
});

/** What stands in the parameters that say what is clear, what is bought and who is paid. */
function chosenIn(workflow: Workflow): unknown[] {
	const chosen: unknown[] = [];
	JSON.parse(JSON.stringify(workflow), (key, value: unknown) => {
		if (/^(?:review|block)FromScore$|^clearSeverities$/.test(key)) chosen.push(value);
		const { data } = choiceSchema.safeParse(value);
		if (data) chosen.push(data.value);
		return value;
	});
	return chosen;
}

const choiceSchema = z.union([
	z
		.object({ __rl: z.literal(true), mode: z.literal('list'), value: z.string() })
		// A building block is chosen by its name.
		.strict(),
	z.object({ name: z.literal('to_address'), value: z.string() }),
]);

test('a person sets the rules, the products and the recipient, or npm start for play money', () => {
	const choosing = examples.filter(({ workflow }) => chosenIn(workflow).length > 0);
	expect(choosing.map(({ name }) => name)).toEqual([
		...'buy-esim issue-card kyt-screening nightly-screening payout-with-approvals'.split(' '),
		...['payout-with-screening', 'watch-a-long-list'],
	]);
	for (const { workflow } of choosing) {
		expect(new Set(chosenIn(workflow))).toEqual(new Set(['']));
		expect(chosenIn(withSandboxValues(workflow))).not.toContain('');
	}
});
