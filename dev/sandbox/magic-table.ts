import { KYT_NETWORKS } from './addresses';
import { FAULTS, isBefore, type Fault } from './http/fault-names';
import { knownSanctionedAddresses } from './known-addresses';
import {
	faultAddress,
	faultValues,
	KYT_OUTCOMES,
	orderOutcomeValues,
	outcomeAddress,
	type KytOutcome,
} from './magic';

const KYT_MEANINGS: Record<KytOutcome, string> = {
	clear: 'completed, score 3, low (as every other address)',
	sanctions: 'completed, score 100, critical, sanctions hit',
	high: 'completed, score 87.5, high',
	medium: 'completed, score 48, medium',
	failed: 'failed, `error_code` provider_unavailable, nothing debited',
	slow: 'completed after ten times the usual delay',
	never: 'stays processing',
	missing_score: 'completed without score and severity',
	unknown_severity: 'completed, score 42, severity galactic',
	insufficient_balance: '422 insufficient_balance',
};

const FAULT_MEANINGS: Record<Fault, string> = {
	closed_before: 'connection closed, nothing done',
	timeout: 'no answer, nothing done',
	'401_once': '401 token_expired',
	'403': '403 not_allowed',
	'429': '429 with Retry-After: 1',
	'500': '500, nothing done',
	'502_html': '502 with an HTML page',
	'503': '503, nothing done',
	redirect: '307 to another path',
	closed_after_commit: 'work done, connection closed',
	timeout_after_commit: 'work done, no answer',
	'500_after_commit': 'work done, 500',
	'502_html_after_commit': 'work done, 502 with an HTML page',
	truncated: 'work done, half of the body, connection closed',
	broken_json: 'work done, JSON without its last brace',
	empty: 'work done, 200 with an empty body',
};

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
	const lines = [head, head.map(() => '---'), ...rows];
	return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function code(text: string | number): string {
	return `\`${text}\``;
}

/** All magic values as the Markdown that stands in the sandbox's README. */
export function magicTables(): string {
	const outcomes = KYT_OUTCOMES.flatMap((outcome) =>
		KYT_NETWORKS.map((network) => [
			KYT_MEANINGS[outcome],
			network,
			code(outcomeAddress(network, outcome)),
		]),
	);
	const known = KYT_NETWORKS.flatMap((network) =>
		knownSanctionedAddresses(network).map((address) => [
			KYT_MEANINGS.sanctions,
			network,
			code(address),
		]),
	);
	const orders = [...orderOutcomeValues].map(([outcome, value]) => [
		outcome,
		code(value.offerId),
		code(value.productId),
		code(value.amount),
	]);
	const faults = [...faultValues].map(([fault, value]) => [
		code(fault),
		FAULT_MEANINGS[fault],
		code(value.offerId),
		code(value.productId),
		code(value.amount),
	]);
	const addresses = FAULTS.map((fault) => [
		`${code(fault)}${isBefore(fault) ? '' : ' (work done)'}`,
		...KYT_NETWORKS.map((network) => code(faultAddress(network, fault))),
	]);
	return [
		'### Screening outcomes, by address',
		table(['outcome', 'network', 'address'], [...outcomes, ...known]),
		'### Order outcomes',
		table(['outcome', 'offer or plan id', 'card product id', 'amount'], orders),
		'### Faults, by offer or plan id, card product id, or amount',
		table(['fault', 'what happens', 'offer or plan id', 'card product id', 'amount'], faults),
		'### Faults, by address',
		table(['fault', ...KYT_NETWORKS], addresses),
	].join('\n\n');
}
