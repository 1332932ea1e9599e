import path from 'node:path';
import { orderOutcomeValues, outcomeAddress } from '../../../sandbox/magic';
import { FRESH_CONNECTION } from '../../../stack/n8n-api';
import { readExample } from '../../../stack/examples';
import { type Workflow, workflowSchema } from '../../../stack/n8n-api-schemas';
import { waitUntil } from '../../../stack/wait-until';
import { Servers } from '../../contract/support/servers';
import { sharedN8n } from '../harness';
import { PayoutDesk } from './payout-desk';
import {
	credentialAnswering,
	noteAbout,
	parametersOf,
	withAssigned,
	withParameters,
} from './support';

const clear = outcomeAddress('tron_usdt', 'clear');

let desk: PayoutDesk;

beforeAll(async () => {
	desk = await PayoutDesk.open();
});

afterAll(() => desk.close());

test('a withdrawal that fails later is noted, and the team is told', async () => {
	const amount = orderOutcomeValues.get('failed')?.amount;

	const { payout, ...answer } = await desk.order({ to_address: clear, amount });

	expect(answer).toMatchObject({ status: 200, decision: 'ordered' });
	expect(await noteAbout(`payout-${payout} `)).toMatch(/^NOT PAID: .*failed.*provisioning_failed/);
	expect(await desk.rowOf(payout)).toMatchObject({ status: 'failed' });
});

test('a withdrawal that is refused is told with what it means for the money', async () => {
	const { payout, ...answer } = await desk.order({ to_address: clear, amount: '1000.01' });

	expect(answer).toMatchObject({
		status: 422,
		decision: 'withdrawal_failed',
		text: expect.stringContaining('Maximum per Item'),
	});
	await noteAbout(`Payout ${payout} of`);
	expect(await desk.rowOf(payout)).toBeUndefined();
	expect(await desk.postsOf(payout)).toEqual([]);
});

test('a withdrawal that the API refuses is told as not ordered', async () => {
	const amount = orderOutcomeValues.get('insufficient_balance')?.amount;

	const { payout, ...answer } = await desk.order({ to_address: clear, amount });

	expect(answer).toMatchObject({
		status: 422,
		decision: 'withdrawal_failed',
		text: expect.stringMatching(/but not ordered: .*nothing was spent/),
	});
	expect(await noteAbout(`Payout ${payout} of`)).toBe(answer.text);
});

test('a payout that failed is not called ordered when it is posted again', async () => {
	const amount = orderOutcomeValues.get('failed')?.amount;
	const { payout } = await desk.order({ to_address: clear, amount });
	await waitUntil(
		'the failure',
		async () => (await desk.rowOf(payout))?.status === 'failed' || undefined,
	);

	const again = await desk.order({ payout, to_address: clear, amount });

	expect(again).toMatchObject({
		status: 422,
		decision: 'failed',
		text: expect.stringMatching(/is failed, and is not tried again .* under a new one/),
	});
	expect(await noteAbout(`Payout ${payout} of`)).toBe(again.text);
});

describe('a withdrawal of which nobody knows whether it was ordered', () => {
	test('is not called unpaid; it is noted, told, and can be posted again', async () => {
		const before = desk.withdrawals().length;
		const match = (path: string) => ({ match: { path, times: 0 } });
		desk.own.sandbox.addFault({ ...match('/partner/withdrawals'), fault: 'closed_after_commit' });
		desk.own.sandbox.addFault({ ...match('/document_get'), fault: '503' });

		const { payout, ...answer } = await desk.order({ to_address: clear, amount: '2.50' });

		desk.own.sandbox.clearFaults();
		const extId = `payout-${payout}`;
		expect(answer).toMatchObject({
			status: 202,
			decision: 'unknown',
			ext_id: extId,
			text: expect.stringMatching(/MAY HAVE BEEN ORDERED: .*Post the same number again/),
		});
		expect(answer.text).not.toContain('not ordered');
		expect(await noteAbout(`Payout ${payout} of`)).toBe(answer.text);
		expect(await desk.rowOf(payout)).toMatchObject({
			to_address: clear,
			amount: '2.50',
			fee: null,
		});
		const again = await desk.order({ payout, to_address: clear, amount: '2.50' });
		expect(again).toMatchObject({ status: 200, decision: 'ordered' });
		expect(await desk.rowOf(payout)).toMatchObject({ amount: '2.50', fee: '1.00' });
		expect(desk.withdrawals()).toHaveLength(before + 1);
	});

	test('with a status that the document does not know, too', async () => {
		const servers = new Servers();
		const parked = await credentialAnswering(desk.own, servers, (asked, body) => {
			if (!asked.endsWith('/partner/withdrawals')) return undefined;
			const record = {
				withdrawal_id: 'wd-1',
				status: 'parked',
				created_at: '2026-01-01T00:00:00Z',
			};
			return { status: 200, body: { ...(JSON.parse(body) as object), ...record } };
		});
		await desk.run(desk.example, parked);

		const { payout, ...answer } = await desk.order({ to_address: clear, amount: '1.00' });

		await desk.run();
		servers.close();
		expect(answer).toMatchObject({
			status: 202,
			decision: 'unknown',
			text: expect.stringContaining(
				'MAY HAVE BEEN ORDERED: the API answered with the status "parked"',
			),
		});
		await noteAbout(`Payout ${payout} of`);
	});
});

