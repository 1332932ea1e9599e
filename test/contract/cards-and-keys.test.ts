// An encrypted card is read with the key of the credential only, and an access token is held against the key set.
import { generateKeyPairSync } from 'node:crypto';
import { z } from 'zod';
import { type ApiCall, decryptCard, inspectToken, schemas } from '../../partner-api';
import { type Sandbox, startSandbox } from '../../dev/sandbox';
import { waitUntil } from '../../dev/stack/wait-until';
import { pem } from '../support/keys';
import { BALANCE, Contract } from '../support/partner';

const KEY_SET: ApiCall = { ...BALANCE, path: '/auth/v1/partner/jwks' };

let sandbox: Sandbox;
let contract: Contract;

beforeAll(async () => {
	sandbox = await startSandbox({ settleMs: 1 });
});

beforeEach(async () => {
	contract = await Contract.of(sandbox);
});

afterAll(async () => {
	await sandbox.close();
});

describe('the card as the sandbox encrypts it', () => {
	const shownCard = z.object({ pan: z.string(), cvv: z.string(), card_encrypted: z.string() });

	/** A card whose secrets are there. */
	async function card(): Promise<z.infer<typeof shownCard>> {
		const client = contract.client();
		const body = { svc_product_id: 101, ext_id: `card-${contract.partner.partnerId}` };
		const order = await client.call({
			method: 'POST',
			base: 'base',
			path: '/api/pin/create_card',
			body,
			retrySafety: 'idempotent',
		});
		const { card_id: id } = z.object({ card_id: z.string() }).parse(order);
		const path = `/partner/cards/${id}`;
		return await waitUntil('the secrets of the card', async () => {
			const answer = await client.call({ ...BALANCE, path });
			return shownCard.safeParse(schemas.cardSchema.parse(answer)).data;
		});
	}

	test('is read with the key of the credential', async () => {
		const { card_encrypted: jwe, pan, cvv } = await card();
		const decrypted = await decryptCard(jwe, contract.partner.cardEncryptionKeyPem);
		expect(decrypted).toMatchObject({ content: { pan, cvv } });
	});

	test('is not read with another', async () => {
		const { card_encrypted: jwe } = await card();
		const other = pem(generateKeyPairSync('x25519').privateKey);
		expect(await decryptCard(jwe, other)).toEqual({
			problem: expect.stringContaining('another key'),
		});
	});
});

describe('the token against the key set', () => {
	async function inspect(change: (token: string) => string): ReturnType<typeof inspectToken> {
		const client = contract.client();
		const keySet = schemas.keySetSchema.parse(await client.call(KEY_SET));
		return await inspectToken(change((await client.token()).value), keySet);
	}

	/** A token with one character of the numbered part changed, in its middle. */
	function tampered(part: number) {
		return (token: string): string =>
			token
				.split('.')
				.map((text, index) => {
					const middle = Math.floor(text.length / 2);
					const other = text.charAt(middle) === 'A' ? 'B' : 'A';
					return index === part ? text.slice(0, middle) + other + text.slice(middle + 1) : text;
				})
				.join('.');
	}

	test('is genuine, with the claims of section 5.2', async () => {
		const inspected = await inspect((token) => token);
		expect(inspected.problem).toBeUndefined();
		expect(inspected.claims).toMatchObject({
			partner_id: Number(contract.partner.partnerId),
			scope: expect.stringContaining('balance:read'),
		});
	});

	test.each([
		['claims', 1],
		['signature', 2],
	])('is not when its %s were tampered with', async (_name, part) => {
		const inspected = await inspect(tampered(part));
		expect(inspected).toMatchObject({ problem: expect.any(String) });
	});

	test('is not when another service signed it', async () => {
		const other = await Contract.start();
		const { value } = await other.client().token();
		await other.sandbox.close();
		expect(await inspect(() => value)).toMatchObject({ problem: expect.any(String) });
	});

	test.each([
		['a damaged x', { x: 'AAAA' }],
		['no x', { x: undefined }],
		['an x that is no text', { x: 7 }],
		['a crv of tomorrow', { crv: 'Ed1' }],
	])('is not against a key with %s', async (_name, damage) => {
		const client = contract.client();
		const keySet = schemas.keySetSchema.parse(await client.call(KEY_SET));
		const keys = keySet.keys.map((key) => ({ ...(key as object), ...damage }));
		const { value } = await client.token();
		expect(await inspectToken(value, { keys })).toMatchObject({
			problem: expect.any(String),
			claims: { partner_id: Number(contract.partner.partnerId) },
		});
	});

	test('the scopes it carries are those that were granted', async () => {
		const poor = await Contract.of(sandbox, { scopes: ['kyt:check', 'cards:*'] });
		expect((await poor.client().token()).scopes?.sort()).toEqual(['cards:*', 'kyt:check']);
	});
});
