import path from 'node:path';
import {
	faultAddress,
	type KytOutcome,
	orderOutcomeValues,
	outcomeAddress,
} from '../../../sandbox/magic';
import { readExample } from '../../../stack/examples';
import { FRESH_CONNECTION } from '../../../stack/n8n-api';
import {
	type StoredCredential,
	type Workflow,
	workflowSchema,
} from '../../../stack/n8n-api-schemas';
import { waitUntil } from '../../../stack/wait-until';
import { Servers } from '../../contract/support/servers';
import { sharedN8n } from '../harness';
import { type OwnSandbox, startOwnSandbox } from '../own-sandbox';
import {
	call,
	callbackUrlOf,
	credentialAnswering,
	noteAbout,
	notesAbout,
	removeAll,
	rowsOf,
	start,
	startNotebook,
	withAssigned,
	withOwnTable,
	withParameters,
} from './support';

const KEY = { name: 'x-api-key', value: 'only-for-this-test' };
const TABLE = 'settlement_payouts';

let own: OwnSandbox;
let example: Workflow;
let table: string;
let desk: StoredCredential;
let payouts = 0;

interface Answer {
	status: number;
	decision?: string;
	text?: string;
	ext_id?: string;
}

/** Orders a payout as another system does; each has a number of its own unless it is given. */
async function order(body: object, key = KEY.value): Promise<Answer & { payout: string }> {
	payouts += 1;
	const payout = `test-${payouts}`;
	const response = await call(example, 'Payout ordered', {
		headers: { [KEY.name]: key },
		body: { payout, ...body },
	});
	const text = await response.text();
	const answer = text.startsWith('{') ? (JSON.parse(text) as object) : {};
	return { payout, ...answer, status: response.status };
}

const clear = outcomeAddress('tron_usdt', 'clear');

const withdrawals = () => own.sandbox.state.orders.filter(({ kind }) => kind === 'withdrawal');

async function rowOf(payout: string) {
	return (await rowsOf(table)).find((row) => row.ext_id === `payout-${payout}`);
}

beforeAll(async () => {
	own = await startOwnSandbox({ kytDelayMs: 0, settleMs: 0 });
	desk = await (
		await sharedN8n()
	).createCredential({
		name: 'Payout desk',
		type: 'httpHeaderAuth',
		data: KEY,
	});
	await startNotebook();
	const original = withParameters(await readExample('payout-with-screening'), 'Screening gate', {
		options: { maxWait: 1, stopWhenShort: false },
	});
	({ workflow: example, table } = withOwnTable(original, TABLE));
	await start(example, own.credential, desk);
	own.sandbox.setCallbackUrl(own.partner.partnerId, await callbackUrlOf(example));
});

afterAll(async () => {
	await own.sandbox.webhooksIdle();
	await removeAll();
	await own.sandbox.close();
});

test('a payout to a clear address is withdrawn, and its result comes back by a signed event', async () => {
	const { payout, ...answer } = await order({ to_address: clear, amount: '12.500000000000000001' });

	const extId = `payout-${payout}`;
	expect(answer).toMatchObject({ status: 200, decision: 'ordered', ext_id: extId });
	expect(await noteAbout(`${extId} `)).toContain(`Paid: ${extId} (12.500000000000000001 USDT`);
	expect(await rowOf(payout)).toMatchObject({
		payout,
		to_address: clear,
		amount: '12.500000000000000001',
		fee: '1.00',
		status: 'completed',
	});
});

test('the same payout posted again is paid once', async () => {
	const payout = 'posted-twice';
	const before = withdrawals().length;

	const answers = await Promise.all([
		order({ payout, to_address: clear, amount: '1.00' }),
		order({ payout, to_address: clear, amount: '1.00' }),
	]);
	answers.push(await order({ payout, to_address: clear, amount: '1.00' }));

	expect(answers.map(({ decision }) => decision)).toEqual(['ordered', 'ordered', 'ordered']);
	expect(withdrawals()).toHaveLength(before + 1);
});

test.each<[KytOutcome, string, RegExp]>([
	['medium', 'review', /waits for a person: .*48/],
	['unknown_severity', 'review', /waits for a person/],
	['sanctions', 'block', /was BLOCKED: .*sanctions/i],
	['high', 'block', /was BLOCKED: .*87.5/],
	['failed', 'unresolved', /could not be screened/],
	['never', 'unresolved', /could not be screened/],
	['missing_score', 'unresolved', /could not be screened/],
	['insufficient_balance', 'unresolved', /could not be screened/],
])(
	'an address that is "%s" is not paid: %s, and the team is told',
	async (outcome, decision, text) => {
		const before = withdrawals().length;
		const address = outcomeAddress('tron_usdt', outcome);

		const { payout, ...answer } = await order({ to_address: address, amount: '1.00' });

		expect(answer).toMatchObject({ status: 422, decision, text: expect.stringMatching(text) });
		expect(await noteAbout(`Payout ${payout} of`)).toBe(answer.text);
		expect(withdrawals()).toHaveLength(before);
	},
);

