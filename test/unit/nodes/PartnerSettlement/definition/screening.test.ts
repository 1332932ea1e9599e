/** Proves which network an address shows, and that none is guessed if it shows none. */
import { withNetwork } from '../../../../../nodes/PartnerSettlement/definition/screening';
import { ETHEREUM, TRON } from '../../../../support/addresses';

const BECH32 = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

test.each([
	['TRON', TRON, 'tron_usdt'],
	['Ethereum in mixed case', ETHEREUM, 'eth'],
	['Bitcoin, pay to a key (BIP-173)', BECH32, 'btc'],
	['Bitcoin, beginning with 1', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'btc'],
	['TRON with a wrong character', `${TRON.slice(0, -1)}${TRON.endsWith('x') ? 'y' : 'x'}`, ''],
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
