import { withOneSpelling } from '../PartnerSettlement/operations/kyt/screened-address';
import type { CheckRecord } from './record-findings';
import type { Finding } from './verdicts';

/** What was to be screened, as the parameters have it. */
export interface Asked {
	network: unknown;
	address: unknown;
}

/** Whether the record is about something else than what was asked for. */
export function findOtherSubject(record: CheckRecord, asked: Asked): Finding | undefined {
	const { network } = record;
	if (typeof network !== 'string' || network !== asked.network) {
		return { verdict: 'unresolved', reason: 'The record is about another network.' };
	}
	if (!isSameAddress(network, record.address, asked.address)) {
		return { verdict: 'unresolved', reason: 'The record is about another address.' };
	}
	return undefined;
}

/** The same, but for what makes no difference on its chain: the case of Ethereum's digits, but not that of base58. */
function isSameAddress(network: string, shown: unknown, asked: unknown): boolean {
	if (typeof shown !== 'string' || typeof asked !== 'string') return false;
	const [one, other] = [shown, asked.trim()].map(
		(address) => withOneSpelling({ network, address }).address,
	);
	return one === other;
}
