/** Whatever the API responds, only what is certainly clear leaves through Clear, and no item is lost. */
import fc from 'fast-check';
import { z } from 'zod';
import { useGate } from './support/gate';
import { startFront } from './support/front';
import { outputs } from './support/run-node';
import { Servers } from '../support/servers';
import {
	CLEAR_RECORD,
	inPanel,
	isCertainlyClear,
	recordArbitrary,
	SET,
	SUBJECT,
} from '../support/screening-records';

const COUNT = 200;
const TYPED = { ...SET, requireSeverity: true };

const servers = new Servers();
const gate = useGate();

afterAll(() => {
	servers.close();
});

interface Item {
	index: number;
	screening: unknown;
}

/** The credential, with the addresses of what stands in front of the sandbox. */
function credentialAt(origin: string) {
	const { apiUrl, baseUrl, ...rest } = gate.contract.credential();
	const moved = (url: string) => url.replace(gate.sandbox.url, origin);
	return { ...rest, apiUrl: moved(apiUrl), baseUrl: moved(baseUrl) };
}

/** Runs the gate against an API that answers the check of each item with this. The items, by output. */
async function itemsOf(answers: unknown[], additionalFields = {}): Promise<Item[][]> {
	const origin = await startFront(servers, gate.sandbox.url, (path, body) => {
		if (!path.endsWith('/kyt_check')) return undefined;
		const { ext_id: id } = z.object({ ext_id: z.string() }).parse(JSON.parse(body));
		return { status: 200, body: answers[Number(id)] };
	});
	const run = await gate.start({
		credential: credentialAt(origin),
		parameters: {
			...SUBJECT,
			...inPanel<string | boolean>(TYPED),
			additionalFields,
			options: { retries: 0, maxWait: 0.1, pollInterval: 0.1, extId: '={{ $json.index }}' },
		},
		items: answers.map((_, index) => ({ index: String(index) })),
	});
	return outputs(run).map((items) =>
		items.map(({ json }) => ({ index: Number(json.index), screening: json.screening })),
	);
}

async function indexesOf(answers: unknown[], additionalFields = {}): Promise<number[][]> {
	const byOutput = await itemsOf(answers, additionalFields);
	return byOutput.map((items) => items.map(({ index }) => index));
}

test.each([
	['beside an error', [{ status: 'processing' }, { sanctions_hit: true, error: 'x' }]],
	[
		'before it is completed',
		[{ status: 'processing', sanctions_hit: true }, { status: 'completed' }],
	],
])('a sanctions hit that comes while a screening is waited for blocks: %s', async (_, states) => {
	const origin = await startFront(servers, gate.sandbox.url, (path, __, before) => {
		if (!path.endsWith('/kyt_check')) return undefined;
		const record = { ...CLEAR_RECORD, sanctions_hit: undefined };
		return { status: 200, body: { ...record, ...states[Math.min(before, 1)] } };
	});
	const run = await gate.start({
		credential: credentialAt(origin),
		parameters: {
			...SUBJECT,
			...inPanel<string | boolean>(TYPED),
			options: { retries: 0, pollInterval: 0.1, extId: 'one' },
		},
		items: [{}],
	});
	expect(outputs(run).map((items) => items.length)).toEqual([0, 0, 1, 0]);
	expect(outputs(run)[2]?.[0]?.json.screening).toMatchObject({ record: { sanctions_hit: true } });
});

test.each([
	['a second status', { document_status: 'failed' }],
	['the status of its content', { result: { status: 'failed' } }],
	['a hit beside a second status', { document_status: 'failed', sanctions_hit: true }],
])('a completed record that contradicts itself by %s is never clear', async (_, change) => {
	const [clear, , block] = await indexesOf([{ ...CLEAR_RECORD, ...change }]);
	expect({ clear, block }).toEqual({ clear: [], block: 'sanctions_hit' in change ? [0] : [] });
});

/** What no record of section 2.6 has. */
const ODD = [
	...[{ price_usdt: 1 }, { price_usdt: undefined }, { cached: undefined }, { cached: 'no' }],
	...[{ error_code: false }, { severity: 3 }, { created_at: undefined }, { created_at: 0 }],
	...[{ id: undefined }, { id: 'check-1' }, { status: undefined }, { status: 5 }],
	...[{ risk_score: 'high' }, { risk_score: {} }, { dominant_risk_category: [] }],
];

test('a sanctions hit blocks, with its record beside it, whatever else the record holds', async () => {
	const answers = ODD.map((change) => ({ ...CLEAR_RECORD, sanctions_hit: true, ...change }));
	const [, , block = []] = await itemsOf(answers);
	const shown = JSON.parse(JSON.stringify(answers)) as object[];
	expect(block).toEqual(
		shown.map((record, index) => ({
			index,
			screening: {
				verdict: 'block',
				reasons: expect.arrayContaining([expect.stringMatching('sanctions list')]),
				record: { ...record, ext_id: String(index) },
				ext_id: String(index),
				certificate: expect.any(String),
			},
		})),
	);
});

test('a record with such a field is judged as any other', async () => {
	const [clear, review, block, unresolved = []] = await itemsOf(
		ODD.map((change) => ({ ...CLEAR_RECORD, ...change })),
	);
	const isJudged = ({ screening }: Item) => !JSON.stringify(screening).includes('"failure"');
	// None of them says anything of the risk.
	expect(clear?.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 6, 7, 8, 9]);
	expect({ review, block, judged: unresolved.filter(isJudged).length }).toEqual({
		review: [],
		block: [],
		judged: ODD.length - 9,
	});
});

test('no reason shows a secret that stands in the record', async () => {
	const values = ['epin: AB12-CD34', 'PIN = 9876', '5555 5555 5555 4444'];
	const changes = values.flatMap((text) => [{ severity: text }, { status: text }, { error: text }]);
	const shown = await itemsOf(changes.map((change) => ({ ...CLEAR_RECORD, ...change })));
	const certified = z.object({ reasons: z.array(z.string()), certificate: z.string() });
	const said = shown.flat().map(({ screening }) => {
		const { reasons, certificate } = certified.parse(screening);
		const claims = Buffer.from(certificate.split('.')[1] ?? '', 'base64url').toString();
		expect(reasons.join() + claims).not.toMatch(/AB12|9876|5555/);
		return reasons.join();
	});
	expect(said).toHaveLength(changes.length);
	expect(said.filter((text) => text.includes('••••'))).toHaveLength(values.length * 2);
});

test('whatever the API answers, only what is certainly clear leaves through Clear, and nothing is lost', async () => {
	// One of each verdict among them, so that it has shown something.
	const known = [{}, { severity: 'medium' }, { sanctions_hit: true }, { status: 'failed' }];
	const answers = [
		...known.map((change) => ({ ...CLEAR_RECORD, ...change })),
		...fc.sample(recordArbitrary, COUNT),
	];

	const [clear = [], ...others] = await indexesOf(answers);

	expect(clear.filter((index) => !isCertainlyClear(answers[index], TYPED))).toEqual([]);
	const all = [clear, ...others].flat();
	expect([...all].sort((left, right) => left - right)).toEqual(answers.map((_, index) => index));
	expect([clear, ...others].map((output) => output.find((index) => index < known.length))).toEqual([
		0, 1, 2, 3,
	]);
}, 60_000);

test('with Refresh, a record on file is unresolved', async () => {
	const records = [true, false].map((cached) => ({ ...CLEAR_RECORD, cached }));
	const [clear, , , unresolved] = await indexesOf(records, { refresh: true });
	expect({ clear, unresolved }).toEqual({ clear: [1], unresolved: [0] });
});
