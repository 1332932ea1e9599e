/** Proves that a sanctions hit with a failure blocks, however broken its record is and whatever later responses say. */
import { decodeJwt } from 'jose';
import type { IDataObject } from 'n8n-workflow';
import { addressFromLabel } from '../../dev/sandbox/addresses';
import type * as items from '../../nodes/PartnerSettlement/run-items';
import { OTHER_TRON, TRON } from '../support/addresses';
import { CLEAR_RECORD } from '../support/screening-records';
import { useApis } from './support/answers';
import { gateAt, type Screening } from './support/screenings';

/** The turn of the event loop in which each failure came out. */
const turns: number[] = [];
let turn = 0;
jest.mock('../../nodes/PartnerSettlement/run-items', () => {
	const real = jest.requireActual<typeof items>('../../nodes/PartnerSettlement/run-items');
	const runItems: typeof real.runItems = async (run, outlet) =>
		await real.runItems(run, {
			...outlet,
			failed: (failure) => {
				turns.push(turn);
				return outlet.failed(failure);
			},
		});
	return { ...real, runItems };
});

const HIT = { ...CLEAR_RECORD, sanctions_hit: true, error: 'partial_result' };
const apis = useApis();

type Gate = Parameters<typeof gateAt>;
const gate = async (say: Gate[1], ...more: [Gate[2]?, Gate[3]?]) =>
	await gateAt(apis, say, ...more);

/** The record under data, beside what says nothing of it, or that it is no success. */
const under = (data: object): [string, object][] =>
	[{ success: false }, { error: 'x' }, { code: 'x', message: 'No.' }, { status: 'completed' }].map(
		(envelope) => [`a record under data, and ${JSON.stringify(envelope)}`, { ...envelope, data }],
	);

/** A hit is all that came out. */
function expectHit([clear, review, block = [], unresolved]: Screening[][]): Screening {
	expect([clear, review, unresolved]).toEqual([[], [], []]);
	const [hit] = block;
	if (!hit) throw new Error('Nothing is blocked');
	expect(hit.verdict).toBe('block');
	return hit;
}

test('it blocks with its record and the failure, and shows no secret', async () => {
	const hit = expectHit(await gate(() => ({ ...HIT, epin: '123' })));
	expect(hit).toEqual({
		verdict: 'block',
		reasons: expect.arrayContaining([expect.stringMatching('sanctions list')]),
		reason: expect.stringMatching('sanctions list'),
		record: expect.objectContaining({ sanctions_hit: true, ext_id: hit.ext_id }),
		ext_id: expect.any(String),
		failure: expect.objectContaining({
			details: expect.objectContaining({ outcome: 'unknown', ext_id: hit.ext_id }),
		}),
		certificate: expect.any(String),
	});
	expect(JSON.stringify(hit)).not.toMatch('"123"');
	const { message } = hit.failure as IDataObject;
	expect(message).toMatch('the response shows a sanctions hit (sanctions_hit)');
});

test.each<[string, object]>([
	['clear', CLEAR_RECORD],
	['nothing', {}],
	['that of another address', { ...CLEAR_RECORD, address: OTHER_TRON }],
	['still processing', { ...CLEAR_RECORD, status: 'processing' }],
])('where the record is %s at the second look', async (_, second) => {
	expectHit(await gate((_body, before) => (before === 0 ? HIT : second)));
});

test.each([
	[{ status: 'rejected' }, /ended_otherwise/],
	[{ status: 'completed', error: 'x' }, /outcome unknown \(x\)/],
])('a wait ends, and is not forgotten, where the record then shows %j', async (end, why) => {
	const first = { ...CLEAR_RECORD, status: 'processing' };
	const calls: number[] = [];
	const outcomes = await gate((_body, before) => {
		calls.push(before);
		return before === 0 ? first : { ...CLEAR_RECORD, ...end };
	});
	expect(outcomes.flat()).toMatchObject([{ verdict: 'unresolved', record: null }]);
	expect(outcomes.flat()[0]?.reason).toMatch(why);
	expect(calls).toEqual([0, 1]);
});

test('the hit of another address does not replace a screening that is still processing', async () => {
	const first = { ...CLEAR_RECORD, status: 'processing' };
	const other = { ...HIT, address: OTHER_TRON };
	const outcomes = await gate((_body, before) => (before === 0 ? first : other));
	expect(outcomes.flat()).toMatchObject([{ record: { address: TRON, status: 'processing' } }]);
});