test('a mistyped address is not even sent', async () => {
	own.newRequests();

	const { payout, ...answer } = await order({
		to_address: `${clear.slice(0, -1)}x`,
		amount: '1.00',
	});

	expect(answer).toMatchObject({ status: 422, decision: 'unresolved' });
	await noteAbout(`Payout ${payout} of`);
	expect(own.newRequests()).toEqual([]);
});

test('a withdrawal that fails later is noted, and the team is told', async () => {
	const amount = orderOutcomeValues.get('failed')?.amount;

	const { payout, ...answer } = await order({ to_address: clear, amount });

	expect(answer).toMatchObject({ status: 200, decision: 'ordered' });
	expect(await noteAbout(`payout-${payout} `)).toMatch(/^NOT PAID: .*failed.*provisioning_failed/);
	expect(await rowOf(payout)).toMatchObject({ status: 'failed' });
});

test('a withdrawal that is refused is told with what it means for the money', async () => {
	const { payout, ...answer } = await order({ to_address: clear, amount: '1000.01' });

	expect(answer).toMatchObject({
		status: 422,
		decision: 'withdrawal_failed',
		text: expect.stringContaining('Maximum per Item'),
	});
	await noteAbout(`Payout ${payout} of`);
	expect(await rowOf(payout)).toBeUndefined();
});

test('a withdrawal that the API refuses is told as not ordered', async () => {
	const amount = orderOutcomeValues.get('insufficient_balance')?.amount;

	const { payout, ...answer } = await order({ to_address: clear, amount });

	expect(answer).toMatchObject({
		status: 422,
		decision: 'withdrawal_failed',
		text: expect.stringMatching(/but not ordered: .*nothing was spent/),
	});
	expect(await noteAbout(`Payout ${payout} of`)).toBe(answer.text);
});

test('a payout that failed is not called ordered when it is posted again', async () => {
	const amount = orderOutcomeValues.get('failed')?.amount;
	const { payout } = await order({ to_address: clear, amount });
	await waitUntil(
		'the failure',
		async () => (await rowOf(payout))?.status === 'failed' || undefined,
	);

	const again = await order({ payout, to_address: clear, amount });

	expect(again).toMatchObject({
		status: 422,
		decision: 'failed',
		text: expect.stringMatching(/is failed, and is not tried again .* under a new one/),
	});
	expect(await noteAbout(`Payout ${payout} of`)).toBe(again.text);
});

