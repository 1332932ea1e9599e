/** Proves that a screening is waited for whatever it is called meanwhile, and that a record in an envelope is judged. */
import { z } from 'zod';
import { Servers } from '../support/servers';
import { CLEAR_RECORD, inPanel, SET, SUBJECT } from '../support/screening-records';
import { startFront } from './support/front';
import { useGate } from './support/gate';
import { errorOf, type NodeRun, outputs, startNode } from './support/run-node';

const servers = new Servers();
const gate = useGate();

afterAll(() => {
	servers.close();
});

const WAIT = { retries: 0, maxWait: 60, pollInterval: 0.1 };
const AT_ONCE = { retries: 0, maxWait: 0.1, pollInterval: 0.1 };

/** A credential for an API that answers the checks with these, one after the other, and then with the last. */
async function credentialFor(answers: unknown[], seen: string[]): Promise<NodeRun['credential']> {
	const { url } = gate.sandbox;
	const origin = await startFront(servers, url, (path, body, before) => {
		if (!/\/kyt_check(_get)?$/.test(path)) return undefined;
		if (path.endsWith('_check'))
			seen.push(z.object({ ext_id: z.string() }).parse(JSON.parse(body)).ext_id);
		return { status: 200, body: answers[Math.min(before, answers.length - 1)] };
	});
	const { apiUrl, baseUrl, ...rest } = gate.contract.credential();
	const moved = (given: string) => given.replace(url, origin);
	return { ...rest, apiUrl: moved(apiUrl), baseUrl: moved(baseUrl) };
}

/** Through which output of the gate an item leaves, with what, and the keys that were sent. */
async function gated(answers: unknown[], options = WAIT) {
	const seen: string[] = [];
	const run = await gate.start({
		credential: await credentialFor(answers, seen),
		parameters: { ...SUBJECT, ...inPanel<string>(SET), options },
		items: [{}],
	});
	const [output, items = []] =
		[...outputs(run).entries()].find(([, found]) => found.length > 0) ?? [];
	const outlet = ['clear', 'review', 'block', 'unresolved'][output ?? -1];
	return { outlet, screening: items[0]?.json.screening, seen };
}

async function screened(operation: string, answers: unknown[], options: object = WAIT) {
	const parameters = { resource: 'kyt', operation, id: '1', extIdMode: 'auto', ...SUBJECT };
	const run = await startNode({
		credential: await credentialFor(answers, []),
		parameters: { ...parameters, additionalFields: {}, options: { ...options } },
		items: [{}],
	});
	return { items: outputs(run)[0]?.map(({ json }) => json), message: errorOf(run).message };
}

const WAITING = ['queued', 'pending', 'in_review', 'processing', 'PROCESSING', ''];

describe('a screening is waited for', () => {
	test.each(WAITING)('while its status is "%s"', async (status) => {
		const early = { ...CLEAR_RECORD, sanctions_hit: undefined, risk_score: undefined };
		const answers = [{ ...early, status }, { ...early, status }, CLEAR_RECORD];
		const { outlet, seen } = await gated(answers);
		expect({ outlet, calls: seen.length }).toEqual({ outlet: 'clear', calls: 3 });
		expect(new Set(seen).size).toBe(1);
		expect((await screened('screen', answers)).items).toMatchObject([{ status: 'completed' }]);
	});

	test.each<[string, object, string]>([
		['completed', {}, 'clear'],
		['Completed', { status: 'Completed' }, 'unresolved'],
		['failed', { status: 'failed' }, 'unresolved'],
		['FAILED', { status: 'FAILED' }, 'unresolved'],
		['a hit, whatever its status', { status: 'queued', sanctions_hit: true }, 'block'],
		['without a status', { status: undefined }, 'unresolved'],
	])('no longer than until it is %s', async (_, change, outlet) => {
		const said = await gated([{ ...CLEAR_RECORD, ...change }]);
		expect({ outlet: said.outlet, calls: said.seen.length }).toEqual({ outlet, calls: 1 });
	});

	test('no longer than Maximum Wait for Result', async () => {
		const { outlet, screening } = await gated([{ ...CLEAR_RECORD, status: 'queued' }], AT_ONCE);
		expect(outlet).toBe('unresolved');
		expect(screening).toMatchObject({
			reasons: ['The status of the screening is "queued", not "completed".'],
			record: { status: 'queued' },
		});
	});
});

