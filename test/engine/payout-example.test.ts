// The gate of the payout example clears nothing before a person has set its rules, whatever the scores mean.
import { z } from 'zod';

import { readExample } from '../../dev/stack/examples';
import type { Workflow } from '../../dev/stack/n8n-api-schemas';
import { withSandboxValues } from '../../dev/stack/sandbox-values';
import { Servers } from '../support/servers';
import { CLEAR_RECORD, SUBJECT } from '../support/screening-records';
import { startFront } from './support/front';
import { useGate } from './support/gate';
import { outputs } from './support/run-node';

const servers = new Servers();
const gate = useGate();

/** On a scale from 0 to 1 the last is the worst there is, and on one from 0 to 100 the best. */
const SCORES = [0, 0.01, 0.5, 0.99];

afterAll(() => {
	servers.close();
});

/** The scores that the gate of this example lets through Clear, from an API that calls each of them low. */
async function clearedBy({ nodes }: Workflow): Promise<unknown[]> {
	const example = nodes.find(({ name }) => name === 'Screening gate');
	const origin = await startFront(servers, gate.sandbox.url, (path, body) => {
		if (!path.endsWith('/kyt_check')) return undefined;
		const { ext_id: id } = z.object({ ext_id: z.string() }).parse(JSON.parse(body));
		return { status: 200, body: { ...CLEAR_RECORD, risk_score: Number(id) } };
	});
	const { apiUrl, baseUrl, ...rest } = gate.contract.credential();
	const moved = (url: string) => url.replace(gate.sandbox.url, origin);
	const run = await gate.start({
		credential: { ...rest, apiUrl: moved(apiUrl), baseUrl: moved(baseUrl) },
		parameters: {
			...(example?.parameters as Record<string, string>),
			...SUBJECT,
			options: { extId: '={{ $json.score }}' },
		},
		items: SCORES.map((score) => ({ score: String(score) })),
	});
	return (outputs(run)[0] ?? []).map(({ json }) => Number(json.score));
}

test('the payout example clears nothing as it is in the file', async () => {
	expect(await clearedBy(await readExample('payout-with-screening'))).toEqual([]);
});

test('with the values of the sandbox it does, whatever scale the API has: so they stay with the sandbox', async () => {
	const example = withSandboxValues(await readExample('payout-with-screening'));
	expect(await clearedBy(example)).toEqual(SCORES);
});
