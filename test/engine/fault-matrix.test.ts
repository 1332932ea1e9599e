// Each class of orders under every fault, with retries after it, and each operation once: never two orders, and the
// node reports each truthfully.
import type { IRun } from 'n8n-workflow';
import pMap from 'p-map';
import { OPERATIONS } from '../../nodes/PartnerSettlement/operations';
import { type Fault, FAULTS, isBefore } from '../../dev/sandbox/http/faults';
import {
	CREATING,
	CreatingNode,
	type Creation,
	doubled,
	type Keys,
	type Strikes,
	UNSAFE,
	untruths,
	useBothSandboxes,
} from './support/creating';
import { outputs } from './support/run-node';

/** An operation, and whether the API recognizes a retry. For the operations in UNSAFE, that is only assumed. */
interface Subject {
	name: string;
	operation: string;
	deduplicates: boolean;
}
const of = (operation: string, deduplicates = !UNSAFE.includes(operation)): Subject => {
	return { name: `${operation}, ${String(deduplicates)}`, operation, deduplicates };
};
/** The classes of Retry On Fail: one that is idempotent, an assumed call, a batch. */
const RETRIED = ['withdrawal.create', 'card.topUp', 'batch.create'].map((name) => of(name));
const CLASSES = [...RETRIED, of('kyt.screen'), of('card.topUp', true)];
const EVERY = Object.keys(CREATING).map((name) => of(name));

const STRIKES: readonly Strikes[] = ['once', 'each order', 'each call'];
const KEYS: readonly Keys[] = ['custom', 'auto'];
const TIMEOUTS = FAULTS.filter((fault) => fault.startsWith('timeout'));
const AT_ONCE = FAULTS.filter((fault) => !TIMEOUTS.includes(fault));
const LONG = 3_600_000;

/** Whether an order fails if it is struck once, because it is not sent again, and a lookup finds none. */
function isFinal(operation: string, fault: Fault): boolean {
	if (UNSAFE.includes(operation)) return isBefore(fault) && !['401_once', '429'].includes(fault);
	return fault === '403' || fault === 'redirect';
}

const sandboxOf = useBothSandboxes();
const bothSandboxes = () => [true, false].map(sandboxOf);

interface Struck extends Subject {
	faults: readonly Fault[];
	strikes: Strikes;
	/** The index of the first item that is struck. */
	from?: number;
	creation: Omit<Creation, 'operation' | 'more'>;
	/** Items; as many as faults by default. */
	count?: number;
}
type Prepared<Case> = Case & { node: CreatingNode };

/**
 * A node for each. At the sandbox that recognizes no retry, orders stay pending, so that a second freeze is not
 * refused.
 */
async function prepare<Case extends Struck>(cases: Case[]): Promise<Prepared<Case>[]> {
	for (const sandbox of bothSandboxes()) sandbox.configure({ settleMs: 0 });
	const prepared = await pMap(
		cases,
		async (given) => {
			const { operation, deduplicates, creation, faults, count = faults.length } = given;
			const sandbox = sandboxOf(deduplicates);
			const more = Array.from({ length: count }, () => ({}));
			return { ...given, node: await CreatingNode.of(sandbox, { operation, more, ...creation }) };
		},
		{ concurrency: 4 },
	);
	sandboxOf(false).configure({ settleMs: LONG });
	for (const { node, faults, strikes, from = 0 } of prepared) {
		for (const [index, fault] of faults.entries()) node.strike(from + index, fault, strikes);
	}
	return prepared;
}

function clearFaults(): void {
	for (const sandbox of bothSandboxes()) sandbox.clearFaults();
}

/** The faults whose orders failed, once the items have been checked against the sandbox. */
function failedOf({ node, faults, name }: Prepared<Struck>, run: IRun): Fault[] {
	const [items = []] = outputs(run);
	const lies = faults.flatMap((fault, index) =>
		untruths(node.api, node.keys[index] ?? '', items[index]).map((lie) => `${fault}: ${lie}`),
	);
	expect({ name, lies }).toEqual({ name, lies: [] });
	return faults.filter((_, index) => items[index]?.json.details !== undefined);
}

/** Runs each node. @returns the faults whose orders failed */
async function failures(
	all: Prepared<Struck>[],
	more: Parameters<CreatingNode['start']>[0] = {},
): Promise<Record<string, Fault[]>> {
	const ended = all.map(async (one) => {
		return [one.name, failedOf(one, await one.node.start(more))] as const;
	});
	return Object.fromEntries(await Promise.all(ended));
}

/** A fault strikes one order, not all that would share its batch. */
const apart = (operation: string, concurrency: number) =>
	operation === 'batch.create' ? { batchSize: 1 } : { concurrency };
/** A new run has other automatic keys. */
const again = (keys: Keys) =>
	keys === 'custom' ? { resumeSignature: 'a new run' } : { mode: 'retry' as const };
const GROUPS = STRIKES.flatMap((strikes) => KEYS.map((keys) => ({ strikes, keys })));
const none = (subjects: Subject[]) => Object.fromEntries(subjects.map(({ name }) => [name, []]));
const finals = (subjects: Subject[], faults: readonly Fault[]) =>
	Object.fromEntries(
		subjects.map(({ name, operation }) => [
			name,
			faults.filter((fault) => isFinal(operation, fault)),
		]),
	);

