// Screenings of the sandbox (sections 3.1 and 4.7), its magic addresses, and its control interface.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../support/until';
import { type Answer, refusal, useClient } from './support/client';
import {
	addressFromLabel,
	isAddressOf,
	isEthereumAddress,
	type KytNetwork,
} from '../../dev/sandbox/addresses';
import { withMagicValues } from '../../dev/scripts/docs/magic-values';

const client = useClient(true);

function anAddress(network: KytNetwork = 'tron_usdt'): string {
	return addressFromLabel(network, randomUUID());
}

async function check(body: Record<string, unknown>): Promise<Answer> {
	return await client.call('kyt_check', { network: 'tron_usdt', ...body });
}

async function finished(id: unknown): Promise<Answer> {
	return await until(
		() => client.call('kyt_check_get', { id }),
		(answer) => answer.body.status !== 'processing',
	);
}

test('2.6 the id is an int64 beyond 2^53, and is taken back with all its digits', async () => {
	const first = await check({ address: anAddress() });
	const second = await check({ address: anAddress() });
	expect(first.body.id).toBe(9_007_199_254_740_993n);
	expect(second.text).toContain('"id":9007199254740994');
	expect((await finished(second.body.id)).body.id).toBe(second.body.id);
	expect((await client.call('kyt_check_get', { id: String(second.body.id) })).status).toBe(400);
});

test('3.1 a completed result of the address comes from the cache, at price 0, unless refresh is set', async () => {
	const address = anAddress('eth');
	const first = await check({ network: 'eth', address });
	await finished(first.body.id);
	const second = await check({ network: 'eth', address: address.toLowerCase() });
	expect(second.body).toMatchObject({ status: 'completed', cached: true, price_usdt: '0' });
	expect(await client.available()).toBe('9999.25');
	const fresh = await check({ network: 'eth', address, refresh: true });
	expect(fresh.body).toMatchObject({ status: 'processing', cached: false, price_usdt: '0.75' });
});

test('4.7.4 a known ext_id gives the existing check, charged once, refresh or not', async () => {
	const body = { address: anAddress(), ext_id: 'screening-1' };
	const first = await check(body);
	const replayed = await check({ ...body, refresh: true });
	await finished(first.body.id);
	const later = await check(body);
	expect(replayed.body.id).toBe(first.body.id);
	expect(later.body).toMatchObject({ id: first.body.id, status: 'completed', cached: false });
	expect(await client.available()).toBe('9999.25');
});

test('4.7 an ext_id keeps its network and address', async () => {
	await check({ address: anAddress(), ext_id: 'screening-1' });
	const address = await check({ address: anAddress(), ext_id: 'screening-1' });
	const network = await check({ network: 'eth', address: anAddress('eth'), ext_id: 'screening-1' });
	for (const answer of [address, network])
		expect(refusal(answer)).toEqual([422, 'ext_id_conflict']);
});

test.each([
	[{ network: 'tron' }, 400, 'invalid_network'],
	[{ address: undefined }, 400, 'missing_field'],
	[{ address: 'TCzq6m2zxnQkrZrf8cqYcK6bbXQYAfWYKc' }, 422, 'invalid_address'],
])('4.7 %j is answered with %i %s', async (change, status, code) => {
	expect(refusal(await check({ address: anAddress(), ...change }))).toEqual([status, code]);
});

test('4.5 the quote takes no body, not even an empty object', async () => {
	const answer = await client.base('/api/kyt_quote', {});
	expect(refusal(answer)).toEqual([400, 'body_not_allowed']);
});

// The test vectors of EIP-55, BIP-173 and BIP-350, and addresses with one character changed.
test.each<[KytNetwork, string, boolean]>([
	['eth', '0x52908400098527886E0F7030069857D2E4169EE7', true],
	['eth', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', true],
	['btc', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', true],
	['btc', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', true],
	['btc', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', false],
	['eth', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', false],
	['tron_usdt', 'TCzq6m2zxnQkrZrf8cqYcK6bbXQYAfWYKD', false],
	['tron_usdt', '149w62rY42aZBox8fGcmqNsXUzSStKeq8C', false],
])('%s: %s is judged %s', (network, address, valid) => {
	expect(isAddressOf(network, address)).toBe(valid);
	expect(isEthereumAddress(address)).toBe(valid && network === 'eth');
});

test("the README's tables are the ones of the code (npm run docs writes them)", () => {
	const readme = readFileSync(join(__dirname, '../../dev/sandbox/README.md'), 'utf8');
	expect(readme).toBe(withMagicValues(readme));
	expect(() => withMagicValues('# Sandbox')).toThrow(/no marks/);
});
