import type { INodeParameters } from 'n8n-workflow';
import { useSandbox } from '../contract/support/use-sandbox';
import { TRON } from '../addresses';
import { errorOf, type NodeRun, outputs, startNode } from './support/run-node';
import { WITHDRAWAL as withdrawal } from './support/withdrawal';

/** The sandbox's magic amount. */
const SHORT = '13.04';
const ONCE = { retries: 0 };

const api = useSandbox({ settleMs: 5 });

const WITHDRAWAL = { ...withdrawal, extIdMode: 'custom', extId: '={{ $json.id }}' };

function start(
	parameters: INodeParameters,
	amounts: string[],
	more: Partial<NodeRun> = {},
): ReturnType<typeof startNode> {
	const items = amounts.map((amount, index) => ({ amount, id: `o-${String(index + 1)}` }));
	return startNode({ parameters, items, credential: { ...api.contract.settings() }, ...more });
}

function batchOf(amounts: string[]): INodeParameters {
	const order = { currency: 'USDT', network: 'TRON', to_address: TRON };
	const bodies = amounts.map((amount, index) => ({
		body: { ...order, amount, ext_id: `o-${String(index + 1)}` },
	}));
	const items = JSON.stringify(bodies);
	return { resource: 'batch', operation: 'create', items, extIdMode: 'auto', options: ONCE };
}

/** A withdrawal without an ext_id, which the sandbox refuses, and a search, which it answers. */
const KEYLESS: INodeParameters = {
	resource: 'apiCall',
	operation: 'request',
	method: 'POST',
	base: 'base',
	path: '={{ $json.amount === "1" ? "/api/offers" : "/no/such/path" }}',
	body: '{}',
	options: ONCE,
};

describe('an error that nobody foresaw, before anything was sent', () => {
	const credential = () => ({ ...api.contract.settings(), privateKey: 'no key' });

	test('of an expression says that nothing was sent', async () => {
		const parameters = { ...WITHDRAWAL, amount: "={{ $('Nowhere').item.json.amount }}" };
		const { description } = errorOf(await start(parameters, ['1']));
		expect(description).toMatch('Not sent: nothing was spent.');
		const run = await start(parameters, ['1'], { onError: 'continueRegularOutput' });
		expect(outputs(run)[0]?.[0]?.json.details).toMatchObject({ outcome: 'not_sent' });
	});

	test('a key that cannot be read fails each order of a cart as it should', async () => {
		const more = { credential: credential() };
		const { description } = errorOf(await start(batchOf(['1', '2']), ['-'], more));
		expect(description).toMatch('Not sent: nothing was spent.');
		const onError = 'continueRegularOutput';
		const [output = []] = outputs(await start(batchOf(['1', '2']), ['-'], { ...more, onError }));
		expect(output.map(({ json }) => json.details)).toEqual([
			{ outcome: 'not_sent', ext_id: 'o-1' },
			{ outcome: 'not_sent', ext_id: 'o-2' },
		]);
	});
});

describe('the error of a run tells what became of', () => {
	test('every order of a cart, those with the same outcome together', async () => {
		const orders = batchOf(['1', SHORT, '2']);
		const { description } = errorOf(await start(orders, ['-']));
		expect(description).toMatch(
			/All that failed: refused \(insufficient_balance\): item 1 with ext_id o-2\./,
		);
		api.sandbox.addFault({ match: { path: '/batch', times: 0 }, fault: '500' });
		expect(errorOf(await start(batchOf(['1', '9']), ['-'])).description).toMatch(
			/outcome unknown \(internal_error\), repeat only with the same ext_id: item 1 with ext_id o-2\./,
		);
	});

	test('every item of those that were under way together', async () => {
		const match = { path: '/withdrawals', body: 'o-2' };
		api.sandbox.addFault({ match, fault: 'closed_after_commit' });
		api.sandbox.addFault({ match: { path: '/document_get', body: 'o-2' }, fault: '403' });
		const options = { ...ONCE, concurrency: 2 };
		const { description } = errorOf(await start({ ...WITHDRAWAL, options }, [SHORT, '1', '2']));
		expect(description).toMatch(/refused \(insufficient_balance\): item 1 with ext_id o-1/);
		expect(description).toMatch(
			/outcome unknown \(connection_lost\), repeat only with the same ext_id: item 2 with ext_id o-2/,
		);
	});

	test('what was carried out without an ext_id: Retry would do it again', async () => {
		const { description } = errorOf(await start(KEYLESS, ['1', 'x']));
		expect(description).toMatch(
			/Carried out before it, without an ext_id: item 1\. Retry would do that again/,
		);
		expect(description).not.toMatch('Use Retry');
	});

	test('what was carried out with one: Retry is safe', async () => {
		const derived = { ...WITHDRAWAL, extIdMode: 'auto' };
		const run = await start(derived, ['1', SHORT]);
		expect(errorOf(run).description).toMatch(
			/Carried out before it: item 1\. Use Retry on this execution rather than a new run/,
		);
	});
});

describe('in a retry of an execution', () => {
	test('a refusal says nothing of the try before it', async () => {
		const { description } = errorOf(await start(WITHDRAWAL, [SHORT], { mode: 'retry' }));
		expect(description).toMatch('Refused: nothing was spent by this try.');
		expect(description).toMatch('Document: Get shows no order with this ext_id');
		api.sandbox.addFault({ match: { path: '/kyt' }, fault: '403' });
		const screening = { network: 'tron_usdt', address: TRON, extIdMode: 'custom', extId: 'o-1' };
		const check = { resource: 'kyt', operation: 'check', ...screening, options: ONCE };
		const { description: ofCheck } = errorOf(await start(check, ['-'], { mode: 'retry' }));
		expect(ofCheck).toMatch(
			/Refused: nothing was spent by this try\..*repeat it only with ext_id o-1, or look it up/,
		);
	});

	test('nor does an order that is not sent, or a call without an ext_id', async () => {
		const { description } = errorOf(await start(WITHDRAWAL, ['0'], { mode: 'retry' }));
		expect(description).toMatch(/Not sent: nothing was spent by this try\..*check before/);
		expect(description).not.toMatch('None of the');
		const several = errorOf(await start(WITHDRAWAL, ['1', '0'], { mode: 'retry' }));
		expect(several.description).toMatch(/None of the 2 items was sent by this try\.$/);
		const keyless = errorOf(await start(KEYLESS, ['x'], { mode: 'retry' }));
		expect(keyless.description).toMatch(/nothing was spent by this try\..*check before/);
	});
});

test('what is not sent any more, after its answer was lost, is not said to be unspent', async () => {
	api.sandbox.addFault({ match: { path: '/withdrawals' }, fault: 'closed_after_commit' });
	api.sandbox.addFault({ match: { path: '/document_get' }, fault: '403' });
	await start(WITHDRAWAL, ['5']);
	const options = { ...ONCE, maximumPerItem: '4' };
	const run = await start({ ...WITHDRAWAL, options }, ['5'], { onError: 'continueRegularOutput' });
	const [item] = outputs(run)[0] ?? [];
	expect(item?.json).toMatchObject({
		error: '5 USDT is more than Maximum per Item (4 USDT)',
		message: expect.stringMatching(/An earlier try may have gone through.*repeat with ext_id o-1/),
		details: { outcome: 'unknown', ext_id: 'o-1' },
	});
});
