/** Proves that what has no Timeout to set says how long it waited. */
import { CredentialTestContext } from 'n8n-core';
import { testCredential } from '../../nodes/credential-test';
import { PartnerApiError, PartnerClient } from '../../partner-api';
import { type Sandbox, startSandbox } from '../../sandbox';
import { Contract } from '../contract/support/partner';
import { PolledNode } from './support/poll-node';

let sandbox: Sandbox;
let contract: Contract;

beforeAll(async () => {
	sandbox = await startSandbox();
	contract = await Contract.of(sandbox);
	const details = { code: 'timeout', outcome: 'unknown', phase: 'call' } as const;
	jest.spyOn(PartnerClient.prototype, 'call').mockRejectedValue(new PartnerApiError(details));
});

afterAll(async () => {
	jest.restoreAllMocks();
	await sandbox.close();
});

async function pollText(): Promise<string> {
	const node = new PolledNode({ ...contract.settings() }, { threshold: '50', options: {} }, {});
	return await node
		.activation('activate')()
		.then(
			() => 'It did not fail',
			(error: unknown) => String(error),
		);
}

async function testText(): Promise<string> {
	const data = { ...contract.settings() };
	const credential = { id: '1', name: 'Partner', type: 'partnerSettlementApi', data };
	return (await testCredential.call(new CredentialTestContext(), credential)).message;
}

test.each([
	['the balance trigger', pollText, '10 seconds'],
	['the test of a credential', testText, '15 seconds'],
])('%s says how long it waited: it has no Timeout to set', async (_, text, limit) => {
	const said = await text();
	expect(said).toMatch(new RegExp(`\\(timeout\\).*No complete response came within ${limit}\\.`));
	expect(said).not.toMatch('Options');
});
