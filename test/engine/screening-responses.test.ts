/** Proves that a screening is waited for whatever it is called meanwhile, and that a record in an envelope is judged. */
import { z } from 'zod';
import { CLEAR_RECORD, inPanel, SET, SUBJECT } from '../support/screening-records';
import { useServers } from '../support/servers';
import { startFront } from './support/front';
import { useGate } from './support/gate';
import { errorOf, type NodeRun, outputs, startNode } from './support/run-node';

const servers = useServers();
const gate = useGate();
const WAIT = { retries: 0, maxWait: 60, pollInterval: 0.1 };
const AT_ONCE = { ...WAIT, maxWait: 0.1 };
const HIT = { ...CLEAR_RECORD, sanctions_hit: true };

/** A credential for an API that answers the checks with these, one after the other, and then with the last. */
async function credentialFor(answers: unknown[], seen: string[]): Promise<NodeRun['credential']> {
	const origin = await startFront(servers, gate.sandbox.url, (path, body, before) => {
		if (!/\/kyt_check(_get)?$/.test(path)) return undefined;
		if (path.endsWith('_check'))
			seen.push(z.object({ ext_id: z.string() }).parse(JSON.parse(body)).ext_id);
		return { status: 200, body: answers[Math.min(before, answers.length - 1)] };
	});
	return { ...gate.contract.credential({ apiUrl: `${origin}/gw`, baseUrl: `${origin}/core` }) };
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

const outletOf = async (...given: Parameters<typeof gated>) => (await gated(...given)).outlet;

async function screened(operation: string, answers: unknown[], options: object = WAIT) {
	const parameters = { resource: 'kyt', operation, id: '1', extIdMode: 'auto', ...SUBJECT };
	const run = await startNode({
		credential: await credentialFor(answers, []),
		parameters: { ...parameters, additionalFields: {}, options: { ...options } },
		items: [{}],
	});
	return { items: outputs(run)[0]?.map(({ json }) => json), message: errorOf(run).message };
}

describe('a screening is waited for', () => {
	test.each(['queued', 'in_review', 'processing', 'PROCESSING', ''])(
		'while its status is "%s"',
		async (status) => {
			const early = { ...CLEAR_RECORD, sanctions_hit: undefined, risk_score: undefined, status };
			const answers = [early, early, CLEAR_RECORD];
			const { outlet, seen } = await gated(answers);
			expect({ outlet, calls: seen.length }).toEqual({ outlet: 'clear', calls: 3 });
			expect(new Set(seen).size).toBe(1);
			expect((await screened('screen', answers)).items).toMatchObject([{ status: 'completed' }]);
		},
	);

	test.each<[string, object, string]>([
		['Completed', { status: 'Completed' }, 'unresolved'],
		['failed', { status: 'failed' }, 'unresolved'],
		['FAILED', { status: 'FAILED' }, 'unresolved'],
		['a hit, whatever its status', { status: 'queued', sanctions_hit: true }, 'block'],
		['without a status', { status: undefined }, 'unresolved'],
		['completed, with a message', { code: 'R12', message: 'Checked' }, 'clear'],
		['completed, with a result', { result: { network: 'TRC20' } }, 'clear'],
		['completed, with data', { data: { address: 'as it was typed' } }, 'clear'],
		['completed, with a result that failed', { result: { status: 'failed' } }, 'unresolved'],
		['completed, with a second status', { document_status: 'failed' }, 'unresolved'],
		['completed, and no success', { success: false }, 'unresolved'],
	])('no longer than until it is %s', async (_, change, outlet) => {
		const said = await gated([{ ...CLEAR_RECORD, ...change }]);
		expect({ outlet: said.outlet, calls: said.seen.length }).toEqual({ outlet, calls: 1 });
		if (outlet !== 'clear') return;
		for (const operation of ['check', 'screen'])
			expect((await screened(operation, [{ ...CLEAR_RECORD, ...change }])).message).toBe('');
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

describe.each<[string, (record: unknown) => unknown]>([
	['data', (data) => ({ data })],
	['result, beside what tells of the call', (result) => ({ status: 'ok', code: 0, result })],
	['its only object', (check) => ({ success: true, check })],
	['data in a response', (data) => ({ response: { data } })],
])('a record in %s', (_, wrap) => {
	test('is judged as any other, and says nothing of another address', async () => {
		expect(await outletOf([wrap(CLEAR_RECORD)])).toBe('clear');
		expect(await outletOf([wrap({ ...CLEAR_RECORD, severity: 'medium' })])).toBe('review');
		expect(await outletOf([wrap({ ...CLEAR_RECORD, status: 'failed' })])).toBe('unresolved');
		const other = { ...HIT, address: 'TWd4WrZ9wn84f5x1hZhL4DHvk738ns5jwb' };
		expect(await outletOf([wrap(other)])).toBe('unresolved');
		expect(await gated([wrap(HIT)])).toMatchObject({ outlet: 'block', screening: { record: HIT } });
	});

	test('is waited for, and a hit in it is not lost over anything else', async () => {
		const early = wrap({ ...CLEAR_RECORD, status: 'processing' });
		expect(await outletOf([early, wrap(CLEAR_RECORD)])).toBe('clear');
		const hits = [wrap({ ...HIT, error: 'x' }), { error: 'x', data: HIT }];
		for (const hit of hits) expect(await outletOf([early, hit])).toBe('block');
		expect(await outletOf(hits.slice(0, 1))).toBe('block');
	});

	test.each(['check', 'screen', 'get'])('comes out as the document shows it: %s', async (name) => {
		const { items } = await screened(name, [wrap(CLEAR_RECORD)], { ...WAIT, wholeAnswer: true });
		expect(items).toMatchObject([CLEAR_RECORD]);
	});
});

test.each([
	{ success: false },
	{ error: 'x' },
	{ code: 'x', message: 'No.' },
	{ status: 'completed' },
])(
	'a record under data beside %j is clear for nobody, and a hit in it blocks',
	async (envelope) => {
		expect(await outletOf([{ ...envelope, data: CLEAR_RECORD }], AT_ONCE)).toBe('unresolved');
		const { outlet, screening } = await gated([{ ...envelope, data: HIT }], AT_ONCE);
		expect(outlet).toBe('block');
		expect(JSON.stringify(screening)).toContain('"sanctions_hit":true');
	},
);
