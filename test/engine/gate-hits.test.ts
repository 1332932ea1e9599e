/** Proves that a sanctions hit with a failure blocks, however broken its record is and whatever later responses say. */
import { decodeJwt } from 'jose';
import type { IDataObject } from 'n8n-workflow';
import { addressFromLabel } from '../../dev/sandbox/addresses';
import type * as items from '../../nodes/PartnerSettlement/run-items';
import { PartnerSettlementScreening } from '../../nodes/PartnerSettlementScreening/PartnerSettlementScreening.node';
import { OTHER_TRON, TRON } from '../support/addresses';
import { CLEAR_RECORD } from '../support/screening-records';
import { useServers } from '../support/servers';
import { GATE } from './support/screenings';
import { outputs, startNode } from './support/run-node';
import { OwnApis } from './support/setup-check';

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

type Screening = IDataObject & { record: IDataObject; certificate: string };
const HIT = { ...CLEAR_RECORD, sanctions_hit: true, error: 'partial_result' };
const apis = new OwnApis(useServers());

/** Where the items leave, and with what. @param say the body of each screening, by its request and how many came before */
async function gate(
	say: (body: IDataObject, before: number) => object,
	items: IDataObject[] = [{ to: TRON }],
	more: IDataObject = {},
) {
	let calls = 0;
	const credential = await apis.start((_method, _path, body) => ({
		status: 200,
		body: say(body, calls++),
	}));
	const options = { retries: 0, pollInterval: 0.1, maxWait: 0.3 };
	const parameters = { ...GATE, options, ...(more as object) };
	const type = new PartnerSettlementScreening();
	const run = await startNode({ type, credential, items, parameters });
	return outputs(run).map((output) => output.map(({ json }) => json.screening as Screening));
}

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
});

test.each<[string, object]>([
	['clear', CLEAR_RECORD],
	['nothing', {}],
	['that of another address', { ...CLEAR_RECORD, address: OTHER_TRON }],
	['still processing', { ...CLEAR_RECORD, status: 'processing' }],
])('where the record is %s at the second look', async (_, second) => {
	expectHit(await gate((_body, before) => (before === 0 ? HIT : second)));
});

test.each<[string, object]>([
	['no network', { ...HIT, network: undefined }],
	['nothing beside it', { sanctions_hit: true, error: 'x' }],
	['a network in a report', { ...HIT, error: '', network: null, report: { network: 'tron_usdt' } }],
	['an address in a result', { ...HIT, error: '', address: undefined, result: { address: TRON } }],
	['the hit in data', { ...HIT, error: '', sanctions_hit: false, data: { sanctions_hit: true } }],
])('of a record with %s', async (_, record) => {
	const hit = expectHit(await gate(() => record));
	expect(JSON.stringify(hit.record)).toContain('"sanctions_hit":true');
});

test.each<[string, object]>([
	['nothing', { error: 'x' }],
	['a hit of another address', { ...HIT, address: OTHER_TRON }],
	['a record that would be clear', { ...CLEAR_RECORD, error: 'x' }],
	['an error_code of an envelope', { error_code: 'timeout', data: CLEAR_RECORD }],
])('%s beside an error leaves it unresolved', async (_, answer) => {
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