test.each<[object]>([
	[{ message: 'Check accepted' }],
	[{ code: 'R12', message: 'Checked' }],
	[{ result: { network: 'TRC20' } }],
	[{ data: { address: 'as it was typed' } }],
])('a record may show more than the document does: %j', async (more) => {
	const { outlet, seen } = await gated([{ ...CLEAR_RECORD, ...more }]);
	expect({ outlet, calls: seen.length }).toEqual({ outlet: 'clear', calls: 1 });
	for (const operation of ['check', 'screen']) {
		const { message } = await screened(operation, [{ ...CLEAR_RECORD, ...more }]);
		expect(message).toBe('');
	}
});

test.each<object>([
	...[{ result: { status: 'failed' } }, { document_status: 'failed' }, { success: false }],
])('a record that tells of an error is unresolved: %j', async (more) => {
	expect((await gated([{ ...CLEAR_RECORD, ...more }])).outlet).toBe('unresolved');
});

const HIT = { ...CLEAR_RECORD, sanctions_hit: true };

describe.each<[string, (record: unknown) => unknown]>([
	['data', (data) => ({ data })],
	['result, beside what tells of the call', (result) => ({ status: 'ok', code: 0, result })],
	['its only object', (check) => ({ success: true, check })],
	['data in a response', (data) => ({ response: { data } })],
])('a record in %s', (_, wrap) => {
	test('is judged as any other', async () => {
		expect((await gated([wrap(CLEAR_RECORD)])).outlet).toBe('clear');
		expect((await gated([wrap({ ...CLEAR_RECORD, severity: 'medium' })])).outlet).toBe('review');
		expect((await gated([wrap({ ...CLEAR_RECORD, status: 'failed' })])).outlet).toBe('unresolved');
		const { outlet, screening } = await gated([wrap(HIT)]);
		expect(outlet).toBe('block');
		expect(screening).toMatchObject({ record: HIT });
	});

	test('is waited for, and a hit in it is not lost over anything else', async () => {
		const early = wrap({ ...CLEAR_RECORD, status: 'processing' });
		expect((await gated([early, wrap(CLEAR_RECORD)])).outlet).toBe('clear');
		expect((await gated([early, wrap({ ...HIT, error: 'x' })])).outlet).toBe('block');
		expect((await gated([early, { error: 'x', data: HIT }])).outlet).toBe('block');
		expect((await gated([wrap({ ...HIT, error: 'x' })])).outlet).toBe('block');
	});

	test.each(['check', 'screen', 'get'])(
		'comes out as the document shows it: %s',
		async (operation) => {
			const { items } = await screened(operation, [wrap(CLEAR_RECORD)], {
				...WAIT,
				wholeAnswer: true,
			});
			expect(items).toMatchObject([CLEAR_RECORD]);
		},
	);
});

describe.each<[string, object]>([
	['no success', { success: false }],
	['an error', { error: 'x' }],
	['a code', { code: 'x', message: 'No.' }],
])('a record beside %s', (_, envelope) => {
	test('is clear for nobody, and a hit in it blocks', async () => {
		expect((await gated([{ ...envelope, data: CLEAR_RECORD }], AT_ONCE)).outlet).toBe('unresolved');
		const { outlet, screening } = await gated([{ ...envelope, data: HIT }], AT_ONCE);
		expect({ outlet, screening }).toMatchObject({ outlet: 'block', screening: { record: HIT } });
	});
});

test('what a record with a status of its own holds is clear for nobody, and a hit in it blocks', async () => {
	const holding = (data: object) => ({ status: 'completed', data });
	expect((await gated([holding(CLEAR_RECORD)], AT_ONCE)).outlet).toBe('unresolved');
	expect((await gated([holding(HIT)], AT_ONCE)).outlet).toBe('block');
});
