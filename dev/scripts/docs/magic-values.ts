import { KYT_NETWORKS } from '../../sandbox/addresses';
import { FAULT_TABLE, isBefore } from '../../sandbox/http/faults';
import { knownSanctionedAddresses } from '../../sandbox/known-addresses';
import {
	faultAddress,
	faultValues,
	KYT_OUTCOMES,
	KYT_TABLE,
	orderOutcomeValues,
	outcomeAddress,
} from '../../sandbox/magic';
import { alignedTable } from './table';

const BETWEEN_MARKERS = /(<!-- magic values: start -->\n\n)[^]*(\n\n<!-- magic values: end -->)/;

/**
 * The sandbox's README with the tables of its magic values as its code has them.
 *
 * @param readme the README as it is
 * @throws Error where the README lacks the two marks between which the tables stand
 */
export function withMagicValues(readme: string): string {
	if (!BETWEEN_MARKERS.test(readme)) throw new Error('The README has no marks for magic values');
	return readme.replace(
		BETWEEN_MARKERS,
		(_old, start: string, end: string) => `${start}${magicTables()}${end}`,
	);
}

function magicTables(): string {
	return [
		'### Screening outcomes, by address',
		alignedTable(['outcome', 'network', 'address'], [...outcomeRows(), ...knownRows()]),
		'### Order outcomes',
		alignedTable(['outcome', 'offer or plan id', 'card product id', 'amount'], orderRows()),
		'### Faults, by offer or plan id, card product id, or amount',
		alignedTable(
			['fault', 'what happens', 'offer or plan id', 'card product id', 'amount'],
			faultRows(),
		),
		'### Faults, by address',
		alignedTable(['fault', ...KYT_NETWORKS], faultAddressRows()),
	].join('\n\n');
}

function code(text: string | number): string {
	return `\`${text}\``;
}

function outcomeRows(): string[][] {
	return KYT_OUTCOMES.flatMap((outcome) =>
		KYT_NETWORKS.map((network) => [
			KYT_TABLE[outcome].meaning,
			network,
			code(outcomeAddress(network, outcome)),
		]),
	);
}

function knownRows(): string[][] {
	return KYT_NETWORKS.flatMap((network) =>
		knownSanctionedAddresses(network).map((address) => [
			KYT_TABLE.sanctions.meaning,
			network,
			code(address),
		]),
	);
}

function orderRows(): string[][] {
	return [...orderOutcomeValues].map(([outcome, { offerId, productId, amount }]) => [
		outcome,
		...[offerId, productId, amount].map(code),
	]);
}

function faultRows(): string[][] {
	return FAULT_TABLE.map(({ name, meaning }) => {
		const { offerId = '', productId = '', amount = '' } = faultValues.get(name) ?? {};
		return [code(name), meaning, ...[offerId, productId, amount].map(code)];
	});
}

function faultAddressRows(): string[][] {
	return FAULT_TABLE.map(({ name }) => [
		`${code(name)}${isBefore(name) ? '' : ' (work done)'}`,
		...KYT_NETWORKS.map((network) => code(faultAddress(network, name))),
	]);
}
