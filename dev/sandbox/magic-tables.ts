import { KYT_NETWORKS } from './addresses';
import { FAULT_TABLE, isBefore } from './http/faults';
import { knownSanctionedAddresses } from './known-addresses';
import {
	faultAddress,
	faultValues,
	KYT_OUTCOMES,
	KYT_TABLE,
	orderOutcomeValues,
	outcomeAddress,
} from './magic';

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

/** All magic values, as the README and the page show them. Values to copy are in backticks. */
export const MAGIC_TABLES = [
	{
		title: 'Screening outcomes, by address',
		heads: ['outcome', 'network', 'address'],
		rows: screeningRows(),
	},
	{
		title: 'Order outcomes',
		heads: ['outcome', 'offer or plan id', 'card product id', 'amount'],
		rows: orderRows(),
	},
	{
		title: 'Faults, by offer or plan id, card product id, or amount',
		heads: ['fault', 'what happens', 'offer or plan id', 'card product id', 'amount'],
		rows: faultRows(),
	},
	{ title: 'Faults, by address', heads: ['fault', ...KYT_NETWORKS], rows: faultAddressRows() },
];
