/** Proves that the secrets of a card can go through n8n readable by nobody but the owner of a key. */
import { compactDecrypt } from 'jose';
import type { INodeParameters } from 'n8n-workflow';
import { ec, pem, x25519 } from '../support/keys';
import { useSandbox } from '../support/use-sandbox';
import { errorOf, outputs, startNode } from './support/run-node';

const api = useSandbox({ settleMs: 5 });

const ISSUE = {
	...{ resource: 'card', operation: 'issue', svcProductId: '101', extIdMode: 'auto' },
	...{ waitUntilReady: true, revealSecrets: true, options: { pollInterval: 0.1 } },
};
const KEY = pem(x25519.publicKey);

function run(parameters: INodeParameters, items = [{}]): ReturnType<typeof startNode> {
	return startNode({ parameters, items, credential: { ...api.contract.credential() } });
}

async function itemOf(parameters: INodeParameters) {
	return outputs(await run(parameters))[0]?.[0]?.json ?? {};
}

async function opened(jwe: unknown, { privateKey } = x25519): Promise<unknown> {
	const { plaintext } = await compactDecrypt(String(jwe), privateKey);
	return JSON.parse(new TextDecoder().decode(plaintext));
}

const SECRETS = {
	pan: expect.stringMatching(/^\d{16}$/),
	cvv: expect.stringMatching(/^\d{3}$/),
	card_encrypted: expect.stringMatching(/^eyJ/),
};

test('Card: Issue: the owner of the key reads them, and nobody else', async () => {
	const item = await itemOf({ ...ISSUE, encryptTo: KEY });
	const { secrets_encrypted: jwe, ...rest } = item;
	expect(await opened(jwe)).toEqual({ card: SECRETS });
	expect(rest.card).toMatchObject({ cvv: '••••••••', card_encrypted: '••••••••' });
	expect(rest.outcome_reached).toBe(true);
});

test('Card: Get', async () => {
	const cardId = (await itemOf(ISSUE)).card_id as string;
	const get = { resource: 'card', operation: 'get', cardId, options: {} };
	const item = await itemOf({ ...get, revealSecrets: true, encryptTo: pem(ec.publicKey) });
	expect(await opened(item.secrets_encrypted, ec)).toEqual(SECRETS);
	expect(item).toMatchObject({ card_id: cardId, cvv: '••••••••', card_encrypted: '••••••••' });
	expect(item.pan).toMatch(/^••••••••\d{4}$/);
});

test.each([
	['without waiting', { waitUntilReady: false }],
	['without Reveal Secrets', { revealSecrets: false }],
])('%s no secret comes out readable', async (_, parameters) => {
	const item = await itemOf({ ...ISSUE, encryptTo: KEY, ...parameters });
	expect(item.card_id).toEqual(expect.any(String));
	expect(JSON.stringify(item)).not.toMatch(/"(pan|cvv)":"\d/);
});

test('a card that shows no secret yet has nothing encrypted', async () => {
	const item = await itemOf({
		...ISSUE,
		svcProductId: '9003',
		encryptTo: KEY,
		options: { maxWait: 0.2 },
	});
	expect(item).toMatchObject({ status: 'pending' });
	expect(item).not.toHaveProperty('secrets_encrypted');
});

test.each([
	['a private key', pem(x25519.privateKey), 'Encrypt Secrets To is a private key'],
	['what is no key', 'my key', 'Encrypt Secrets To cannot be read as a public key'],
	[
		'an expression that gives nothing',
		'={{ $json.none }}',
		'Encrypt Secrets To is an expression that gives nothing',
	],
])('%s is refused before anything is sent', async (_, encryptTo, why) => {
	const failed = errorOf(await run({ ...ISSUE, encryptTo, revealSecrets: true }));
	expect(failed.message).toMatch(why);
	expect(JSON.stringify(failed)).not.toContain(encryptTo.slice(-60, -30) || 'my key');
	const get = { resource: 'card', operation: 'get', cardId: 'c', options: {} };
	expect(errorOf(await run({ ...get, encryptTo, revealSecrets: true })).message).toMatch(why);
	expect(api.sandbox.state.requests).toEqual([]);
});
