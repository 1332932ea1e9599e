// APIs that keep to their document and differ where it is silent. The node must still tell the truth about each order:
// never two, and none that was placed is called refused or not sent.
import { startSandbox } from '../../dev/sandbox';
import type { DialectName } from '../../dev/sandbox/dialects';
import { asShown } from '../../dev/sandbox/dialects/as-shown';
import type { Dialect, Differences, Reshape } from '../../dev/sandbox/dialects/dialect';
import { badRequest } from '../../dev/sandbox/http/errors';
import type { JsonObject } from '../../dev/sandbox/http/json';
import { Contract } from '../support/partner';
import { CreatingNode, UNSAFE, untruths, useBothSandboxes } from './support/creating';
import { outputs } from './support/run-node';
import { check } from './support/setup-check';

const KINDS = [
	...['withdrawal.create', 'giftCard.purchase', 'esim.purchase', 'kyt.screen'],
	...['card.topUp', 'card.freeze', 'batch.create'],
];
/** Of the items of a run: none, two lost responses, one that was not carried out, and one that is refused. */
const STRUCK = [undefined, '500_after_commit', 'truncated', 'closed_before', '403'] as const;

/** The responses to orders whose fields the document does not show. */
function orders(reshape: Reshape): Dialect['responses'] {
	const paths = ['pin/create_card', 'purchase', 'partner/card_topup', 'partner/card_freeze'];
	return Object.fromEntries(paths.map((path) => [`/api/${path}`, reshape]));
}

function documents(reshape: Reshape): Dialect['responses'] {
	return { '/api/partner/document_get': reshape };
}

function results(change: (result: JsonObject, place: number) => JsonObject): Dialect['responses'] {
	return {
		'/partner/batch': ({ results: given, ...batch }) => {
			return { ...batch, results: (given as JsonObject[]).map(change).reverse() };
		},
	};
}

interface Other extends Partial<Dialect> {
	/** `all`: each order is done in the end. The others may stay unknown. */
	ends: 'all' | 'unknown';
}

const DIALECTS: Record<string, Other> = {
	'a record beside what tells of the call': {
		...{ ends: 'all', responses: orders((order) => ({ meta: { request_id: 'r' }, order })) },
	},
	'another word for no such order': {
		ends: 'all',
		errorOf: (error) =>
			error.code === 'document_not_found' ? badRequest('NOTHING_HERE', 'No.') : error,
	},
	'batches by their index alone, the last first': {
		...{ ends: 'all', responses: results((result) => ({ ...result, body: { order_id: 'o' } })) },
	},
	'documents that call a debit a withdrawal': {
		...{ ends: 'unknown', responses: documents((order) => ({ ...order, kind: 'withdrawal' })) },
	},
	'documents without the key': {
		ends: 'unknown',
		responses: documents((order) => ({ ...order, ext_id: null, external_id: order.ext_id })),
	},
};

/** The untruths that the node tells about one kind of order, in a run and in a retry of it. */
async function unsound(operation: string, node: CreatingNode, ends: string): Promise<string[]> {
	const found: string[] = [];
	for (const mode of ['trigger', 'retry'] as const) {
		const [items = []] = outputs(await node.start({ mode }));
		for (const [index, key] of node.keys.entries()) {
			const said = untruths(node.api, key, items[index]);
			const isDone = items[index]?.json.details === undefined;
			if (!isDone && mode === 'retry' && ends === 'all') said.push('not done');
			found.push(...said.map((text) => `${operation}, ${mode}: ${text}`));
		}
	}
	return found;
}

/** The sandbox's own dialects are told by their differences, the others by what Setup: Check finds. */
const NAMED: readonly DialectName[] = ['resources', 'wrapped'];
const ALL: [string, DialectName | Omit<Other, 'ends'>, Other['ends']][] = [
	...NAMED.map((name): [string, DialectName, 'all'] => [name, name, 'all']),
	...Object.entries(DIALECTS).map(([name, { ends, ...differing }]): (typeof ALL)[number] => [
		name,
		differing,
		ends,
	]),
];

describe.each(ALL)('%s', (_, given, ends) => {
	const start = async (deduplicates: boolean, differences: Differences) =>
		await startSandbox({
			dialect: typeof given === 'string' ? given : { ...asShown, ...given, differences },
			...{ deduplicates, settleMs: 0, kytDelayMs: 0 },
		});

	async function learned(): Promise<Differences> {
		const unknown = await Contract.of(await start(true, {}));
		const { last } = await check(unknown.credential());
		await unknown.sandbox.close();
		return last.suggestion as Differences;
	}

	let differences: Differences | undefined;
	const sandboxOf = useBothSandboxes(async (deduplicates) => {
		differences ??= typeof given === 'string' ? {} : await learned();
		return await start(deduplicates, differences);
	});

	test('what the node says is so, under keys of both kinds', async () => {
		const nodes = new Map<string, CreatingNode>();
		for (const [place, operation] of KINDS.entries()) {
			const keys = place % 2 === 0 ? 'custom' : 'auto';
			// For some operations, it is only assumed that a retry is recognized.
			const sandbox = sandboxOf(!UNSAFE.includes(operation));
			const options = {
				...{ retries: 1, longestWait: 0.05, pollInterval: 0.1 },
				// A fault strikes one order, not all that would share its batch.
				...(operation === 'batch.create' && { batchSize: 1 }),
			};
			const more = STRUCK.map(() => ({}));
			nodes.set(operation, await CreatingNode.of(sandbox, { operation, keys, more, options }));
		}
		for (const node of nodes.values()) {
			for (const [index, fault] of STRUCK.entries()) if (fault) node.strike(index, fault, 'once');
		}
		const found = [...nodes].map(async ([name, node]) => await unsound(name, node, ends));
		expect((await Promise.all(found)).flat()).toEqual([]);
	});
});