/**
 * The example with the branch that its note describes. A Wait node stands in for Send and Wait for Response, whose one
 * output holds nothing but the answer; the team is told where to give it.
 */
function withApproval(approved: boolean): Workflow {
	const told = withAssigned(
		desk.example,
		'To review',
		'text',
		'=Decide on {{ $json.payout }}: {{ $execution.resumeUrl }}',
	);
	const isApproved = {
		leftValue: '={{ $json.data.approved }}',
		rightValue: '',
		operator: { type: 'boolean', operation: 'true', singleValue: true },
	};
	const options = { typeValidation: 'strict', version: 3 };
	const jsonOutput = JSON.stringify({ data: { approved } });
	const added = [
		{ name: 'Ask', type: 'wait', typeVersion: 1.1, parameters: { resume: 'webhook' } },
		{ name: 'Reply', type: 'set', typeVersion: 3.4, parameters: { mode: 'raw', jsonOutput } },
		{
			name: 'Approved?',
			type: 'if',
			typeVersion: 2.3,
			parameters: { conditions: { options, conditions: [isApproved], combinator: 'and' } },
		},
	].map((node) => ({ ...node, type: `n8n-nodes-base.${node.type}`, position: [1072, 900] }));
	const strikeOut = told.nodes.find(({ name }) => name === 'Strike out this post');
	const to = (...nodes: string[]) => ({
		main: [nodes.map((node) => ({ node, type: 'main', index: 0 }))],
	});
	return workflowSchema.parse({
		...told,
		nodes: [...told.nodes, ...added, { ...strikeOut, id: 'decline', name: 'Decline' }],
		connections: {
			...told.connections,
			'To review': to('Answer: open', 'Ask'),
			Ask: to('Reply'),
			Reply: to('Approved?'),
			'Approved?': { main: [...to('Clear').main, ...to('Decline').main] },
		},
	});
}

test.each([
	[true, 1],
	[false, 0],
])('a person decides on what is to review: approved %p, paid %d times', async (approved, times) => {
	const before = desk.withdrawals().length;
	await desk.run(withApproval(approved));
	const address = outcomeAddress('tron_usdt', 'medium');

	const { payout, ...answer } = await desk.order({ to_address: address, amount: '3.50' });

	expect(answer).toMatchObject({ status: 202, decision: 'review' });
	const [, link = ''] = (await noteAbout(`Decide on ${payout}: `)).split(': ');
	const url = new URL(link);
	// The link is told before n8n has stored that the run waits for it.
	const status = await waitUntil('the run to wait', async () => {
		const decided = await fetch(url, { headers: FRESH_CONNECTION });
		return decided.status === 409 ? undefined : decided.status;
	});
	expect(status).toBe(200);
	const id = path.basename(url.pathname);
	const { data } = await (await sharedN8n()).finishedExecution(id);
	await desk.run();
	expect(data.resultData.error).toBeUndefined();
	expect(desk.withdrawals()).toHaveLength(before + times);
	expect(await desk.postsOf(payout)).toHaveLength(times);
	if (approved) expect(await noteAbout(`payout-${payout} `)).toContain(`3.50 USDT to ${address}`);
});

test('a gate that cannot do its work pays nobody, and the team is told', async () => {
	const before = desk.withdrawals().length;
	const broken = withParameters(desk.example, 'Screening gate', { reviewFromScore: 'high' });
	await desk.run(broken);

	const { payout, ...answer } = await desk.order({ to_address: clear, amount: '1.00' });

	await desk.run();
	expect(answer).toMatchObject({ status: 422, decision: 'unresolved' });
	expect(await noteAbout(`Payout ${payout} of`)).toContain('Review From Score must be a decimal');
	expect(desk.withdrawals()).toHaveLength(before);
});

test('with the rules of the file, which are none, nobody is paid', async () => {
	const before = desk.withdrawals().length;
	const shipped = parametersOf(await readExample('payout-with-screening'), 'Screening gate');
	await desk.run(withParameters(desk.example, 'Screening gate', shipped));

	const { payout, ...answer } = await desk.order({ to_address: clear, amount: '1.00' });

	await desk.run();
	expect(answer).toMatchObject({ status: 202, decision: 'review' });
	expect(await noteAbout(`Payout ${payout} of`)).toContain(
		'score is 3, and Review From Score is not set',
	);
	expect(desk.withdrawals()).toHaveLength(before);
});
