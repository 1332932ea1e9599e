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
import { betweenMarks } from './marked-tables';
import { alignedTable } from './table';

/**
 * The sandbox's README with the tables of its magic values as its code has them.
 *
 * @param readme the README as it is
 * @throws Error where the README lacks the two marks between which the tables stand
 */
export function withMagicValues(readme: string): string {
	return betweenMarks(readme, magicTables());
}

function magicTables(): string {
	return [
		'### Screening outcomes, by address',
		alignedTable(['outcome', 'network', 'address'], screeningRows()),
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

function screeningRows(): string[][] {
	const row = (outcome: keyof typeof KYT_TABLE, network: string, address: string) => {
		return [KYT_TABLE[outcome].meaning, network, code(address)];
	};
	return KYT_NETWORKS.flatMap((network) => [
		...KYT_OUTCOMES.map((outcome) => row(outcome, network, outcomeAddress(network, outcome))),
		...knownSanctionedAddresses(network).map((address) => row('sanctions', network, address)),
	]);
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
