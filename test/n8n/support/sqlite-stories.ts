// Run by n8n's Node 24, because Node 20 has no SQLite: tells stories to records in the file that the command line
// names.
import { randomUUID } from 'node:crypto';

import fc from 'fast-check';

import { SqliteRecord } from '../../../nodes/PartnerSettlement/limits/budget/sqlite-record';
import { stories, tell } from '../../support/spending/story';

const [, , file = '', runs = ''] = process.argv;
const clock = { now: Date.parse('2026-11-28') };
Date.now = () => clock.now;
const told = { refused: 0, taken: 0 };
const property = fc.asyncProperty(stories, async (story) => {
	const { refused, taken } = await tell(new SqliteRecord(randomUUID(), file), story, clock);
	told.refused += refused;
	told.taken += taken;
});
void fc.assert(property, { numRuns: Number(runs) }).then(() => {
	console.log(JSON.stringify(told));
});
