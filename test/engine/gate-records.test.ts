/** Proves that whatever the API responds, only what is certainly clear leaves through Clear, no hit is lost, and no item. */
import type { INodeParameters } from 'n8n-workflow';
import { z } from 'zod';
import { readExample } from '../../dev/stack/examples';
import type { Workflow } from '../../dev/stack/n8n-api-schemas';
import { withSandboxValues } from '../../dev/stack/sandbox-values';
import { CLEAR_RECORD, inPanel, SET, SUBJECT } from '../support/screening-records';
import { useServers } from '../support/servers';
import { startFront } from './support/answers';
import { useGate } from './support/screenings';
import { outputs } from './support/run-node';

const TYPED = { ...SET, requireSeverity: true };
const servers = useServers();
const gate = useGate();

interface Item {
	index: number;
	screening: unknown;
}

const bodySchema = z.object({ ext_id: z.string() });

/** Runs the gate where the API answers the check of each item with this. The items, by output. */
async function itemsOf(answers: unknown[], more: INodeParameters = {}): Promise<Item[][]> {
	const origin = await startFront(servers, gate.sandbox.url, (path, sent) => {
		if (!path.endsWith('/kyt_check')) return undefined;
		const { ext_id: id } = bodySchema.parse(JSON.parse(sent));
		return { status: 200, body: answers[Number(id)] };
	});
	const run = await gate.start({
		credential: {
			...gate.contract.credential({ apiUrl: `${origin}/gw`, baseUrl: `${origin}/core` }),
		},
		parameters: {
			...{ ...SUBJECT, ...inPanel<string | boolean>(TYPED), ...more },
			options: { retries: 0, maxWait: 0.5, pollInterval: 0.1, extId: '={{ $json.index }}' },
		},
		items: answers.map((_, index) => ({ index: String(index) })),
	});
	return outputs(run).map((items) =>
		items.map(({ json }) => ({ index: Number(json.index), screening: json.screening })),
	);
}

const indexesOf = async (...given: Parameters<typeof itemsOf>) =>
	(await itemsOf(...given)).map((items) => items.map(({ index }) => index));

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

describe('the payout example', () => {
	/** On a scale from 0 to 1 the last is the worst there is, and on one from 0 to 100 the best. */
	const SCORES = [0, 0.01, 0.5, 0.99];
	const EMPTY = { reviewFromScore: '', blockFromScore: '', clearSeverities: '', rules: {} };

	/** Which of these the gate of this example lets through, where the API calls each of them low. */
	async function clearedBy({ nodes }: Workflow) {
		const example = nodes.find(({ name }) => name === 'Screening gate');
		const own = { ...EMPTY, ...(example?.parameters as INodeParameters), ...SUBJECT };
		const [clear] = await indexesOf(
			SCORES.map((score) => ({ ...CLEAR_RECORD, risk_score: score })),
			own,
		);
		return clear;
	}

	test('clears nothing as it is in the file', async () => {
		expect(await clearedBy(await readExample('payout-with-screening'))).toEqual([]);
	});

	test('with the values of the sandbox it does, whatever scale the API has: they stay with the sandbox', async () => {
		const example = withSandboxValues(await readExample('payout-with-screening'));
		expect(await clearedBy(example)).toEqual([0, 1, 2, 3]);
	});
});
