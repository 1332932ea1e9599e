// Proves what the statuses of a response mean together, its own and those of its parts (rule 4 of docs/guarantees.md).
import { type Answer, readAnswer } from '../../../partner-api';
import { type Dialect, dialectOf } from '../../../partner-api/dialect';

function read(body: unknown, differences: Partial<Dialect> = {}): Answer {
	return readAnswer(body, dialectOf(differences));
}

const WORDS: [object, Answer['status'], string, Partial<Dialect>?][] = [
	[{}, undefined, ''],
	[{ status: 'pending' }, 'stands', 'pending'],
	[{ status: 'Processing ' }, 'stands', 'processing'],
	[{ document_status: 'done' }, 'over', 'done'],
	[{ status: 'cancelled' }, 'failed', 'cancelled'],
	[{ status: 'rejected' }, 'unclear', 'rejected'],
	[{ status: 'error' }, 'unclear', 'error'],
	...['report', 'callback', 'notification'].map((name): (typeof WORDS)[number] => [
		{ [name]: { status: 'failed' }, status: 'completed' },
		...(['over', 'completed'] as const),
	]),
	[{ refund: { status: 'failed' }, status: 'completed' }, 'unclear', 'completed'],
	[
		{ state: 'failed', debit: { status: 'completed' } },
		...(['unclear', 'failed', { status: ['state'] }] as const),
	],
	[{ refund: { status: 'failed' }, status: 'done' }, 'over', 'done', { ignored: ['refund'] }],
	[{ status: ['failed'] }, 'unclear', '(unreadable: set status in API Differences)'],
	[{ status: 'fulfilled' }, undefined, 'fulfilled'],
	[{ status: 'pending', document_status: 'none' }, 'stands', 'pending'],
	[{ status: 'fulfilled' }, 'over', 'fulfilled', { terminalStatuses: ['fulfilled'] }],
	[{ status: 'fulfilled' }, 'stands', 'fulfilled', { standingStatuses: ['fulfilled'] }],
	[{ status: 'fulfilled' }, 'unclear', 'fulfilled', { unclearStatuses: ['fulfilled'] }],
	[{ status: 'rejected' }, 'failed', 'rejected', { failedStatuses: ['rejected'] }],
	[{ status: 'done' }, 'failed', 'done', { failedStatuses: ['done'] }],
	[{ status: 'failed' }, 'failed', 'failed', { failedStatuses: ['rejected'] }],
	[{ status: 'failed', document_status: 'failed' }, 'failed', 'failed'],
	[{ status: 'failed', document_status: 'done' }, 'unclear', 'failed'],
	[{ status: 'failed', document_status: 'done' }, 'failed', 'failed', { status: ['status'] }],
	[{ status: 'completed', document_status: 'failed' }, 'unclear', 'completed'],
	[{ state: 'failed', status: 'done' }, 'failed', 'failed', { status: ['state'] }],
	[{ status: 'failed', items: [{ esim_id: 'e' }] }, 'unclear', 'failed'],
	[{ status: 'failed', items: [{ esim_id: 'e', status: 'failed' }] }, 'failed', 'failed'],
	[{ status: 'completed', items: [{ status: 'failed' }] }, 'unclear', 'completed'],
	[{ status: 'completed', card: { status: 'failed' } }, 'unclear', 'completed'],
	[{ status: 'completed', card: { status: 'active' } }, 'over', 'completed'],
	[{ status: 'completed', callback: { error: 'timeout' } }, 'over', 'completed'],
	[{ result: { error: 'sold_out' } }, 'unclear', ''],
	[{ status: 'completed', items: ['e', { esim_id: 'f', error: 'x' }] }, 'unclear', 'completed'],
	[{ status: 'accepted', items: [{ status: 'odd', error: 'x' }] }, 'unclear', 'accepted'],
	[{ status: 'failed', items: [{ error: 'x' }] }, 'failed', 'failed'],
	[{ status: 'pending', items: [{ status: 'pending', error: 'x' }] }, 'stands', 'pending'],
];

test.each(WORDS)('status: of %j it is %s (%s)', (record, status, word, differences = {}) => {
	const answer = read({ ext_id: 'a', ...record }, differences);
	expect([answer.status, answer.statusWord]).toEqual([status, word]);
});

test.each<[object, Answer['status']]>([
	[{ status: 'failed', data: { ext_id: 'a' } }, 'failed'],
	[{ status: 'failed', data: { ext_id: 'a', status: 'done' } }, 'unclear'],
	[{ status: 'done', data: { ext_id: 'a' } }, undefined],
])('around a named envelope, only a bad status counts: %j is %s', (body, status) => {
	expect(read(body, { envelope: ['data'] }).status).toBe(status);
});

test.each([
	[{ document: { type: 'passport', status: 'failed' } }, 'over'],
	[{ card: { card_id: 'c', status: 'failed' } }, 'unclear'],
	[{ items: [{ code: 'A', status: 'failed' }] }, 'unclear'],
	[{ document_status: 'failed' }, 'unclear'],
])('beside "completed", %j makes the status of a thing itself %s', (beside, status) => {
	expect(read({ status: 'completed', ...beside }).ownStatus).toBe(status);
});

test.each<[object, string]>([
	[{}, ''],
	[{ status: 'Done', document_status: 'done' }, 'done'],
	[{ status: 'completed', document_status: 'failed' }, 'completed and failed'],
	[{ card: { status: 'failed' } }, 'failed'],
	[{ status: 'a', items: ['b', 'c', 'd'].map((status) => ({ status })) }, 'a and b and c'],
])('all statuses of %j are %j', (record, told) => {
	expect(read({ ext_id: 'a', ...record }).statusText).toBe(told);
});
