import { withOneSpelling } from '../PartnerSettlement/catalog/screened-address';
import type { CheckRecord } from './record-findings';
import type { Finding } from './verdicts';

/** A screening that takes long is looked at again with its `ext_id`, but hardly a day later. */
const NEW_FOR_MS = 24 * 60 * 60 * 1000;

/** What was to be screened, as the parameters have it. */
export interface Asked {
	network: unknown;
	address: unknown;
	/** Whether a new screening was asked for, although one may be on file. */
	refresh: boolean;
}

/** Whether the record is about something else than what was asked for. */
export function findOtherSubject(record: CheckRecord, asked: Asked): Finding | undefined {
	const { network } = record;
	if (!isText(network) || !isText(asked.network) || !isSameNetwork(network, asked.network)) {
		return { verdict: 'unresolved', reason: 'The record is about another network.' };
	}
	if (!isSameAddress(network, record.address, asked.address)) {
		return { verdict: 'unresolved', reason: 'The record is about another address.' };
	}
	return undefined;
}

/**
 * Whether the record is on file although a new screening was asked for. A repeat of an old `ext_id` gives the check as it
 * was made (section 4.7, rule 4), so that one of long ago need not be `cached`.
 */
export function findStale(
	{ cached, created_at: createdAt }: CheckRecord,
	{ refresh }: Asked,
): Finding | undefined {
	if (!refresh || (cached === false && isNew(createdAt))) return undefined;
	return {
		verdict: 'unresolved',
		reason:
			'Refresh is on, but the record is one on file (cached, or more than a day old). For a new one, screen it with another ext_id.',
	};
}

function isNew(createdAt: unknown): boolean {
	return isText(createdAt) && Math.abs(Date.now() - Date.parse(createdAt)) < NEW_FOR_MS;
}

/** As the screening itself does: `TRON_USDT` is the document's `tron_usdt` in another case. */
function isSameNetwork(shown: string, asked: string): boolean {
	return shown.toLowerCase() === asked.toLowerCase();
}

/** The same, but for what makes no difference on its chain: the case of Ethereum's digits, but not that of base58. */
function isSameAddress(network: string, shown: unknown, asked: unknown): boolean {
	if (!isText(shown) || !isText(asked)) return false;
	const [one, other] = [shown, asked.trim()].map(
		(address) => withOneSpelling({ network, address }).address,
	);
	return one === other;
}

function isText(value: unknown): value is string {
	return typeof value === 'string';
}
