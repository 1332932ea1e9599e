/** Proves which expiry of a token is shown, and that a clock that is off is told. */
import { errorOf, outputs, startNode } from './support/run-node';
import { type Sandbox, startSandbox } from '../../dev/sandbox';
import { Contract } from '../support/partner';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
});

afterAll(async () => {
	await sandbox.close();
});

test('the expiry that is shown is the one that the token itself tells', async () => {
	const contract = await Contract.of(sandbox);
	const run = await startNode({
		credential: { ...contract.credential() },
		parameters: { resource: 'accessToken', operation: 'inspect', options: {} },
		items: [{}],
	});
	const inspected = outputs(run)[0]?.[0]?.json as { claims: { exp: number }; expires_at: string };
	expect(Date.parse(inspected.expires_at) / 1000).toBe(inspected.claims.exp);
});

test('a clock that is off is told in the error', async () => {
	sandbox.configure({ clockOffsetSeconds: 300 });
	const contract = await Contract.of(sandbox);
	const run = await startNode({
		credential: { ...contract.credential() },
		parameters: { resource: 'balance', operation: 'get', options: {} },
		items: [{}],
	});
	expect(errorOf(run).description).toMatch(/clock of this machine is (299|300|301) seconds behind/);
});
