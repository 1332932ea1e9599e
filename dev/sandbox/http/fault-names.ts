/** Faults that spoil a call before anything is done for it. */
const FAULTS_BEFORE = [
	'closed_before',
	'timeout',
	'401_once',
	'403',
	'429',
	'500',
	'502_html',
	'503',
	'redirect',
] as const;

/** Faults that do the work, move the money, and then spoil the answer. */
export const FAULTS_AFTER = [
	'closed_after_commit',
	'timeout_after_commit',
	'500_after_commit',
	'502_html_after_commit',
	'truncated',
	'broken_json',
	'empty',
] as const;

export const FAULTS = [...FAULTS_BEFORE, ...FAULTS_AFTER] as const;
export type FaultBefore = (typeof FAULTS_BEFORE)[number];
export type FaultAfter = (typeof FAULTS_AFTER)[number];
export type Fault = (typeof FAULTS)[number];

/** Whether the fault strikes before any work is done, so that no money moves. */
export function isBefore(fault: Fault): fault is FaultBefore {
	return (FAULTS_BEFORE as readonly string[]).includes(fault);
}
