import { readExample } from '../../../stack/examples';
import type { Workflow } from '../../../stack/n8n-api-schemas';
import { waitUntil } from '../../../stack/wait-until';
import { type OwnSandbox, startOwnSandbox } from '../own-sandbox';
import {
	noteAbout,
	notesAbout,
	parametersOf,
	removeAll,
	runByHand,
	start,
	startNotebook,
	withParameters,
} from './support';

let own: OwnSandbox;
let example: Workflow;

beforeAll(async () => {
	own = await startOwnSandbox({ initialBalance: '1000.00' });
	example = await readExample('low-balance-alert');
	await startNotebook();
});

afterAll(async () => {
	await removeAll();
	await own.sandbox.close();
});

/** n8n allows no schedule shorter than a minute, but sixty of them, one for each second. */
function everySecond(workflow: Workflow): Workflow {
	const item = Array.from({ length: 60 }, (_, second) => ({
		mode: 'custom',
		cronExpression: `${second} * * * * *`,
	}));
	return withParameters(workflow, 'Balance is low', { pollTimes: { item } });
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

test('as it is in the file, it looks every minute', () => {
	expect(parametersOf(example, 'Balance is low').pollTimes).toEqual({
		item: [{ mode: 'everyMinute' }],
	});
});

test('a run by hand calls no balance low that is not', async () => {
	const byHand = await start(example, own.credential);

	own.sandbox.setBalance(own.partner.partnerId, '987.65');
	await runByHand(byHand, 'Balance is low');
	expect(await notesAbout('987.65')).toEqual([
		expect.stringMatching(
			/^TEST, the balance is not low: 987\.65 USDT available, the threshold is 500\. /,
		),
	]);

	own.sandbox.setBalance(own.partner.partnerId, '123.45');
	await runByHand(byHand, 'Balance is low');
	expect(await noteAbout('123.45')).toMatch(
		/^The balance is LOW: 123\.45 USDT available, 376\.55 below 500, since \d{4}-/,
	);
	own.sandbox.setBalance(own.partner.partnerId, '1000.00');
});

test('it tells once that the balance is low, and again only after it has recovered', async () => {
	const about = (available: string) => `The balance is LOW: ${available}`;
	await start(everySecond(example), own.credential);

	await balanceSeen('500.00');
	expect(await notesAbout(about('500.00'))).toEqual([]);
	await balanceSeen('499.999999999999999999');
	expect(await noteAbout(about('499.999999999999999999'))).toContain(
		'0.000000000000000001 below 500',
	);
	await balanceSeen('300.00');
	await balanceSeen('600.00');
	await balanceSeen('200.00');
	expect(await noteAbout(about('200.00'))).toContain('300 below 500');

	expect(await notesAbout(about('300.00'))).toEqual([]);
	expect(await notesAbout(about('499.'))).toHaveLength(1);
	expect(await notesAbout(about('200.00'))).toHaveLength(1);
});
