// Other libraries judge a thousand addresses of each chain as we do.
import fc from 'fast-check';
import multicoin from 'multicoin-address-validator';
import { utils } from 'tronweb';
import { generated } from '../../support/generated-addresses';
import { type Chain, checkAddress, InputError } from '../../../../partner-api';

const RUNS = 1_000;

function isValid(chain: Chain, address: string): boolean {
	try {
		checkAddress(chain, address, 'Address');
		return true;
	} catch (error) {
		if (error instanceof InputError) return false;
		throw error;
	}
}

type Opinion = (address: string) => boolean;

/** What two libraries, or one, say of an address of the main network. */
const OPINIONS: Record<Chain, Opinion[]> = {
	TRON: [
		(address) => utils.address.isAddress(address),
		(address) => multicoin.validate(address, 'trx'),
	],
	Ethereum: [(address) => multicoin.validate(address, 'eth')],
	Bitcoin: [(address) => multicoin.validate(address, 'btc')],
};

const CHAINS = Object.keys(OPINIONS) as Chain[];

test.each(CHAINS)(
	`${String(RUNS)} addresses of %s, intact and damaged: the libraries say the same`,
	(chain) => {
		const counts = { valid: 0, invalid: 0 };
		fc.assert(
			fc.property(generated[chain], (address) => {
				const isFine = isValid(chain, address);
				counts[isFine ? 'valid' : 'invalid'] += 1;
				// The property fails where this is false; an expect() for each address would take most of the time.
				return OPINIONS[chain].every((opinion) => opinion(address) === isFine);
			}),
			{ numRuns: RUNS },
		);
		// Both kinds were there.
		expect(counts.valid).toBeGreaterThan(RUNS / 10);
		expect(counts.invalid).toBeGreaterThan(RUNS / 10);
	},
	300_000,
);