test('every operation that takes an ext_id is in the matrix', () => {
	const keyed = OPERATIONS.filter(({ extId }) => extId);
	expect(Object.keys(CREATING).sort()).toEqual(
		keyed.map(({ resource, operation }) => `${resource}.${operation}`).sort(),
	);
});

test.each(GROUPS)(
	'struck $strikes, $keys keys: never two, what the node says is true, and each exists once the faults are over',
	async ({ strikes, keys }) => {
		const retries = strikes === 'each call' ? 0 : 1;
		const nodes = await prepare(
			CLASSES.map((subject) => {
				const options = { timeout: 20, retries, longestWait: 0.2 };
				const own = { ...options, ...apart(subject.operation, AT_ONCE.length) };
				return { ...subject, strikes, faults: AT_ONCE, creation: { keys, options: own } };
			}),
		);
		const first = await failures(nodes);
		const second = await failures(nodes, { mode: 'retry' });
		if (strikes === 'once') {
			expect(first).toEqual(finals(CLASSES, AT_ONCE));
			expect(second).toEqual(none(CLASSES));
		}
		clearFaults();
		expect(await failures(nodes, again(keys))).toEqual(none(CLASSES));
	},
);

test.each(KEYS)('every operation, struck once, %s keys: as its class', async (keys) => {
	const faults: Fault[] = ['500_after_commit', '403'];
	const nodes = await prepare(
		EVERY.map((subject) => {
			const options = { retries: 1, longestWait: 0.2, ...apart(subject.operation, 2) };
			return { ...subject, strikes: 'once' as const, faults, creation: { keys, options } };
		}),
	);
	expect(await failures(nodes)).toEqual(finals(EVERY, faults));
	expect(await failures(nodes, { mode: 'retry' })).toEqual(none(EVERY));
});

/** Only what strikes a request without a response is waited for in vain, so these have a short Timeout, and run together. */
test('without a response: never two, and what the node says is so', async () => {
	// How often it strikes is another question, and the matrix above has it.
	const cases = GROUPS.filter(({ strikes }) => strikes !== 'each order').flatMap(
		({ strikes, keys }) =>
			CLASSES.flatMap((subject) =>
				TIMEOUTS.map((fault) => {
					const retries = strikes === 'each call' ? 0 : 1;
					const creation = { keys, options: { timeout: 1, retries, longestWait: 0.2 } };
					const name = `${subject.name}, ${fault} ${strikes}, ${keys}`;
					return { ...subject, name, strikes, faults: [fault], creation };
				}),
			),
	);
	const nodes = await prepare(cases);
	await failures(nodes);
	await failures(nodes, { mode: 'retry' });
	clearFaults();
	for (const keys of KEYS) {
		await failures(
			nodes.filter(({ creation }) => creation.keys === keys),
			again(keys),
		);
	}
});

/** One of each kind: rate-limited, refused, lost before and after the order, unreadable. */
const OF_EACH_KIND: readonly Fault[] = [
	...(['429', '403', 'closed_before', 'closed_after_commit', 'broken_json'] as const),
];

/** A node that continues is run again only if its first item fails. The others stop, so a later item can be struck. */
const ON_ERROR = [
	{ keys: 'auto', onError: undefined, from: 1 },
	{ keys: 'auto', onError: 'continueRegularOutput', from: 0 },
	{ keys: 'custom', onError: undefined, from: 1 },
] as const;

test('Retry On Fail, one of three orders struck: never two', async () => {
	const cases = RETRIED.flatMap((subject) =>
		(['once', 'each call'] as const).flatMap((strikes) =>
			OF_EACH_KIND.flatMap((fault) =>
				ON_ERROR.map(({ keys, ...how }) => {
					const creation = { keys, options: { timeout: 20, retries: 0, longestWait: 0.05 } };
					const name = `${subject.name}, ${fault} ${strikes}, ${keys}`;
					return { ...subject, ...how, name, strikes, creation, faults: [fault], count: 3 };
				}),
			),
		),
	);
	const nodes = await prepare(cases);
	const lies = (which: Prepared<(typeof cases)[number]>, run: IRun) => {
		const { node, name } = which;
		const [items = []] = outputs(run);
		const found = node.keys.flatMap((key, index) =>
			run.data.resultData.error ? doubled(node.api, key) : untruths(node.api, key, items[index]),
		);
		expect({ name, found }).toEqual({ name, found: [] });
		return items;
	};
	// With very many at once, calls would take longer than their Timeout, and arrive behind their lookups.
	await pMap(
		nodes,
		async (one) => lies(one, await one.node.start({ onError: one.onError, maxTries: 2 })),
		{ concurrency: 24 },
	);
	clearFaults();
	for (const one of nodes) {
		const run = await one.node.start({ mode: 'retry' });
		expect(run.data.resultData.error).toBeUndefined();
		const failed = lies(one, run).filter(({ json }) => json.details !== undefined);
		expect({ name: one.name, failed }).toEqual({ name: one.name, failed: [] });
	}
});
