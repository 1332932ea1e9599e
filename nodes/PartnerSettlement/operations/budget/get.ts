import { GET, LOCAL, type Operation } from '../../definition/operation';

/** It makes no call: `read-local.ts` carries it out. */
export const budgetGet: Operation = {
	resource: 'budget',
	...GET,
	action: 'Get what is left of the budgets',
	subtitle: 'Get the budgets',
	description:
		'See how much of Maximum per 24 Hours and Maximum per 30 Days is spent or reserved, and how much is left. It makes no call to the API.',
	section: '-',
	...LOCAL,
	fields: [],
};
