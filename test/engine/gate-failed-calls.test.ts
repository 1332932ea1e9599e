/** Proves: a record that came with a failure is judged: a hit in it blocks, and everything else stays Unresolved. */
import type { IDataObject } from 'n8n-workflow';
import type { Failure } from '../../nodes/PartnerSettlement/messages/node-error';
import type * as items from '../../nodes/PartnerSettlement/run-items';
import { OTHER_TRON } from '../support/addresses';
import { CLEAR_RECORD, SET, SUBJECT, inPanel } from '../support/screening-records';
import { useGate } from './support/gate';
import { outputs } from './support/run-node';

let besideFailure: unknown;
/** The turn of the event loop in which each failure came out. */
const turns: number[] = [];
let turn = 0;

// What an API may send with a failure is many things; here the gate is given any of them.
jest.mock('../../nodes/PartnerSettlement/run-items', () => {
	const real = jest.requireActual<typeof items>('../../nodes/PartnerSettlement/run-items');
	const runItems: typeof real.runItems = async (run, outlet) =>
		await real.runItems(run, {
			...outlet,
			failed: (failure: Failure) => {
				turns.push(turn);
				return outlet.failed({ ...failure, record: besideFailure });
			},
		});
	return { ...real, runItems };
});

const gate = useGate();

/** Where the item of a screening that failed with this record leaves, and with what. */
async function failedWith(record: unknown, change = {}, items: IDataObject[] = [{ id: 'a' }]) {
	besideFailure = record;
	gate.sandbox.addFault({ match: { path: '/kyt_check', times: 0 }, fault: '500' });
	const run = await gate.start({
		parameters: {
			...SUBJECT,
			network: 'auto',
			...inPanel<string>(SET),
			options: { retries: 0, extId: 'mine' },
			...change,
		},
		items,
	});
	return outputs(run).map(([item]) => item?.json.screening);
}

const HIT = { ...SUBJECT, sanctions_hit: true };

test('a hit blocks, with its record and the failure', async () => {
	const [clear, review, block, unresolved] = await failedWith({ ...HIT, epin: '123' });
	expect([clear, review, unresolved]).toEqual([undefined, undefined, undefined]);
	expect(block).toEqual({
		verdict: 'block',
		reasons: expect.arrayContaining([expect.stringMatching('sanctions list')]),
		record: expect.objectContaining({ ...HIT, ext_id: 'mine' }),
		ext_id: 'mine',
		failure: expect.objectContaining({
			details: expect.objectContaining({ outcome: 'unknown', ext_id: 'mine' }),
		}),
		certificate: expect.any(String),
	});
	expect(JSON.stringify(block)).not.toMatch('"123"');
});

test.each<[string, object]>([
	['no network', { ...HIT, network: undefined }],
	['a network of another type', { ...HIT, network: 1 }],
	['no address', { ...HIT, address: null }],
	['nothing beside it', { sanctions_hit: true }],
])('a hit blocks although its record has %s', async (_, record) => {
	const [, , block] = await failedWith(record);
	expect(block).toMatchObject({ verdict: 'block', record: { sanctions_hit: true } });
});

test.each<[string, unknown]>([
	['none', undefined],
	['null', null],
	['a text', 'sanctions_hit'],
	['a hit of another address', { ...HIT, address: OTHER_TRON }],
	['one that would be clear', CLEAR_RECORD],
	['one that would be in Review', { ...CLEAR_RECORD, severity: 'medium' }],
])('%s leaves it unresolved, with the failure', async (_, record) => {
	const screenings = await failedWith(record);
	expect(screenings.slice(0, 3)).toEqual([undefined, undefined, undefined]);
	expect(screenings[3]).toMatchObject({
		verdict: 'unresolved',
		reasons: expect.arrayContaining([expect.stringMatching('Outcome unknown.*ext_id mine')]),
		record: null,
		ext_id: 'mine',
		failure: { details: { outcome: 'unknown' } },
	});
});

test('an item whose address cannot be read is unresolved, whatever came', async () => {
	const [, , , unresolved] = await failedWith(HIT, { address: "={{ $('None').item.json.x }}" });
	expect(unresolved).toMatchObject({ verdict: 'unresolved', record: null });
});

test('items that share a screening with a large record come out in several turns of the event loop', async () => {
	const report = Array.from({ length: 2_000 }, (_, nth) => ({ nth, text: 'of a report' }));
	let isOver = false;
	const count = () => {
		turn += 1;
		if (!isOver) setImmediate(count);
	};
	count();
	turns.length = 0;
	const items = Array.from({ length: 60 }, (_, id) => ({ id }));
	await failedWith({ ...HIT, report }, {}, items);
	isOver = true;
	expect(turns).toHaveLength(items.length);
	expect(new Set(turns).size).toBeGreaterThan(5);
});
