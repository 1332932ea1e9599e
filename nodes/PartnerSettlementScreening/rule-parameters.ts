/** The parameters with which an operator sets the rules, and what the editor calls them. */
export const RULES = {
	reviewFromScore: 'Review From Score',
	blockFromScore: 'Block From Score',
	clearSeverities: 'Clear Severities',
	reviewSeverities: 'Review Severities',
	blockSeverities: 'Block Severities',
	requireSeverity: 'Require a Severity',
	clearCategories: 'Clear Categories',
	reviewCategories: 'Review Categories',
	blockCategories: 'Block Categories',
} as const;
export type RuleName = keyof typeof RULES;

/** The lists that sort the values of a field of the record, by the verdict they lead to. */
export interface ListNames {
	clear: RuleName;
	review: RuleName;
	block: RuleName;
}

export const SEVERITY_LISTS = {
	clear: 'clearSeverities',
	review: 'reviewSeverities',
	block: 'blockSeverities',
} as const satisfies ListNames;

export const CATEGORY_LISTS = {
	clear: 'clearCategories',
	review: 'reviewCategories',
	block: 'blockCategories',
} as const satisfies ListNames;
