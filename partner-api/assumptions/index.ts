import { CALLS } from './calls';
import { LISTS } from './lists';
import { RECORDS } from './records';

/** One row for each thing that the API document leaves open and the code decides. docs/assumptions.md is made of it. */
export const ASSUMPTIONS = { ...CALLS, ...RECORDS, ...LISTS };
