import { isJsonObject, sumDecimals } from '../../../../partner-api';
import { choice, field, flag } from '../../definition/fields';
import type { RunSummary } from '../../definition/operation';
import { DETECT } from '../../definition/screened-address';

/** The states of a screening that the document names (section 3.1). */
export const PROCESSING = 'processing';
export const COMPLETED = 'completed';
const FAILED = 'failed';

/** What a screening is ordered with (section 4.7). */
export const screeningFields = [
	choice(
		'network',
		{
			[DETECT]: 'Detect from Address',
			tron_usdt: 'TRON (USDT)',
			eth: 'Ethereum',
			btc: 'Bitcoin',
		},
		{ required: true, description: 'The network that the address is of' },
	),
	field('address', {
		required: true,
		placeholder: 'e.g. T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb',
		description: 'The address to screen',
	}),
	flag('refresh', {
		description: 'Whether to order a new screening although a finished one is on file',
	}),
];

/** What comes out of a record (section 2.6) unless the whole response is wanted: what a decision takes. */
export const SIMPLIFIED_CHECK = [
	...['id', 'status', 'network', 'address', 'price_usdt', 'cached', 'risk_score', 'severity'],
	...['sanctions_hit', 'dominant_risk_category', 'ext_id', 'error_code'],
];

/**
 * What the screenings of a run came to. One call serves all items that ask for the same, so none is counted twice. What
 * this run paid is not known: the response to a retry does not tell itself from that of a new check.
 */
export class ScreeningSummary implements RunSummary {
	private items = 0;
	private screened = 0;
	private cached = 0;
	private hits = 0;
	/** Not completed, or without a record. */
	private unresolved = 0;
	/** Paid or reserved, at a price that cannot be read. */
	private unpriced = 0;
	/** USDT decimal strings. */
	private paid = '0';
	private reserved = '0';

	noteDone(response: unknown, items: number): void {
		const { status, price_usdt: price, ...record } = isJsonObject(response) ? response : {};
		this.items += items;
		this.screened += 1;
		if (record.cached === true) this.cached += 1;
		if (record.sanctions_hit === true) this.hits += 1;
		if (status !== COMPLETED) this.unresolved += 1;
		if (status === FAILED) return;
		const digits = typeof price === 'number' ? String(price) : price;
		// An order reserves its price (section 4.7, rule 1). What is neither completed nor failed may still be paid.
		const sum = status === COMPLETED ? 'paid' : 'reserved';
		const isPrice = typeof digits === 'string' && /^\d{1,18}(\.\d{1,18})?$/.test(digits);
		if (isPrice) this[sum] = sumDecimals([this[sum], digits]);
		else this.unpriced += 1;
	}

	noteFailure(items: number): void {
		this.items += items;
		this.unresolved += 1;
	}

	text(): string {
		const { items, screened, cached, hits, unresolved, paid, reserved, unpriced } = this;
		const ofItems = items === screened ? '' : ` of ${String(items)} items`;
		const open = unpriced > 0 ? `: the price of ${String(unpriced)} is not known` : '';
		return [
			`Screened: ${String(screened)} address${screened === 1 ? '' : 'es'}${ofItems}, for ${open && 'at least '}${paid} USDT${open}.`,
			(paid !== '0' || open) &&
				'A new run may cost that again; Retry, in the list of executions, does not.',
			reserved !== '0' && `Reserved: ${reserved} USDT.`,
			cached > 0 && `From cache: ${String(cached)}.`,
			hits > 0 && `Sanctions hits: ${String(hits)}.`,
			unresolved > 0 && `Unresolved: ${String(unresolved)}.`,
		]
			.filter(Boolean)
			.join(' ');
	}
}
