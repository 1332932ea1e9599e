import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

import { describeDemo } from '../../stack/describe-demo';
import { type Example, readExamples } from '../../stack/examples';
import type { Workflow, WorkflowNode } from '../../stack/n8n-api-schemas';
import { withSandboxRules } from '../../stack/sandbox-rules';
import { waysToTry } from '../../stack/tries';

const ROOT = path.resolve(__dirname, '../..');
const NOTE = 'n8n-nodes-base.stickyNote';
/** What n8n draws a node with, in pixels; its name stands below. */
const NODE_SIZE = { width: 96, height: 96 };
const NAME_HEIGHT = 48;

const nodeSchema = z.object({ position: z.tuple([z.number(), z.number()]) });
const noteSchema = z.object({ width: z.number(), height: z.number(), content: z.string() });

interface Box {
	name: string;
	left: number;
	top: number;
	right: number;
	bottom: number;
}

function boxOf(node: WorkflowNode): Box {
	const [left, top] = nodeSchema.parse(node).position;
	const { width, height } =
		node.type === NOTE
			? noteSchema.parse(node.parameters)
			: { ...NODE_SIZE, height: NODE_SIZE.height + NAME_HEIGHT };
	return { name: node.name, left, top, right: left + width, bottom: top + height };
}

function overlap(a: Box, b: Box): boolean {
	return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

function overlapping(boxes: Box[]): string[] {
	return boxes.flatMap((a, index) =>
		boxes
			.slice(index + 1)
			.filter((b) => overlap(a, b))
			.map((b) => `${a.name} and ${b.name}`),
	);
}

function isInside({ left, top, right, bottom }: Box, outer: Box): boolean {
	return left >= outer.left && top >= outer.top && right <= outer.right && bottom <= outer.bottom;
}

let examples: Example[];

beforeAll(async () => {
	examples = await readExamples();
});

test('each is explained in the README, shown in a picture, offered by npm start and run in n8n', () => {
	const readme = readFileSync(path.join(ROOT, 'examples/README.md'), 'utf8');
	const context = { url: '', sandboxUrl: '', partnerId: '', payoutKey: { name: '', value: '' } };
	const ways = waysToTry(context);
	for (const { name } of examples) {
		expect(readme).toContain(`## [${name}.json](${name}.json)`);
		expect(readme).toContain(`(../docs/images/example-${name}.png)`);
		expect(ways.get(name)).not.toHaveLength(0);
		for (const file of [`docs/images/example-${name}.png`, `test/n8n/examples/${name}.test.ts`]) {
			expect({ file, exists: existsSync(path.join(ROOT, file)) }).toEqual({ file, exists: true });
		}
	}
	expect([...ways.keys()].sort()).toEqual(examples.map(({ name }) => name));
});

test('no nodes and no notes lie over each other, and each node lies on a note', () => {
	for (const { workflow } of examples) {
		const notes = workflow.nodes.filter(({ type }) => type === NOTE).map(boxOf);
		const nodes = workflow.nodes.filter(({ type }) => type !== NOTE).map(boxOf);
		expect(overlapping(notes)).toEqual([]);
		expect(overlapping(nodes)).toEqual([]);
		const loose = nodes.filter((node) => !notes.some((note) => isInside(node, note)));
		expect(loose.map(({ name }) => name)).toEqual([]);
	}
});

test('what withdraws goes by the number of the payout, not by the place of its item', () => {
	const paying = examples
		.flatMap(({ workflow }) => workflow.nodes)
		.filter(({ parameters }) => parameters.resource === 'withdrawal');
	expect(paying).not.toHaveLength(0);
	for (const { parameters } of paying) {
		expect(parameters).toMatchObject({
			extIdMode: 'custom',
			extId: expect.stringContaining('.json.payout'),
		});
	}
});

test('an imported file does nothing that its operator did not choose', () => {
	for (const { workflow } of examples) {
		// A pinned payout would be paid by a click on "Execute workflow".
		expect(workflow.pinData).toEqual({});
		expect(workflow.active).not.toBe(true);
		for (const { credentials = {} } of workflow.nodes) {
			for (const { id } of Object.values(credentials)) expect(id).toBe('');
		}
		const urls = JSON.stringify(workflow).match(/https?:\/\/[^\s"`')]+/g) ?? [];
		expect(urls.filter((url) => !url.startsWith('http://localhost:5678'))).toEqual([]);
	}
});

/** What an example judges scores and severities by. */
function rulesOf(workflow: Workflow): unknown[] {
	const rules: unknown[] = [];
	JSON.parse(JSON.stringify(workflow), (key, value: unknown) => {
		if (/^(?:review|block)FromScore$|Severities$/.test(key)) rules.push(value);
		const entry = entrySchema.safeParse(value).data;
		if (entry && /_from_score$|_severities$/.test(entry.name)) rules.push(entry.value ?? '');
		return value;
	});
	return rules.filter((rule) => typeof rule !== 'string' || !rule.startsWith('='));
}

const entrySchema = z.object({ name: z.string(), value: z.unknown() });

test('the files have no rule by which anything is clear: a person sets them, or npm start for play money', () => {
	const judging = examples.filter(({ workflow }) => rulesOf(workflow).length > 0);
	expect(judging.map(({ name }) => name)).toEqual([
		'kyt-screening',
		'nightly-screening',
		'payout-with-screening',
	]);
	for (const { workflow } of judging) {
		expect(new Set(rulesOf(workflow))).toEqual(new Set(['']));
		expect(rulesOf(withSandboxRules(workflow))).not.toContain('');
	}
});

test("npm start says what to enter in a credential of one's own, under the names of the fields", () => {
	const fields = {
		apiUrl: 'http://127.0.0.1:1/gw',
		baseUrl: 'http://127.0.0.1:1/core',
		partnerId: '7',
		privateKey: '-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----\n',
		webhookSecret: '',
	};
	const text = describeDemo({
		url: 'http://127.0.0.1:2',
		owner: { email: 'demo@example.com', password: 'x' },
		sandboxUrl: 'http://127.0.0.1:1',
		credential: { id: '1', name: 'Partner', type: 'partnerSettlementApi' },
		partnerId: '7',
		fields,
		payoutKey: { name: 'x-api-key', value: 'Local-demo-1' },
		examples: [],
	});
	expect(text).toMatch(/credential of your own.*sandbox's, with play money/);
	expect(text).toMatch(/API URL +http:\/\/127.0.0.1:1\/gw\n/);
	expect(text).toMatch(/Base URL +http:\/\/127.0.0.1:1\/core\n/);
	expect(text).toMatch(/Private Key +-----BEGIN PRIVATE KEY----- abc -----END PRIVATE KEY-----\n/);
	expect(text).not.toContain('Webhook Secret');
});
