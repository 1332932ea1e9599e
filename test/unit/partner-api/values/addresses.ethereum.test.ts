// Ethereum addresses by the test cases of EIP-55, and damaged ones.
import { checkAddress } from '../../../../partner-api';

/** EIP-55, "Test Cases". */
const ALL_CAPS = [
	'0x52908400098527886E0F7030069857D2E4169EE7',
	'0x8617E340B3D01FA5F11F306F4090FD50E238070D',
];
const ALL_LOWER = [
	'0xde709f2102306220921060314715629080e2fb77',
	'0x27b1fdb04752bbc536007a920d24acb045561c26',
];
const NORMAL = [
	'0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
	'0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
	'0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
	'0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
];

const check = (address: string) => () => checkAddress('Ethereum', address, 'Address');

test.each([...ALL_CAPS, ...ALL_LOWER, ...NORMAL])('%s is valid', (address) => {
	expect(check(address)()).toBe(address);
});

test.each(NORMAL)('%s is valid in one case throughout', (address) => {
	expect(check(address.toLowerCase())).not.toThrow();
	expect(check(`0x${address.slice(2).toUpperCase()}`)).not.toThrow();
});

test.each(NORMAL)('%s is refused with the case of one letter changed', (address) => {
	for (const [place, letter] of Array.from(address).entries()) {
		if (place < 2 || !/[a-f]/i.test(letter)) continue;
		const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
		const changed = address.slice(0, place) + other + address.slice(place + 1);
		expect(check(changed)).toThrow('Address is not an Ethereum address');
	}
});

test.each([
	'0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe',
	'0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed0',
	'0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg',
	'5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
	'0XD1220A0CF47C7B9BE7A2E6BA89F429762E7B9ADB',
])('%s: neither more nor less than 0x and 40 digits', (address) => {
	expect(check(address)).toThrow('Address is not an Ethereum address');
});
