// The example "Find orders whose events never came": each is reported once with its outcome, and open orders stay open.
import { useOwnSandbox } from '../../support/n8n/own-sandbox';
import { withdraw } from '../../support/n8n/withdrawals';
import { outputOf } from '../../support/n8n/example-runs';
import { StartedExample, withParameters } from '../../support/n8n/started-example';

/** Looks at orders of any age: no test waits five minutes. */
const ofAnyAge = withParameters('Open orders', {
	filters: { conditions: [{ keyName: 'status', condition: 'isEmpty' }] },
});

const own = useOwnSandbox({ settleMs: 0 }, true);

const row = (ext_id: string, status = '') => ({ ext_id, order: `Order ${ext_id}`, status });

/** Its messages of one run. */
async function messages(example: StartedExample): Promise<string[]> {
	const execution = await example.run();
	return ['Its event never came', 'Not found']
		.flatMap((node) => outputOf(execution, node))
		.map(({ text }) => String(text));
}

test('finished orders without an event are reported once, and so are orders that are not found', async () => {
	await withdraw(own, { done: '1', failed: '13.01', 'under-way': '13.03' });
	const example = await StartedExample.start('missing-events', own, ofAnyAge);
	await example.makeTable([
		...['done', 'failed', 'under-way', 'never-ordered'].map((extId) => row(extId)),
		row('has-its-event', 'completed'),
	]);

	expect(await messages(example)).toEqual([
		'The event of order done never came. The order is completed: Order done.',
		'The event of order failed never came. The order is failed: Order failed.',
		expect.stringMatching(/^Order never-ordered \(Order never-ordered\) could not be looked up\. /),
	]);
	expect((await example.rows()).map(({ ext_id, status }) => [ext_id, status])).toEqual([
		['done', 'completed'],
		['failed', 'failed'],
		['under-way', ''],
		['never-ordered', 'not found'],
		['has-its-event', 'completed'],
	]);
	expect(await messages(example)).toEqual([]);
	await example.remove();
});

test('as npm start imports it, it makes the table and leaves young orders alone', async () => {
	await withdraw(own, { young: '1' });
	const example = await StartedExample.start('missing-events', own);
	expect(await messages(example)).toEqual([]);
	expect(await example.rows()).toEqual([]);
	await example.remove();
});
