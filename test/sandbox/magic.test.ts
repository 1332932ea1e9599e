// The addresses, offers and amounts by which an outcome is chosen are valid, and mean it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAddressOf, isEthereumAddress, KYT_NETWORKS } from '../../dev/sandbox/addresses';
import { FAULTS } from '../../dev/sandbox/http/faults';
import { isKnownSanctioned, knownSanctionedAddresses } from '../../dev/sandbox/known-addresses';
import {
	faultAddress,
	faultOf,
	faultValues,
	KYT_OUTCOMES,
	kytOutcomeOf,
	orderOutcomeOf,
	orderOutcomeValues,
	outcomeAddress,
} from '../../dev/sandbox/magic';
import { withMagicValues } from '../../dev/scripts/docs/magic-values';

describe.each(KYT_NETWORKS)('on %s', (network) => {
	test.each(KYT_OUTCOMES)('the address of %s is valid and means it', (outcome) => {
		const address = outcomeAddress(network, outcome);
		expect(isAddressOf(network, address)).toBe(true);
		expect(kytOutcomeOf(network, address)).toBe(outcome);
	});

	test.each(FAULTS)('the address of the fault %s is valid and means it', (fault) => {
		const address = faultAddress(network, fault);
		expect(isAddressOf(network, address)).toBe(true);
		expect(faultOf({ address }, 'svc')?.fault).toBe(fault);
	});

	test('the known sanctioned addresses are valid and hits', () => {
		for (const address of knownSanctionedAddresses(network)) {
			expect(isAddressOf(network, address)).toBe(true);
			expect(isKnownSanctioned(network, address)).toBe(true);
		}
	});
});

test('every order outcome has an offer, a product and an amount', () => {
	for (const [outcome, { offerId, productId, amount }] of orderOutcomeValues) {
		expect([offerId, productId, amount].map(orderOutcomeOf)).toEqual([outcome, outcome, outcome]);
	}
	expect(orderOutcomeOf('10.00')).toBe('completed');
});

test.each([...faultValues])(
	'the offer, product and amount of the fault %s mean it',
	(fault, values) => {
		const { offerId: offer_id, productId: svc_product_id, amount } = values;
		for (const body of [{ offer_id }, { svc_product_id }, { amount }]) {
			expect(faultOf(body, 'svc')?.fault).toBe(fault);
		}
	},
);

// EIP-55's own test vectors.
test.each([
	...'0x52908400098527886E0F7030069857D2E4169EE7'.split(' '),
	...'0xde709f2102306220921060314715629080e2fb77'.split(' '),
	...'0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'.split(' '),
	...'0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'.split(' '),
	...'0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'.split(' '),
	...'0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'.split(' '),
])('%s is an Ethereum address', (address) => {
	expect(isEthereumAddress(address)).toBe(true);
});

// BIP-173's and BIP-350's own test vectors, and addresses with one character changed.
test.each([
	['btc', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', true],
	['btc', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', true],
	['btc', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', false],
	['btc', 'BC13W508D6QEJXTDG4Y5R3ZARVARY0C5XW7KN40WF2', false],
	['btc', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', false],
	['btc', '149w62rY42aZBox8fGcmqNsXUzSStKeq8D', false],
	['eth', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', false],
	['tron_usdt', 'TCzq6m2zxnQkrZrf8cqYcK6bbXQYAfWYKD', false],
	['tron_usdt', '149w62rY42aZBox8fGcmqNsXUzSStKeq8C', false],
] as const)('%s: %s is judged %s', (network, address, valid) => {
	expect(isAddressOf(network, address)).toBe(valid);
});

test("the README's tables are the ones of the code (npm run docs writes them)", () => {
	const readme = readFileSync(join(__dirname, '../../dev/sandbox/README.md'), 'utf8');
	expect(readme).toBe(withMagicValues(readme));
	expect(() => withMagicValues('# Sandbox')).toThrow(/no marks/);
});
