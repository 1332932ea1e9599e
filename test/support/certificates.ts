import type { Statement } from '../../partner-api';
import { CLEAR_RECORD, SUBJECT } from './screening-records';

/** What the gate states of a clear address. */
export const STATEMENT: Statement = {
	iss: '1042',
	verdict: 'clear',
	...SUBJECT,
	reasons: ['There is no sanctions hit.'],
	rules: { reviewFromScore: '25', clearSeverities: ['low'] },
	rules_from: 'node',
	source: 'screened',
	ext_id: 'payout-1042',
	workflow: { id: 'w1', name: 'Payouts' },
	execution: '7',
	node: 'Screen',
	package: '0.1.0',
};

export const RECORD = { ...CLEAR_RECORD, completed_at: '2026-01-02T03:04:05Z' };
