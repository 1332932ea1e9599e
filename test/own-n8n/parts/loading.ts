// The start of n8n requires nothing of the package but the class of the credential.
import type { OwnN8n } from '../../support/n8n/own-n8n';
import { CREDENTIAL_FILE, filesOfThePackage, runNodeIn } from '../../support/n8n/harness';
import { ownN8n } from '../support/n8n';

const NODE_FILE = 'dist/nodes/PartnerSettlement/PartnerSettlement.node.js';
const SHARED_MODULE = 'dist/package.js';

let n8n: OwnN8n;

beforeAll(async () => {
	n8n = await ownN8n();
});

test("n8n's start requires nothing of the package, the first run does", async () => {
	expect(filesOfThePackage(await n8n.loadedFiles())).toEqual([CREDENTIAL_FILE]);

	await runNodeIn(n8n.api, { parameters: {}, credential: null });

	expect(filesOfThePackage(await n8n.loadedFiles())).toEqual(
		expect.arrayContaining([NODE_FILE, SHARED_MODULE]),
	);
});
