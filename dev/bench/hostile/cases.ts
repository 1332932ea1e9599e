import { randomUUID } from 'node:crypto';
import { PACKAGE_NAME } from '../../stack/n8n';
import type { Respond } from './api';
import type { Watched } from './watch';
import { deliver, runNode, saveCredential, type SetUp } from './work';

/** Something hostile that n8n is given to work on. */
export interface HostileCase {
	/** What it is, as the report says it. */
	input: string;
	/** What works on it. */
	by: string;
	setUp: SetUp;
	respond: Respond;
	/** Whether that came of it which should. */
	isRight: (watched: Watched, calls: readonly string[]) => boolean;
}

const NODE = `${PACKAGE_NAME}.partnerSettlement`;
const GATE = `${PACKAGE_NAME}.partnerSettlementScreening`;
const ONCE = { options: { retries: 0 } };
const LARGE = 15_000_000;

const FROM_ITEM = { address: '={{ $json.address }}' };
const ADDRESS = { address: `T${'z'.repeat(39_999)}` };
const EVENT = { event: 'card_issue.status_changed', occurred_at: '2026-01-01T00:00:00Z' };
const DATA = { ext_id: 'a', status: 'completed', document_status: 'done' };
/** It falls into as many words as it can. */
const NAME = 'aB'.repeat(7_750_000);
const ESIMS = Array.from({ length: 60_000 }, (_, place) => ({ esim_id: `esim-${place}` }));
/** One for each look at the order, and more. */
const MAX_READS = 10;
const DEEP = '['.repeat(3_000) + ']'.repeat(3_000);

/** A call by this node. */
function call(resource: string, operation: string, more: object = ONCE, item = {}): SetUp {
	return runNode({ type: NODE, parameters: { resource, operation, ...more }, items: [item] });
}

function addresses(): HostileCase[] {
	const input = 'an address of 40,000 characters';
	const withdrawal = { amount: '1', toAddress: FROM_ITEM.address };
	const parameters = { network: 'auto', ...FROM_ITEM };
	const isRight: HostileCase['isRight'] = ({ said, outputs }, calls) => {
		const isUnresolved = outputs.at(-1)?.length === 1;
		return calls.length === 0 && (isUnresolved || /^error: .*address/i.test(said));
	};
	return [
		{ by: 'Withdrawal: Create', setUp: call('withdrawal', 'create', withdrawal, ADDRESS) },
		{ by: 'KYT Screening: Screen', setUp: call('kyt', 'screen', parameters, ADDRESS) },
		{ by: 'the gate', setUp: runNode({ type: GATE, parameters, items: [ADDRESS] }) },
	].map((one) => ({ input, respond: () => '{}', isRight, ...one }));
}

function cutOff(length: number, shown: string): HostileCase[] {
	const input = `a response cut inside a text full of \`\\"\`, ${shown}`;
	const respond: Respond = () => `{"message":"${'\\"'.repeat(length / 2)}`;
	const isRight = ({ said }: Watched): boolean => said.includes('broken_json');
	return [
		{ input, by: 'Balance: Get', setUp: call('balance', 'get'), respond, isRight },
		{ input, by: 'Save of the credential', setUp: saveCredential, respond, isRight },
	];
}

function longNames(): HostileCase[] {
	const input = 'a field name of 15.5 MB';
	const body = JSON.stringify({ event_id: randomUUID(), ...EVENT, data: { ...DATA, [NAME]: 1 } });
	const respond: Respond = () => `{"ext_id":"a","status":"completed","${NAME}":1}`;
	const path = { method: 'GET', base: 'api', path: '/partner/report', query: {}, body: '' };
	const isRight = ({ outputs }: Watched): boolean => {
		const { ext_id: id, event } = outputs[0]?.[0] ?? {};
		return id === 'a' || event === EVENT.event;
	};
	return [
		{ by: 'API Call', setUp: call('apiCall', 'request', { ...path, ...ONCE }) },
		{ by: 'Document: Get', setUp: call('document', 'get', { extId: 'a', ...ONCE }) },
		{ by: 'the trigger', setUp: deliver(body) },
	].map((one) => ({ input, respond, isRight, ...one }));
}

const orders: HostileCase[] = [
	{
		input: '60,000 entries in `items[]` for one eSIM',
		by: 'eSIM: Purchase, Wait Until Ready',
		setUp: call('esim', 'purchase', {
			...{ offerId: 'o', waitUntilReady: true, extIdMode: 'custom', extId: 'esim-1' },
			options: { maxWait: 5 },
		}),
		respond: (path) => {
			const [, id] = /^\/partner\/esims\/(.+)$/.exec(path) ?? [];
			const order = { ext_id: 'esim-1', offer_id: 'o', status: 'completed' };
			const activation = { lpa: 'LPA:1$smdp.example$1', qr_available: true };
			return JSON.stringify(
				id ? { ...order, esim_id: id, activation } : { ...order, items: ESIMS },
			);
		},
		isRight: ({ outputs }, calls) =>
			outputs[0]?.[0]?.ext_id === 'esim-1' &&
			calls.filter((path) => path.startsWith('/partner/esims/')).length <= MAX_READS,
	},
	{
		input: 'arrays 3,000 deep in the response to an order',
		by: 'Gift Card: Purchase',
		setUp: call('giftCard', 'purchase', { offerId: 'o' }),
		respond: (path, body) =>
			path === '/api/purchase'
				? `{"status":"completed","more":${DEEP},${body.slice(1)}`
				: '{"error":"document_not_found"}',
		isRight: ({ outputs }) => String(outputs[0]?.[0]?.ext_id).startsWith('n8n-giftCard-'),
	},
];

/** All of them; each is to leave n8n free to answer others. */
export const HOSTILE_CASES: HostileCase[] = [
	...addresses(),
	...cutOff(120_000, '120 KB'),
	...cutOff(300_000, '300 KB'),
	...longNames(),
	...orders,
];

function filled(entry: (place: number) => string): string {
	const entries: string[] = [];
	for (let size = 0; size < LARGE; size += (entries.at(-1)?.length ?? 0) + 1) {
		entries.push(entry(entries.length));
	}
	return entries.join(',');
}

/** Responses that take n8n seconds to store, whoever called. */
export const LARGE_RESPONSES: Record<string, Buffer> = {
	'numbers, `[1,1,1,...]`': Buffer.from(`{"report":[${filled(() => '1')}]}`),
	'empty lists, `[[],[],...]`': Buffer.from(`{"report":[${filled(() => '[]')}]}`),
	'distinct names': Buffer.from(`{"report":{${filled((place) => `"n${place}":1`)}}}`),
};
