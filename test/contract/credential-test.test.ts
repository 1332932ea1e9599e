// What Save says of a credential: what is wrong, at which address, and with which scopes.
import { generateKeyPairSync } from 'node:crypto';

import type { ICredentialDataDecryptedObject, ICredentialTestFunctions } from 'n8n-workflow';

import { testCredential } from '../../nodes/credential-test';
import { credentialData } from '../../dev/stack/credential';
import { Contract, EXCHANGE_REQUEST } from '../support/partner';
import { useServers } from '../support/servers';
import { useSandbox } from '../support/use-sandbox';

const api = useSandbox();
const servers = useServers();
const CARDS_REQUEST = 'POST /core/api/cards';

/** What Save finds for this partner's credential with some fields changed. */
async function save(change: ICredentialDataDecryptedObject = {}) {
	const data = { ...credentialData(api.sandbox, api.contract.partner), ...change };
	const credential = { id: '1', name: 'Partner', type: 'partnerSettlementApi', data };
	return await testCredential.call({} as ICredentialTestFunctions, credential);
}

async function usePartner(scopes: string[]): Promise<void> {
	api.contract = await Contract.of(api.sandbox, { scopes });
}

function failure(...texts: string[]) {
	return { status: 'Error', message: matching(...texts) };
}

function matching(...texts: string[]): string {
	return expect.stringMatching(new RegExp(texts.join('[^]*'))) as string;
}

test('says what was found at both addresses, with one exchange, and orders nothing', async () => {
	const { status, message } = await save();
	expect(status).toBe('OK');
	expect(message).toMatch(/^Connected\. Scopes: .*balance:read.*\. The balance can be read\./);
	expect(message).toMatch(/Base URL responds\. Card Encryption Key can be read\.$/);
	expect(api.sandbox.stats().requests).toEqual({
		[EXCHANGE_REQUEST]: 1,
		'GET /gw/partner/balance': 1,
		[CARDS_REQUEST]: 1,
	});
	expect(api.sandbox.state.orders).toEqual([]);
});

test('Save says that Keep at Least without the scope for the balance would stop every order', async () => {
	await usePartner(['kyt:check']);
	expect(await save({ keepAtLeast: '10' })).toEqual(
		failure('Keep at Least needs the scope balance:read'),
	);
});

test('Save warns if the scopes allow only reads', async () => {
	await usePartner(['balance:read', 'document:read']);
	expect(await save()).toEqual({
		status: 'OK',
		message: matching('screenings, withdrawals, card top-ups and eSIM orders are not sent'),
	});
});

test('a refusal in the words of the API shows that Base URL is right', async () => {
	api.sandbox.addFault({ match: { path: '/api/cards', times: 0 }, fault: '403' });
	const { status, message } = await save();
	expect(status).toBe('OK');
	expect(message).toMatch(/Base URL responds, but refuses \/api\/cards \(HTTP 403 \w+\)\./);
	expect(api.contract.arrived(EXCHANGE_REQUEST)).toBe(1);
});

test('a Base URL that accepts no token is named', async () => {
	api.sandbox.addFault({ match: { path: '/api/cards', times: 0 }, fault: '401_once' });
	expect(await save()).toEqual(failure('Base URL', 'HTTP 401', 'run Setup: Check the API'));
	// If API Differences already says that, the advice is left out.
	const apiDifferences = { agentTokenPath: '/auth/v1/agent/token' };
	const { message } = await save({ apiDifferences });
	expect(message).not.toContain('Setup: Check');
	api.sandbox.addFault({ match: { path: '/agent/token', times: 0 }, fault: '403' });
	expect((await save({ apiDifferences })).status).toBe('Error');
});

describe('a wrong Base URL is named', () => {
	test('nothing listens there', async () => {
		const baseUrl = await servers.deadAddress();
		expect(await save({ baseUrl })).toEqual(failure('connection_failed', 'check Base URL'));
	});

	test.each([
		['a web site', 'text/html', '<!doctype html><title>x</title>', 'html_answer'],
		['a gateway', 'application/json', '{"message":"no route"}', 'no_error_code'],
	])('%s answers with 404', async (_, type, body, code) => {
		const baseUrl = await servers.start((__, response) => {
			response.writeHead(404, { 'content-type': type }).end(body);
		});
		expect(await save({ baseUrl })).toEqual(failure(code, 'Base URL in the credential'));
	});

	test.each([
		['a web page', '<html></html>', 'html_answer'],
		['an error', '{"error":"no_route"}', 'no_route'],
	])('%s comes with 200', async (_, body, text) => {
		const baseUrl = await servers.start((__, response) => response.end(body));
		expect(await save({ baseUrl })).toEqual(failure(text));
	});

	test('it is API URL', async () => {
		const { apiUrl } = api.sandbox;
		expect(await save({ baseUrl: apiUrl })).toEqual(
			failure('Base URL, /api/cards', 'check the ID, and Base URL'),
		);
	});
});

const OTHER = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' });

const PUBLIC = generateKeyPairSync('x25519').publicKey.export({ format: 'pem', type: 'spki' });

test.each([
	['Card Encryption Key', { cardEncryptionKey: PUBLIC.toString() }, 'PUBLIC KEY'],
	['Card Encryption Key', { cardEncryptionKey: OTHER.toString() }, 'X25519'],
	['Private Key', { privateKey: 'no key' }, 'Ed25519'],
])('a %s that cannot be read is named, and nothing is sent', async (name, change, text) => {
	expect(await save(change)).toEqual(failure(name, text));
	expect(api.sandbox.stats().requests).toEqual({});
});

test('Clearance Rules that the gate would refuse are named', async () => {
	const rules = (text: string) => ({ clearanceHours: '24', clearanceRules: text });
	expect(await save(rules('{"reviewFrom": "25"}'))).toEqual(
		failure('^Clearance Rules: .*reviewFrom'),
	);
	expect((await save(rules('{"reviewFromScore": "25"}'))).status).toBe('OK');
});

test('a Redis URL that every node would refuse is named', async () => {
	expect(await save({ deduplicationRedisUrl: 'redis.example.com:6379' })).toEqual(
		failure('^Redis URL must look like'),
	);
});
