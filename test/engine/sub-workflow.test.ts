import type { INodeParameters } from 'n8n-workflow';
import { PartnerSettlementScreening } from '../../nodes/PartnerSettlementScreening/PartnerSettlementScreening.node';
import { TRON } from '../addresses';
import { useSandbox } from '../contract/support/use-sandbox';
import { GATE } from './support/gate';
import { errorOf, type NodeRun, outputs, startNode } from './support/run-node';
import { WITHDRAWAL } from './support/withdrawal';

/** The sandbox's magic amount. */
const SHORT = '13.04';
const WARNING =
	/Another workflow called this one: to try that one again may order everything anew .* Idempotency Key \(ext_id\) on Custom prevents that\./;

const api = useSandbox({ settleMs: 5 });

/** Runs the node in a workflow that another one has called. */
function start(parameters: INodeParameters, more: Partial<NodeRun> = {}) {
	return startNode({
		parameters,
		items: [{ amount: SHORT }],
		credential: { ...api.contract.settings() },
		mode: 'integrated',
		...more,
	});
}

function batchOf(...extIds: (string | undefined)[]): INodeParameters {
	const order = { currency: 'USDT', network: 'TRON', amount: SHORT, to_address: TRON };
	const items = JSON.stringify(extIds.map((extId) => ({ body: { ...order, ext_id: extId } })));
	const options = { retries: 0 };
	return { resource: 'batch', operation: 'create', items, extIdMode: 'auto', options };
}

const CUSTOM = { ...WITHDRAWAL, extIdMode: 'custom', extId: 'o-1' };
/** One of its items at most has a key of its own. */
const BY_EXPRESSION = {
	...WITHDRAWAL,
	extIdMode: '={{ $json.id ? "custom" : "auto" }}',
	extId: '={{ $json.id }}',
};

describe('that to try the calling workflow again orders anew, what earlier calls paid as well,', () => {
	test.each<[string, INodeParameters, Partial<NodeRun>]>([
		['an order that is refused', WITHDRAWAL, {}],
		['an item that has a mistake', WITHDRAWAL, { items: [{ amount: '-1' }] }],
		['a credential without a field', WITHDRAWAL, { credential: {} }],
		['a batch in which one order has no key of its own', batchOf('own', undefined), {}],
		[
			'an order with a key of its own behind one without',
			BY_EXPRESSION,
			{ items: [{ amount: '1' }, { amount: SHORT, id: 'o-2' }] },
		],
	])('says the error of %s', async (_, parameters, more) => {
		const { description } = errorOf(await start(parameters, more));
		expect(description).toMatch(WARNING);
		expect(description.split('Another workflow called')).toHaveLength(2);
	});

	test('says a failed item', async () => {
		const [items = []] = outputs(await start(WITHDRAWAL, { onError: 'continueRegularOutput' }));
		expect(items[0]?.json.message).toMatch(WARNING);
	});

	test('says the error of the gate', async () => {
		const more = { type: new PartnerSettlementScreening(), settings: { executeOnce: true } };
		expect(errorOf(await start(GATE, more)).description).toMatch(WARNING);
	});

	test.each<[string, INodeParameters, Partial<NodeRun>]>([
		['Custom keys', CUSTOM, {}],
		['a mistake and Custom keys', CUSTOM, { items: [{ amount: '-1' }] }],
		['a key in each body', batchOf('own', 'another'), {}],
		['a workflow that was not called', WITHDRAWAL, { mode: 'trigger' }],
		['a read', { resource: 'card', operation: 'get', cardId: 'c', options: {} }, {}],
	])('does not say the error with %s', async (_, parameters, more) => {
		const { message, description } = errorOf(await start(parameters, more));
		expect(message).not.toBe('');
		expect(description).not.toMatch(WARNING);
	});
});