test.each<[string, object]>([
	['no network', { ...HIT, network: undefined }],
	['nothing beside it', { sanctions_hit: true, error: 'x' }],
	['a network in a report', { ...HIT, error: '', network: null, report: { network: 'tron_usdt' } }],
	['an address in a result', { ...HIT, error: '', address: undefined, result: { address: TRON } }],
	['the hit around data', { sanctions_hit: true, data: CLEAR_RECORD }],
	['the hit in a list', { ...CLEAR_RECORD, matches: [{ sanctions_hit: true }] }],
	['an unknown status and a report', { ...HIT, error: '', status: 'new', report: { hops: 2 } }],
	['the hit in data', { ...HIT, error: '', sanctions_hit: false, data: { sanctions_hit: true } }],
	...under({ ...HIT, error: undefined }),
])('of a record with %s', async (_, record) => {
	const hit = expectHit(await gate(() => record));
	expect(JSON.stringify(hit.record)).toContain('"sanctions_hit":true');
});

test.each<[string, object]>([
	['nothing beside an error', { error: 'x' }],
	['a hit of another address', { ...HIT, address: OTHER_TRON }],
	['a record that would be clear, beside an error', { ...CLEAR_RECORD, error: 'x' }],
	['an error_code of an envelope', { error_code: 'timeout', data: CLEAR_RECORD }],
	...under(CLEAR_RECORD),
])('%s leaves it unresolved', async (_, answer) => {
	const [clear, review, block, unresolved] = await gate(() => answer);
	expect([clear, review, block]).toEqual([[], [], []]);
	expect(unresolved).toMatchObject([{ verdict: 'unresolved', record: null }]);
});

test('an address that is another each time it is read is judged as it was sent', async () => {
	const sent = new Map<unknown, unknown>();
	const items = Array.from({ length: 20 }, (_, id) => ({ id }));
	const say = ({ address, ext_id: extId }: IDataObject) => {
		sent.set(extId, address);
		return { ...HIT, address };
	};
	const other = addressFromLabel('tron_usdt', 'other');
	const address = `={{ Math.random() > 0.5 ? '${other}' : '${TRON}' }}`;
	const [, , block = []] = await gate(say, items, { address });
	expect(block).toHaveLength(items.length);
	for (const { certificate } of block) {
		const { ext_id: extId, address: stated } = decodeJwt<IDataObject>(certificate);
		expect(stated).toBe(sent.get(extId));
	}
});

test('items that share one with a large record take several turns of the event loop', async () => {
	const report = Array.from({ length: 2_000 }, (_, nth) => ({ nth, text: 'of a report' }));
	const items = Array.from({ length: 60 }, (_, id) => ({ to: TRON, id }));
	let isOver = false;
	const count = () => {
		turn += 1;
		if (!isOver) setImmediate(count);
	};
	count();
	turns.length = 0;
	await gate(() => ({ ...HIT, report }), items);
	isOver = true;
	expect(turns).toHaveLength(items.length);
	expect(new Set(turns).size).toBeGreaterThan(5);
});

test('no reason shows a secret that is in the record', async () => {
	const values = ['epin: AB12-CD34', 'PIN = 9876', '5555 5555 5555 4444'];
	const changes = values.flatMap((text) => [{ severity: text }, { status: text }, { error: text }]);
	const items = changes.map((_, index) => ({ to: TRON, index: String(index) }));
	const say = ({ ext_id: index }: IDataObject) => ({ ...CLEAR_RECORD, ...changes[Number(index)] });
	const options = { retries: 0, maxWait: 0.5, pollInterval: 0.1, extId: '={{ $json.index }}' };
	const shown = (await gate(say, items, { options })).flat();
	const said = shown.map(({ reasons, certificate }) => {
		// Its other claims are random, so they may have such digits.
		const { reasons: stated, record } = decodeJwt<IDataObject>(certificate);
		expect(JSON.stringify([reasons, stated, record])).not.toMatch(/AB12|9876|5555/);
		return reasons.join();
	});
	expect(said).toHaveLength(changes.length);
	expect(said.filter((text) => text.includes('••••'))).toHaveLength(values.length * 2);
});
