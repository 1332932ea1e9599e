import { createHash } from 'node:crypto';
import { bech32, bech32m, createBase58check } from '@scure/base';
import fc from 'fast-check';
import { addressFromLabel } from '../../../dev/sandbox/addresses';

const base58check = createBase58check((data: Uint8Array) =>
	createHash('sha256').update(data).digest(),
);

const bytes = (length: number): fc.Arbitrary<Uint8Array> =>
	fc.uint8Array({ minLength: length, maxLength: length });

/** A payload, usually of the right length. */
const payload = fc.oneof(
	{ weight: 8, arbitrary: bytes(20) },
	{ weight: 1, arbitrary: fc.uint8Array({ minLength: 18, maxLength: 33 }) },
);

function base58Address(versions: number[]): fc.Arbitrary<string> {
	const version = fc.oneof(
		{ weight: 8, arbitrary: fc.constantFrom(...versions) },
		{ weight: 1, arbitrary: fc.nat(255) },
	);
	return fc
		.tuple(version, payload)
		.map(([first, rest]) => base58check.encode(Uint8Array.from([first, ...rest])));
}

const segwitAddress = fc
	.record({
		prefix: fc.constantFrom('bc', 'bc', 'bc', 'tb', 'bcrt', 'ltc'),
		version: fc.oneof(fc.constantFrom(0, 1), fc.nat(17)),
		program: fc.oneof(bytes(20), bytes(32), fc.uint8Array({ minLength: 1, maxLength: 42 })),
		isBech32: fc.boolean(),
		isCapital: fc.boolean(),
	})
	.map(({ prefix, version, program, isBech32, isCapital }) => {
		const words = [version, ...bech32.toWords(program)];
		const address = (isBech32 ? bech32 : bech32m).encode(prefix, words);
		return isCapital ? address.toUpperCase() : address;
	});

const ethereumAddress = fc
	.tuple(fc.string(), fc.constantFrom('lower', 'upper', 'eip55'))
	.map(([label, spelling]) => {
		const address = addressFromLabel('eth', label);
		if (spelling === 'eip55') return address;
		const digits = address.slice(2);
		return `0x${spelling === 'upper' ? digits.toUpperCase() : digits.toLowerCase()}`;
	});

const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

type Damage = (address: string, place: number, character: string) => string;

/** How an address may change when it is copied. The first of these keeps it. */
const DAMAGES: Damage[] = [
	(address) => address,
	(address, place, character) => address.slice(0, place) + character + address.slice(place + 1),
	(address, place) => address.slice(0, place) + address.slice(place + 1),
	(address, place, character) => address.slice(0, place) + character + address.slice(place),
	(address, place) =>
		address.slice(0, place) +
		address
			.slice(place, place + 2)
			.split('')
			.reverse()
			.join('') +
		address.slice(place + 2),
	(address, place) => {
		const letter = address.charAt(place);
		const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
		return address.slice(0, place) + other + address.slice(place + 1);
	},
	(address) => address.toUpperCase(),
	(address) => address.toLowerCase(),
];

/** Unchanged in about half of the cases, otherwise with one mistake. */
function perhapsDamaged(address: fc.Arbitrary<string>): fc.Arbitrary<string> {
	const damage = fc.oneof(fc.constant(DAMAGES[0]), fc.constantFrom(...DAMAGES));
	return fc
		.tuple(address, damage, fc.nat(), fc.constantFrom(...CHARACTERS.split('')))
		.map(([intact, damaged, place, character]) =>
			damaged ? damaged(intact, place % intact.length, character) : intact,
		);
}

export const generated = {
	TRON: perhapsDamaged(base58Address([0x41])),
	Ethereum: perhapsDamaged(ethereumAddress),
	Bitcoin: perhapsDamaged(
		fc.oneof(base58Address([0x00, 0x05, 0x6f, 0xc4]), segwitAddress, segwitAddress),
	),
};
