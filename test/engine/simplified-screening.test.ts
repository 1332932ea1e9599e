/** Proves which fields of a screening come out: those that a decision takes, or all of them where they are wanted. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { TRON } from '../support/addresses';
import { CLEAR_RECORD } from '../support/screening-records';
import { OneAnswer } from './support/one-answer';
import { outputs } from './support/run-node';

const api = new OneAnswer(false);

afterAll(() => {
	api.close();
});

const SIMPLE = [
	...['address', 'cached', 'completed_at', 'created_at', 'dominant_risk_category', 'id'],
	...['network', 'price_usdt', 'risk_score', 'sanctions_hit', 'severity', 'status'],
];
const RECORD: IDataObject = {
	...CLEAR_RECORD,
	...{
		network: 'tron_usdt',
		address: TRON,
		dominant_risk_category: 'none',
		provider_check_id: 'p',
		completed_at: '2026-01-01T00:00:01Z',
	},
	report: { hops: 2 },
};

const SCREENED = { network: 'auto', address: TRON, extIdMode: 'auto', additionalFields: {} };
const OPERATIONS: [string, INodeParameters, IDataObject][] = [
	['screen', SCREENED, RECORD],
	['check', SCREENED, RECORD],
	['get', { id: '1' }, RECORD],
	['getAll', { returnAll: true }, { checks: [RECORD] }],
];

async function records(parameters: INodeParameters, answer: IDataObject): Promise<IDataObject[]> {
	const run = await api.run(answer, { resource: 'kyt', ...parameters });
	return (outputs(run)[0] ?? []).map(({ json }) => json);
}

test.each(OPERATIONS)(
	'%s: what a decision takes comes out, and all of it with Whole Response',
	async (operation, more, answer) => {
		const [item = {}] = await records({ operation, ...more, options: {} }, answer);
		const fields = Object.keys(item).filter((name) => name !== 'ext_id');
		expect(fields.sort()).toEqual(SIMPLE);
		expect(RECORD).toMatchObject(Object.fromEntries(SIMPLE.map((name) => [name, item[name]])));
		const options = { wholeAnswer: true };
		expect(await records({ operation, ...more, options }, answer)).toMatchObject([answer]);
	},
);
