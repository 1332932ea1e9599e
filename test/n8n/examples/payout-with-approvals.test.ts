// The example "Pay out after two approvals": paid once two people have approved, each with a password of their own.
import type { Execution } from '../../../dev/stack/n8n-api-schemas';
import {
	linkFrom,
	outputOf,
	type Person,
	submitForm,
	triggerOf,
} from '../../support/n8n/example-runs';
import { useExample } from '../../support/n8n/started-example';

const FIRST: Person = 'First approver (sandbox)';
const SECOND: Person = 'Second approver (sandbox)';
const STEPS = { first: 'Ask the first approver', second: 'Ask the second approver' };

const { own, example } = useExample('payout-with-approvals', { settleMs: 0 });

beforeEach(() => {
	own.newRequests();
});

const paid = () => own.sentTo('/withdrawals');

/** Runs it until the first approver is asked. */
async function ordered(): Promise<string> {
	return own.api.run(example.stored.id, triggerOf(example.workflow));
}

/** The page of this step. */
async function pageOf(step: keyof typeof STEPS): Promise<string> {
	const block = example.blocks.find(({ name }) => name === STEPS[step]);
	if (!block) throw new Error(`There is no "${STEPS[step]}"`);
	return linkFrom(own.api, block);
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
	const execution = await own.api.finishedExecution(id);
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
