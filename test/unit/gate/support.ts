import { type RuleName, RULES } from '../../../nodes/PartnerSettlementScreening/rule-parameters';
import { readRules, type Rules } from '../../../nodes/PartnerSettlementScreening/rules';
import { TRON } from '../../addresses';

/** The rules as a new node in the editor has them, with some of them set. */
export function rulesWith(set: Partial<Record<RuleName, unknown>> = {}): Rules {
	const unset = Object.fromEntries(Object.keys(RULES).map((name) => [name, '']));
	return readRules({ ...(unset as Record<RuleName, unknown>), requireSeverity: true, ...set });
}

/** Rules by which the record below is clear. */
export const SET = {
	reviewFromScore: '25',
	blockFromScore: '75',
	clearSeverities: 'low, none',
	reviewSeverities: 'medium',
	blockSeverities: 'high, critical',
	clearCategories: 'exchange',
	reviewCategories: 'gambling',
	blockCategories: 'darknet_market',
};

export const SUBJECT = { network: 'tron_usdt', address: TRON };
export const ASKED = { ...SUBJECT, refresh: false };

export const CLEAR_RECORD = {
	...SUBJECT,
	id: 1,
	status: 'completed',
	price_usdt: '0.75',
	cached: false,
	created_at: new Date().toISOString(),
	risk_score: 3,
	severity: 'low',
	sanctions_hit: false,
};
