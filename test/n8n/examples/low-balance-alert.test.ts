// The example "Warn of a low balance": it warns once for each fall below the threshold, and never without one.
import type { Workflow } from '../../../dev/stack/n8n-api-schemas';
import { waitUntil } from '../../../dev/stack/wait-until';
import { sharedN8n } from '../../support/n8n/harness';
import { type OwnSandbox, startOwnSandbox } from '../../support/n8n/own-sandbox';
import { outputOf } from '../../support/n8n/example-runs';
import { parametersOf, StartedExample, withParameters } from '../support/started-example';

let own: OwnSandbox;

beforeAll(async () => {
	own = await startOwnSandbox({ initialBalance: '1000.00' });
});

afterAll(async () => {
	await own.sandbox.close();
});

/** n8n allows no schedule shorter than a minute, but sixty of them, one for each second. */
function everySecond(workflow: Workflow): Workflow {
	expect(parametersOf(workflow, 'Balance is low').pollTimes).toEqual({
		item: [{ mode: 'everyMinute' }],
	});
	const item = Array.from({ length: 60 }, (_, second) => ({
		mode: 'custom',
		cronExpression: `${String(second)} * * * * *`,
	}));
	return withParameters('Balance is low', { pollTimes: { item } })(workflow);
}

/** Sets the balance and waits until the trigger has looked at it twice, so that once is done with. */
async function balanceSeen(balance: string): Promise<void> {
	own.sandbox.setBalance(own.partner.partnerId, balance);
	own.newRequests();
	let looks = 0;
	await waitUntil('two looks at the balance', () => {
		looks += own.newRequests().filter(({ path }) => path.endsWith('/partner/balance')).length;
		return looks >= 2 || undefined;
	});
}

test('a run by hand calls no balance low that is not', async () => {
	const example = await StartedExample.start('low-balance-alert', own);
	const message = async (balance: string): Promise<unknown> => {
		own.sandbox.setBalance(own.partner.partnerId, balance);
		return outputOf(await example.run(), 'Message')[0]?.text;
	};
	expect(await message('987.65')).toMatch(
		/^TEST, the balance is not low: 987\.65 USDT are available, the threshold is 500\./,
	);
	expect(await message('123.45')).toMatch(/^The balance is LOW: 123\.45 USDT are available/);
	await example.remove();
});

test('it warns once, and again only after the balance has recovered', async () => {
	own.sandbox.setBalance(own.partner.partnerId, '1000.00');
	const example = await StartedExample.start('low-balance-alert', own, everySecond);
	const api = await sharedN8n();

	for (const balance of ['500.00', '499.999999999999999999', '300.00', '600.00', '200.00']) {
		await balanceSeen(balance);
	}

	// A run without a message tells n8n to remember that the balance has recovered.
	const texts = await waitUntil('two warnings', async () => {
		const runs = await api.listExecutions(example.stored.id, 100, 'success');
		const executions = await Promise.all(runs.map(({ id }) => api.getExecution(id)));
		const messages = executions.flatMap((execution) => outputOf(execution, 'Message'));
		return messages.length >= 2 ? messages.map(({ text }) => String(text)) : undefined;
	});
	expect(texts.sort()).toEqual([
		expect.stringContaining('LOW: 200.00 USDT'),
		expect.stringContaining('LOW: 499.999999999999999999 USDT'),
	]);
	await example.remove();
});
