/** Whatever the API responds, only what is certainly clear leaves through Clear, and no item is lost. */
import fc from 'fast-check';
import { z } from 'zod';
import { OTHER_TRON } from '../addresses';
import { useGate } from './support/gate';
import { startFront } from './support/front';
import { outputs } from './support/run-node';
import { Servers } from '../contract/support/servers';
import {
	CLEAR_RECORD,
	inPanel,
	isCertainlyClear,
	recordArbitrary,
	SET,
	SUBJECT,
} from '../unit/gate/support';

const COUNT = 200;
const TYPED = { ...SET, requireSeverity: true };

const servers = new Servers();
const gate = useGate();

afterAll(() => {
	servers.close();
});

/** Runs the gate against an API that answers the check of each item with this. The indexes of the items, by output. */
async function indexesOf(answers: unknown[], additionalFields = {}): Promise<number[][]> {
	const origin = await startFront(servers, gate.sandbox.url, (path, body) => {
		if (!path.endsWith('/kyt_check')) return undefined;
		const { ext_id: id } = z.object({ ext_id: z.string() }).parse(JSON.parse(body));
		return { status: 200, body: answers[Number(id)] };
	});
	const { apiUrl, baseUrl, ...rest } = gate.contract.settings();
	const moved = (url: string) => url.replace(gate.sandbox.url, origin);
	const run = await gate.start({
		credential: { ...rest, apiUrl: moved(apiUrl), baseUrl: moved(baseUrl) },
		parameters: {
			...SUBJECT,
			...inPanel<string | boolean>(TYPED),
			additionalFields,
			options: { retries: 0, maxWait: 0.1, pollInterval: 0.1, extId: '={{ $json.index }}' },
		},
		items: answers.map((_, index) => ({ index: String(index) })),
	});
	return outputs(run).map((items) => items.map(({ json }) => Number(json.index)));
}

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

test('a record of another address or network is unresolved', async () => {
	const others = [
		{ address: OTHER_TRON },
		{ network: 'eth' },
		{ address: SUBJECT.address.toLowerCase() },
		{},
	];
	const [clear, , , unresolved] = await indexesOf(
		others.map((other) => ({ ...CLEAR_RECORD, ...other })),
	);
	expect({ clear, unresolved }).toEqual({ clear: [3], unresolved: [0, 1, 2] });
});
