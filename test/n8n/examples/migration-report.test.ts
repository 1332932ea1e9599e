// n8n's own migration report finds nothing in the examples that n8n 3 will change.
import { importExamples } from '../../../dev/stack/demo-examples';
import { sharedN8n } from '../../support/n8n/harness';
import { type OwnSandbox, startOwnSandbox } from '../../support/n8n/own-sandbox';

let own: OwnSandbox;

beforeAll(async () => {
	own = await startOwnSandbox();
});

afterAll(() => own.sandbox.close());

test('no example and no building block uses what n8n 3 removes or changes', async () => {
	const api = await sharedN8n();
	const { examples, blocks } = await importExamples(api, own.sandbox);
	const ours = [...examples.map(({ stored }) => stored.id), ...blocks.map(({ id }) => id)];
	// That the report sees workflows at all is seen in one that uses a removed node.
	const removed = {
		...{ id: 'a', name: 'Old', type: 'n8n-nodes-base.moveBinaryData', typeVersion: 1.1 },
		...{ position: [0, 0], parameters: {} },
	};
	const old = await api.importWorkflow({
		...{ name: 'old', settings: {}, nodes: [removed], connections: {} },
	});
	const issues = await api.migrationIssues('v3');
	expect(issues.filter(({ id }) => id === old.id)).not.toEqual([]);
	expect(issues.filter(({ id }) => ours.includes(id))).toEqual([]);
	for (const id of [...ours, old.id]) await api.deleteWorkflow(id);
});
