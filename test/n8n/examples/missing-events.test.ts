// The example "Find orders whose events never came": each is reported once with its outcome, unclear ones every hour.
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
	return ['Its event never came', 'Not found', 'Not certain']
		.flatMap((node) => outputOf(execution, node))
		.map(({ text }) => String(text));
}

test('finished orders without an event are reported once, and so are orders that are not found', async () => {
	await withdraw(own, { done: '1', declined: '2', odd: '3', failed: '13.01', open: '13.03' });
	for (const { extId, facts } of own.sandbox.state.orders) {
		if (extId === 'declined' || extId === 'odd') facts.status = extId;
	}
	const example = await StartedExample.start('missing-events', own, ofAnyAge);
	await example.makeTable([
		...['done', 'declined', 'odd', 'failed', 'open', 'never'].map((extId) => row(extId)),
		row('has-its-event', 'completed'),
	]);

	const unclear: unknown = expect.stringMatching(/^Order odd .* status odd, .* every hour\.$/);
	expect(await messages(example)).toEqual([
		'The event of order done never came. The order is completed: Order done.',
		expect.stringMatching(/^The event of order declined never came.*declined: .* Ledger: Get Many/),
		'The event of order failed never came. The order is failed: Order failed.',
		expect.stringMatching(/^Order never \(Order never\) was not found\. .* document_not_found\./),
		unclear,
	]);
	expect((await example.rows()).map(({ status }) => status)).toEqual([
		...['completed', 'declined', '', 'failed', '', 'not found', 'completed'],
	]);
	expect(await messages(example)).toEqual([unclear]);
	await example.remove();
});

test('a 404 that does not say that there is no order closes no row', async () => {
	const apiDifferences = '{ "calls": { "document_get": { "path": "/nowhere" } } }';
	const credential = await own.credentialWith({ apiDifferences });
	const example = await StartedExample.start('missing-events', own, ofAnyAge, credential);
	await example.makeTable([row('done')]);
	expect(await messages(example)).toEqual([expect.stringMatching(/could not be looked up.* 404/)]);
	expect(await example.rows()).toMatchObject([{ status: '' }]);
	await example.remove();
});

test('as npm start imports it, it makes the table and leaves young orders alone', async () => {
	await withdraw(own, { young: '1' });
	const example = await StartedExample.start('missing-events', own);
	expect(await messages(example)).toEqual([]);
	expect(await example.rows()).toEqual([]);
	await example.remove();
});