describe('a withdrawal of which nobody knows whether it was ordered', () => {
	test('is not called unpaid; it is noted, told, and can be posted again', async () => {
		const before = withdrawals().length;
		const match = (path: string) => ({ match: { path, times: 0 } });
		own.sandbox.addFault({ ...match('/partner/withdrawals'), fault: 'closed_after_commit' });
		own.sandbox.addFault({ ...match('/document_get'), fault: '503' });

		const { payout, ...answer } = await order({ to_address: clear, amount: '2.50' });

		own.sandbox.clearFaults();
		const extId = `payout-${payout}`;
		expect(answer).toMatchObject({
			status: 202,
			decision: 'unknown',
			ext_id: extId,
			text: expect.stringMatching(/MAY HAVE BEEN ORDERED: .*Post the same number again/),
		});
		expect(answer.text).not.toContain('not ordered');
		expect(await noteAbout(`Payout ${payout} of`)).toBe(answer.text);
		expect(await rowOf(payout)).toMatchObject({ to_address: clear, amount: '2.50', fee: null });
		const again = await order({ payout, to_address: clear, amount: '2.50' });
		expect(again).toMatchObject({ status: 200, decision: 'ordered' });
		expect(await rowOf(payout)).toMatchObject({ amount: '2.50', fee: '1.00' });
		expect(withdrawals()).toHaveLength(before + 1);
	});

	test('with a status that the document does not know, too', async () => {
		const servers = new Servers();
		const parked = await credentialAnswering(own, servers, (asked, body) => {
			if (!asked.endsWith('/partner/withdrawals')) return undefined;
			const record = {
				withdrawal_id: 'wd-1',
				status: 'parked',
				created_at: '2026-01-01T00:00:00Z',
			};
			return { status: 200, body: { ...(JSON.parse(body) as object), ...record } };
		});
		await start(example, parked, desk);

		const { payout, ...answer } = await order({ to_address: clear, amount: '1.00' });

		await start(example, own.credential, desk);
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
		example,
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
	const to = (...nodes: string[]) => ({
		main: [nodes.map((node) => ({ node, type: 'main', index: 0 }))],
	});
	return workflowSchema.parse({
		...told,
		nodes: [...told.nodes, ...added],
		connections: {
			...told.connections,
			'To review': to('Answer: not paid', 'Ask'),
			Ask: to('Reply'),
			Reply: to('Approved?'),
			'Approved?': to('Payouts table'),
		},
	});
}

test.each([
	[true, 1],
	[false, 0],
])('a person decides on what is to review: approved %p, paid %d times', async (approved, times) => {
	const before = withdrawals().length;
	await start(withApproval(approved), own.credential, desk);
	const address = outcomeAddress('tron_usdt', 'medium');

	const { payout, ...answer } = await order({ to_address: address, amount: '3.50' });

	expect(answer).toMatchObject({ status: 422, decision: 'review' });
	const [, link = ''] = (await noteAbout(`Decide on ${payout}: `)).split(': ');
	const url = new URL(link);
	const decided = await fetch(url, { headers: FRESH_CONNECTION });
	expect(decided.status).toBe(200);
	const id = path.basename(url.pathname);
	const { data } = await (await sharedN8n()).finishedExecution(id);
	await start(example, own.credential, desk);
	expect(data.resultData.error).toBeUndefined();
	expect(withdrawals()).toHaveLength(before + times);
	if (approved) expect(await noteAbout(`payout-${payout} `)).toContain(`3.50 USDT to ${address}`);
});

test('a gate that cannot do its work pays nobody, and the team is told', async () => {
	const before = withdrawals().length;
	const broken = withParameters(example, 'Screening gate', { reviewFromScore: 'high' });
	await start(broken, own.credential, desk);

	const { payout, ...answer } = await order({ to_address: clear, amount: '1.00' });

	await start(example, own.credential, desk);
	expect(answer).toMatchObject({ status: 422, decision: 'unresolved' });
	expect(await noteAbout(`Payout ${payout} of`)).toContain('Review From Score must be a decimal');
	expect(withdrawals()).toHaveLength(before);
});

test('an address whose screening meets a fault leaves no second withdrawal behind', async () => {
	const before = withdrawals().length;

	const { payout, decision } = await order({
		to_address: faultAddress('tron_usdt', 'closed_after_commit'),
		amount: '1.00',
	});

	expect(decision).toBe('ordered');
	await noteAbout(`payout-${payout} `);
	expect(withdrawals()).toHaveLength(before + 1);
});

test.each([
	['no number', { payout: '  ' }],
	['no amount', { amount: undefined }],
	['no address', { to_address: null }],
])('%s: nothing is screened or paid', async (_, missing) => {
	own.newRequests();

	const answer = await order({ to_address: clear, amount: '1.00', ...missing });

	expect(answer).toMatchObject({ status: 400, decision: 'refused' });
	expect(own.newRequests()).toEqual([]);
});

test('without the key of the payout desk nothing happens', async () => {
	own.newRequests();

	expect(await order({ to_address: clear, amount: '1.00' }, 'guessed')).toMatchObject({
		status: 403,
	});

	expect(own.newRequests()).toEqual([]);
});

test('an event that is not signed with the secret changes nothing', async () => {
	const forged = {
		event_id: '00000000-0000-4000-8000-000000000001',
		event: 'withdrawal.status_changed',
		occurred_at: new Date().toISOString(),
		data: { ext_id: 'payout-forged', status: 'completed', document_status: 'done' },
	};

	const response = await fetch(await callbackUrlOf(example), {
		method: 'POST',
		headers: { 'content-type': 'application/json', 'x-svc-signature': '0'.repeat(64) },
		body: JSON.stringify(forged),
	});

	expect(response.status).toBe(401);
	// A signed one behind it has been noted, so the forged one is not merely late.
	const { payout } = await order({ to_address: clear, amount: '1.00' });
	await waitUntil('the payout', async () => (await rowOf(payout))?.status ?? undefined);
	expect(await rowOf('forged')).toBeUndefined();
	expect(await notesAbout('payout-forged')).toEqual([]);
});
