/** Proves that a sanctions hit beside a failure blocks whatever is asked and told after it, for each item as it was sent. */
import { decodeJwt } from 'jose';
import type { IDataObject } from 'n8n-workflow';
import { PartnerSettlementScreening } from '../../nodes/PartnerSettlementScreening/PartnerSettlementScreening.node';
import { addressFromLabel } from '../../dev/sandbox/addresses';
import { TRON } from '../support/addresses';
import { ed25519, pem } from '../support/keys';
import { CLEAR_RECORD } from '../support/screening-records';
import { Servers } from '../support/servers';
import { GATE } from './support/gate';
import { outputs, startNode } from './support/run-node';

const servers = new Servers();

afterAll(() => {
	servers.close();
});

type Screening = IDataObject & { record: IDataObject; certificate: string };
const HIT = { ...CLEAR_RECORD, sanctions_hit: true, error: 'partial_result' };

/** Where the items leave, and with what. @param say the body of each screening, by its request and how many came before */
async function gate(
	say: (body: IDataObject, before: number) => object,
	items: IDataObject[] = [{ to: TRON }],
	address = GATE.address,
) {
	let calls = 0;
	const url = await servers.start((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const body = () => JSON.parse(Buffer.concat(chunks).toString()) as IDataObject;
			const answer = request.url?.endsWith('/token') ? { token: 'opaque' } : say(body(), calls++);
			response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
		});
	});
	const privateKey = pem(ed25519.privateKey);
	const run = await startNode({
		type: new PartnerSettlementScreening(),
		credential: { apiUrl: url, baseUrl: url, partnerId: '1', keyId: 'key-1', privateKey },
		items,
		parameters: { ...GATE, address, options: { retries: 0, pollInterval: 0.1, maxWait: 0.3 } },
	});
	return outputs(run).map((output) => output.map(({ json }) => json.screening as Screening));
}

test.each<[string, object]>([
	['clear', CLEAR_RECORD],
	['nothing', {}],
	['that of another address', { ...CLEAR_RECORD, address: addressFromLabel('tron_usdt', 'x') }],
	['still processing', { ...CLEAR_RECORD, status: 'processing' }],
])('where the record is %s at the second look', async (_, second) => {
	const [clear, review, block, unresolved] = await gate((_body, before) =>
		before === 0 ? HIT : second,
	);
	expect([clear, review, unresolved]).toEqual([[], [], []]);
	expect(block).toEqual([expect.objectContaining({ verdict: 'block' })]);
});

test.each<[string, object]>([
	['no network, and a report that has one', { network: null, report: { network: 'tron_usdt' } }],
	['no address, and a result', { address: undefined, result: { address: TRON, score: 90 } }],
	['no hit, and data with one', { sanctions_hit: false, data: { sanctions_hit: true } }],
])('a hit of a record with %s', async (_, change) => {
	const [clear, review, block, unresolved] = await gate(() => ({ ...HIT, error: '', ...change }));
	expect([clear, review, unresolved]).toEqual([[], [], []]);
	expect(block?.[0]).toMatchObject({ verdict: 'block', record: { status: 'completed' } });
	expect(JSON.stringify(block?.[0]?.record)).toContain('"sanctions_hit":true');
});

test('an address that is another each time it is read', async () => {
	const other = addressFromLabel('tron_usdt', 'other');
	const sent = new Map<unknown, unknown>();
	const items = Array.from({ length: 20 }, (_, id) => ({ id }));
	const say = ({ address, ext_id: extId }: IDataObject) => {
		sent.set(extId, address);
		return { ...HIT, address };
	};
	const address = `={{ Math.random() > 0.5 ? '${other}' : '${TRON}' }}`;
	const [, , block = []] = await gate(say, items, address);
	expect(block).toHaveLength(items.length);
	for (const { certificate } of block) {
		const { ext_id: extId, address: stated } = decodeJwt<IDataObject>(certificate);
		expect(stated).toBe(sent.get(extId));
	}
});

test('an error_code of an envelope is not overlooked', async () => {
	for (const [code, count] of [
		['timeout', 0],
		[0, 1],
		[false, 1],
	] as const) {
		const [clear] = await gate(() => ({ error_code: code, data: CLEAR_RECORD }));
		expect(clear).toHaveLength(count);
	}
});
