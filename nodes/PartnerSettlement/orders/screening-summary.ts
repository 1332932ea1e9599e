import Big from 'big.js';

import type { Answer } from '../../../partner-api';
import { COMPLETED, FAILED } from '../definition/screening';

/**
 * The results of a run's screenings. One call serves all items with the same content, so none is counted twice. The
 * amount that this run paid is unknown: the response to a retry looks like that of a new screening.
 */
export class ScreeningSummary {
	/** Unresolved: not completed, or without a record. Unpriced: paid or reserved, at a price that cannot be read. */
	private counts = { items: 0, screened: 0, cached: 0, hits: 0, unresolved: 0, unpriced: 0 };
	/** USDT. */
	private paid = new Big(0);
	private reserved = new Big(0);

	/** @param check the record of a screening (section 2.6); absent if there is none */
	noteDone(check: Answer | undefined, items: number): void {
		const shown = (name: string) => check?.field(name);
		const status = shown('status');
		this.counts.items += items;
		this.counts.screened += 1;
		if (shown('cached') === 'true') this.counts.cached += 1;
		if (check?.isHit) this.counts.hits += 1;
		if (status !== COMPLETED) this.counts.unresolved += 1;
		const price = shown('price_usdt') ?? '';
		// The document does not show whether a failed one is charged.
		const isOpen = status === FAILED && Number(price) !== 0;
		// An order reserves its price (section 4.7, rule 1). Until it is completed, it may still be paid.
		const sum = status === COMPLETED ? 'paid' : 'reserved';
		if (/^\d{1,18}(\.\d{1,18})?$/.test(price) && !isOpen) this[sum] = this[sum].plus(price);
		else this.counts.unpriced += 1;
	}

	noteFailure(items: number, isHit: boolean): void {
		this.counts.items += items;
		if (isHit) this.counts.hits += 1;
		this.counts.unresolved += 1;
	}

	/** @param paysAgain whether a new run makes new keys */
	text(paysAgain: boolean): string {
		const { paid, reserved } = this;
		const { items, screened, cached, hits, unresolved, unpriced } = this.counts;
		const ofItems = items === screened ? '' : ` of ${String(items)} items`;
		const open = unpriced > 0 ? `: the price of ${String(unpriced)} is not known` : '';
		return [
			`Screened: ${String(screened)} address${screened === 1 ? '' : 'es'}${ofItems}, for ${open && 'at least '}${paid.toFixed()} USDT${open}.`,
			paysAgain &&
				(paid.gt(0) || open) &&
				'A new run may cost the same again. Retry, in the list of executions, does not.',
			reserved.gt(0) && `Reserved: ${reserved.toFixed()} USDT.`,
			cached > 0 && `From cache: ${String(cached)}.`,
			hits > 0 && `Sanctions hits: ${String(hits)}.`,
			unresolved > 0 && `Unresolved: ${String(unresolved)}.`,
		]
			.filter(Boolean)
			.join(' ');
	}
}
