import { PACKAGE_NAME, type N8n, startN8n } from '../../stack/n8n';
import { N8nApi } from '../../stack/n8n-api';
import { readContext } from './context';
import { ACTION_NODE, BALANCE_TRIGGER_NODE, GATE_NODE, TRIGGER_NODE, runNodeIn } from './harness';

// n8n 2.41 itself requires the class of every credential it knows when it starts, lazy or not
// (LoadNodesAndCredentials.postProcessLoaders), so that one small file holds nothing else.
const CREDENTIAL_FILE = 'dist/credentials/PartnerSettlementApi.credentials.js';
const NODE_FILE = 'dist/nodes/PartnerSettlement/PartnerSettlement.node.js';
const SHARED_MODULE = 'dist/package.js';

let n8n: N8n;
let api: N8nApi;

async function filesOfThePackage(): Promise<string[]> {
	const marker = `/node_modules/${PACKAGE_NAME}/`;
	const files = (await n8n.loadedFiles()).map((file) => file.replaceAll('\\', '/'));
	return files.filter((file) => file.includes(marker)).map((file) => file.split(marker)[1] ?? '');
}

beforeAll(async () => {
	n8n = await startN8n({ tarball: readContext().tarball });
	api = new N8nApi(n8n.url);
	await api.signIn({ email: 'owner@example.com', password: 'Only-here-1' });
});

afterAll(() => n8n.stop());

test('n8n lists all nodes and the credential', async () => {
	const nodes = (await api.nodeTypes()).map((type) => type.name);
	const all = [ACTION_NODE, BALANCE_TRIGGER_NODE, GATE_NODE, TRIGGER_NODE];
	expect(nodes).toEqual(expect.arrayContaining(all));
	const credentials = (await api.credentialTypes()).map((type) => type.name);
	expect(credentials).toContain('partnerSettlementApi');
});

test("n8n's start requires nothing of the package, the first run does", async () => {
	expect(await filesOfThePackage()).toEqual([CREDENTIAL_FILE]);

	await runNodeIn(api, { parameters: {}, credential: null });

	expect(await filesOfThePackage()).toEqual(expect.arrayContaining([NODE_FILE, SHARED_MODULE]));
});
