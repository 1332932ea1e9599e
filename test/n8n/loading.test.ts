// The real n8n finds the nodes and the credential, and requires nothing else of the package when it starts.
import { readContext } from '../support/n8n/context';
import {
	ACTION_NODE,
	BALANCE_TRIGGER_NODE,
	CREDENTIAL_FILE,
	GATE_NODE,
	sharedN8n,
	TRIGGER_NODE,
} from '../support/n8n/harness';

test('n8n lists all nodes and the credential', async () => {
	const api = await sharedN8n();
	const nodes = (await api.nodeTypes()).map((type) => type.name);
	const all = [ACTION_NODE, BALANCE_TRIGGER_NODE, GATE_NODE, TRIGGER_NODE];
	expect(nodes).toEqual(expect.arrayContaining(all));
	const credentials = (await api.credentialTypes()).map((type) => type.name);
	expect(credentials).toContain('partnerSettlementApi');
});

test("n8n's start with its editor requires nothing of the package", () => {
	expect(readContext().n8n.loadedAtStart).toEqual([CREDENTIAL_FILE]);
});
