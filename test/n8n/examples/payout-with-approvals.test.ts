// The example "Pay out after two approvals": paid once two people have approved, each with a password of their own.
import type { Execution } from '../../../dev/stack/n8n-api-schemas';
import { sharedN8n } from '../../support/n8n/harness';
import { type OwnSandbox, startOwnSandbox } from '../../support/n8n/own-sandbox';
import {
	linkFrom,
	outputOf,
	type Person,
	submitForm,
	triggerOf,
} from '../../support/n8n/example-runs';
import { StartedExample } from '../support/started-example';

const FIRST: Person = 'First approver (sandbox)';
const SECOND: Person = 'Second approver (sandbox)';
const STEPS = { first: 'Ask the first approver', second: 'Ask the second approver' };

let own: OwnSandbox;
let example: StartedExample;

beforeAll(async () => {
	own = await startOwnSandbox({ settleMs: 0 });
	example = await StartedExample.start('payout-with-approvals', own);
});

afterAll(async () => {
	await example.remove();
	await own.sandbox.close();
});

beforeEach(() => {
	own.newRequests();
});

function paid(): unknown[] {
	return own
		.newRequests()
		.filter(({ path }) => path.endsWith('/withdrawals'))
		.map(({ body }) => JSON.parse(body) as unknown);
}

/** Runs it until the first approver is asked. */
async function ordered(): Promise<string> {
	return (await sharedN8n()).run(example.stored.id, triggerOf(example.workflow));
}

/** The page of this step. */
async function pageOf(step: keyof typeof STEPS): Promise<string> {
	const block = example.blocks.find(({ name }) => name === STEPS[step]);
	if (!block) throw new Error(`There is no "${STEPS[step]}"`);
	return linkFrom(await sharedN8n(), block);
}

/** Sends this person's decision on the page of this step. @returns the status of the response */
async function decide(
	step: keyof typeof STEPS,
	person: Person,
	decision: 'Approve' | 'Refuse',
): Promise<number> {
	return (await submitForm(await pageOf(step), [decision], person)).status;
}

async function ended(id: string): Promise<Execution> {
	const execution = await (await sharedN8n()).finishedExecution(id);
	expect(execution.data.resultData.error).toBeUndefined();
	return execution;
}

test('both approve, each on a page that shows what they approve: it is paid', async () => {
	const id = await ordered();
	const login = Buffer.from('first:Local-demo-2').toString('base64');
	const page = await fetch(await pageOf('first'), { headers: { authorization: `Basic ${login}` } });
	expect(await page.text()).toMatch(/Payout 2001: 12\.50 USDT to T\w{33}/);

	expect(await decide('first', FIRST, 'Approve')).toBe(200);
	expect(await decide('second', SECOND, 'Approve')).toBe(200);
	await ended(id);
	expect(paid()).toMatchObject([{ ext_id: 'payout-2001', amount: '12.50' }]);
});

test('nobody can approve for another person', async () => {
	const id = await ordered();
	expect(await decide('first', SECOND, 'Approve')).toBe(401);
	expect(await decide('first', FIRST, 'Approve')).toBe(200);
	expect(await decide('second', FIRST, 'Approve')).toBe(401);
	expect(paid()).toEqual([]);
	expect(await decide('second', SECOND, 'Refuse')).toBe(200);
	await ended(id);
});

test.each(['first', 'second'] as const)('the %s refuses: it is not paid', async (refusing) => {
	const id = await ordered();
	await decide('first', FIRST, refusing === 'first' ? 'Refuse' : 'Approve');
	if (refusing === 'second') await decide('second', SECOND, 'Refuse');
	expect(outputOf(await ended(id), 'Refused')).toEqual([
		{ text: expect.stringMatching(/^Payout 2001: .* was refused\. Nothing is paid\.$/) as unknown },
	]);
	expect(paid()).toEqual([]);
});
