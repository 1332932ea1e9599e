// What the real n8n loads of the package when it starts, and what it shows when a credential is saved.
import { readContext } from '../support/n8n/context';
import {
	ACTION_NODE,
	BALANCE_TRIGGER_NODE,
	CREDENTIAL_FILE,
	GATE_NODE,
	TRIGGER_NODE,
} from '../support/n8n/harness';
import { useOwnSandbox } from '../support/n8n/own-sandbox';
import { credentialData } from '../../dev/stack/credential';

const own = useOwnSandbox();

test('n8n lists all nodes and the credential', async () => {
	const nodes = (await own.api.nodeTypes()).map((type) => type.name);
	const all = [ACTION_NODE, BALANCE_TRIGGER_NODE, GATE_NODE, TRIGGER_NODE];
	expect(nodes).toEqual(expect.arrayContaining(all));
	const credentials = (await own.api.credentialTypes()).map((type) => type.name);
	expect(credentials).toContain('partnerSettlementApi');
});

test("n8n's start with its editor requires nothing of the package", () => {
	expect(readContext().loadedAtStart).toEqual([CREDENTIAL_FILE]);
});

const SECRET = 'c2VjcmV0LXNlY3JldC1zZWNyZXQ';

test.each([
	['a good one', {}, 'OK', /^Connected\. Scopes: .* Base URL responds/],
	['a key that is none', { privateKey: SECRET }, 'Error', /^(?!.*c2VjcmV0).*Private Key: /],
])('%s', async (_, change, status, message) => {
	const data = { ...credentialData(own.sandbox, own.partner), ...change };
	const shown = await own.api.testCredential(own.credential, data);
	expect(shown).toEqual({ status, message: expect.stringMatching(message) });
});
