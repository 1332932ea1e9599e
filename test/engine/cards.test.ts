/** Proves that the secrets of a card come out masked, readable, or readable by the owner of a key alone, and never fail its read. */
import { generateKeyPairSync } from 'node:crypto';
import { compactDecrypt, CompactEncrypt } from 'jose';
import type { INodeParameters } from 'n8n-workflow';
import { ec, pem, x25519 } from '../support/keys';
import { useOneAnswer } from './support/answers';
import { errorOf, hintsOf, outputs, useNode } from './support/run-node';
import { cardIssue } from '../../nodes/PartnerSettlement/operations/card/issue';
import { readWebhookSecret } from '../../partner-api';

describe('secrets', () => {
	const { api, start } = useNode({ settleMs: 5 });
	const one = useOneAnswer();
	const GET = { resource: 'card', operation: 'get', cardId: 'c', options: {} };
	const ISSUE = {
		...{ resource: 'card', operation: 'issue', svcProductId: '101', extIdMode: 'auto' },
		...{ waitUntilReady: true, revealSecrets: true, options: { pollInterval: 0.1 } },
	};
	const KEY = pem(x25519.publicKey);
	const OWN = pem(x25519.privateKey);
	const CARD = { pan: '4111111111111111', cvv: '123' };
	const MASKED = { cvv: '••••••••', card_encrypted: '••••••••' };

	describe('Card: Get of an API that encrypts', () => {
		async function read(answer: object, revealSecrets = true, cardEncryptionKey = OWN) {
			const parameters = { ...GET, revealSecrets };
			const run = await one(answer, parameters, { credential: { cardEncryptionKey } });
			return { item: outputs(run)[0]?.[0]?.json, hints: hintsOf(run) };
		}

		const encrypted = async () =>
			await new CompactEncrypt(Buffer.from('{"pan":"4111111111111111"}'))
				.setProtectedHeader({ alg: 'ECDH-ES+A256KW', enc: 'A256GCM' })
				.encrypt(x25519.publicKey);

		test('a JWE in an envelope is decrypted, and the card comes out without the envelope', async () => {
			const card = { status: 'ok', data: { cvv: '123', card_encrypted: await encrypted() } };
			const item = { ...card.data, card_decrypted: { pan: '4111111111111111' } };
			expect(await read(card)).toEqual({ item, hints: [] });
			expect((await read(card, false)).item).toEqual(MASKED);
		});

		const other = pem(generateKeyPairSync('x25519').privateKey);
		test.each<[string, unknown, string, string]>([
			['a JWE to another key', undefined, other, 'it is damaged'],
			['a key that cannot be read', undefined, 'no key', 'Card Encryption Key: this is'],
		])('of a card with %s the rest comes out, and a hint says so', async (_, given, key, why) => {
			const card = { ...CARD, card_encrypted: given ?? (await encrypted()) };
			const problem = `cannot be decrypted: ${why}`;
			expect(await read(card, true, key)).toEqual({
				item: { ...card, card_not_decrypted: expect.stringContaining(problem) },
				hints: [expect.stringContaining(`card_encrypted ${problem}`)],
			});
		});
	});

	describe('Encrypt Secrets To', () => {
		const itemOf = async (parameters: INodeParameters) =>
			outputs(await start(parameters))[0]?.[0]?.json ?? {};

		async function opened(jwe: unknown, { privateKey } = x25519): Promise<unknown> {
			const { plaintext } = await compactDecrypt(String(jwe), privateKey);
			return JSON.parse(new TextDecoder().decode(plaintext));
		}

		const SECRETS = {
			pan: expect.stringMatching(/^\d{16}$/),
			cvv: expect.stringMatching(/^\d{3}$/),
			card_encrypted: expect.stringMatching(/^eyJ/),
		};

		test('the owner of the key reads them, and nobody else: Card: Issue, and Card: Get', async () => {
			const { secrets_encrypted: jwe, ...rest } = await itemOf({ ...ISSUE, encryptTo: KEY });
			expect(await opened(jwe)).toEqual({ card: SECRETS });
			expect(rest).toMatchObject({ card: MASKED, outcome_reached: true });
			const get = { ...GET, cardId: rest.card_id as string, revealSecrets: true };
			const item = await itemOf({ ...get, encryptTo: pem(ec.publicKey) });
			expect(await opened(item.secrets_encrypted, ec)).toEqual(SECRETS);
			expect(item).toMatchObject({ card_id: rest.card_id, ...MASKED });
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

		test.each([
			['a private key', OWN, 'is a private key'],
			['what is no key', 'my key', 'cannot be read as a public key'],
			['an expression that gives nothing', '={{ $json.none }}', 'is empty for this item'],
		])('%s is refused before anything is sent', async (_, encryptTo, why) => {
			for (const operation of [ISSUE, GET]) {
				const failed = errorOf(await start({ ...operation, encryptTo, revealSecrets: true }));
				expect(failed.message).toMatch(`Encrypt Secrets To ${why}`);
				expect(JSON.stringify(failed)).not.toContain(encryptTo.slice(-60, -30) || 'my key');
			}
			expect(api.sandbox.state.requests).toEqual([]);
		});
	});
});

describe('details', () => {
	const read = (name: string) => (value: string) =>
		cardIssue.fields.find((one) => one.name === name)?.read(value);
	const READ = {
		'Birth Date': read('birth_date'),
		Email: read('email'),
		'Webhook Secret': (value: string) => readWebhookSecret(value, 'Webhook Secret'),
	};
	type Name = keyof typeof READ;
	const SECRET = '0123456789abcdef';

	test.each<[Name, string, string]>([
		...['1990-01-31', '29.02.2024', '12/31/1990', '31 January 1990', '19900131'].map(
			(date): [Name, string, string] => ['Birth Date', date, date],
		),
		['Birth Date', '1990-01-31T00:00:00', '1990-01-31'],
		['Email', ' carla@example.com ', 'carla@example.com'],
		['Email', 'carla+card@mail.example.co.uk', 'carla+card@mail.example.co.uk'],
		['Email', 'üser@exämple.de', 'üser@exämple.de'],
		['Webhook Secret', `[{"hmac_secret": "${SECRET}"}]`, SECRET],
		['Webhook Secret', `{"hmac_secret": "${SECRET}"}`, SECRET],
		...['', SECRET].map((own): [Name, string, string] => ['Webhook Secret', own, own]),
	])('%s %j is sent as %j', (name, value, sent) => {
		expect(READ[name](value)).toBe(sent);
	});

	const REFUSED: [Name, RegExp, string[]][] = [
		[
			...(['Birth Date', /^Birth Date [\d./-]+ is not a date in the calendar$/] as const),
			['31.02.1991', '1991-02-31', '29.02.2023', '30/02/1990', '1990-13-01', '00.05.1990'],
		],
		[
			...(['Email', /^Email is not an email address/] as const),
			['carla(at)example.com', 'carla', 'carla@', '@example.com', 'a b@example.com', 'a@b'],
		],
		[
			...(['Webhook Secret', /^Webhook Secret looks like JSON$/] as const),
			[
				'[]',
				'{"a": 1}',
				'[{"hmac_secret": "a"}, {"hmac_secret": "b"}]',
				'{"hmac_secret": ""}',
				'{',
			],
		],
	];
	test.each(REFUSED)('%s is refused with %s: %j', (name, message, values) => {
		for (const value of values) expect(() => READ[name](value)).toThrow(message);
	});
});
