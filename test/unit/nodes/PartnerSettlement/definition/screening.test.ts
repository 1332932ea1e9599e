/** Proves which network an address shows, and that none is guessed if it shows none. */
import { withNetwork } from '../../../../../nodes/PartnerSettlement/definition/screening';
import { ETHEREUM, TRON } from '../../../../support/addresses';

const BECH32 = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

const WRONG_CASE = ETHEREUM.replace(/[a-f]/, (digit) => digit.toUpperCase());

test.each([
	['TRON', TRON, 'tron_usdt'],
	['Ethereum in mixed case', ETHEREUM, 'eth'],
	['Ethereum in small letters', ETHEREUM.toLowerCase(), 'eth'],
	['Bitcoin, pay to a key (BIP-173)', BECH32, 'btc'],
	['Bitcoin in capitals', BECH32.toUpperCase(), 'btc'],
	['Bitcoin, Taproot', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', 'btc'],
	['Bitcoin, beginning with 1', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'btc'],
	['Bitcoin, beginning with 3', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'btc'],
	['TRON with a wrong character', `${TRON.slice(0, -1)}${TRON.endsWith('x') ? 'y' : 'x'}`, ''],
	['Ethereum in the wrong case', WRONG_CASE, ''],
	['Ethereum without 0x', ETHEREUM.slice(2), ''],
	['Litecoin', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9', ''],
	['a name', 'alice', ''],
])('%s: %s shows the network "%s"', (_, address, network) => {
	const values = { network: 'auto', address, refresh: true };
	if (network) expect(withNetwork(values)).toEqual({ ...values, network });
	else expect(() => withNetwork(values)).toThrow('Address fits no network');
});

test('a chosen network stays, and an address of another one is refused', () => {
	const values = { network: 'eth', address: ETHEREUM };
	expect(withNetwork(values)).toEqual(values);
	expect(() => withNetwork({ network: 'btc', address: TRON })).toThrow('Network is Bitcoin');
});

test('a body of the operator stays as it is', () => {
	expect(withNetwork({})).toEqual({});
});
