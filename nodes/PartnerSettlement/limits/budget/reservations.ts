import { randomUUID } from 'node:crypto';
import Big from 'big.js';
import {
	InputError,
	PartnerApiError,
	pause,
	resultOrFailure,
	schemas,
} from '../../../../partner-api';
import {
	directCall,
	documentedRecord,
	type Operation,
	recordField,
} from '../../definition/operation';
import type { Order } from '../../definition/order';
import { findOperation } from '../../operations';
import { callLimitsOf } from '../../run/call-options';
import type { RunContext } from '../../run/context';
import type { RunItem } from '../../run/run-item';
import { accountRecord, BUDGETS, hasBudget, roomOf, toUnits, toUsdt } from './account-record';
import {
	type Counted,
	countedIn,
	type End,
	LEASE_MS,
	type Period,
	type Since,
	sumOf,
	type Taken,
	type Wanted,
	type Window,
} from './spending-record';

/** Orders of an item, which ask for room together. */
export interface Asking {
	item: RunItem;
	orders: readonly Order[];
	/** The maximum cost of each: USDT decimal strings. */
	costs: readonly string[];
}

/** A limit over several orders: a budget by its label, or Keep at Least. */
type Limit = { window: Period; label: string } | { window: Since; label?: undefined };

/** An order with reserved room. */
interface Held extends Wanted {
	/** Its cost before, which counts again if nothing is sent. */
	before: number;
	room: number;
	isSent: boolean;
}

/** Seconds between two checks of the orders of other runs; doubled up to the longest. */
const [FIRST_WAIT, LONGEST_WAIT] = [0.25, 4];
const RENEWALS = 3;

/** Whether a limit applies to the total cost of orders, so that they are counted. */
export function isCounted({ settings }: RunContext): boolean {
	return settings.policy.keepAtLeast !== undefined || hasBudget(settings);
}

const ofRuns = new WeakMap<RunContext, Promise<Reservations>>();

/** The reservations of a run. @throws InputError if there is no place to count them in */
export async function reservationsOf(run: RunContext): Promise<Reservations> {
	const made = ofRuns.get(run) ?? accountRecord(run).then((one) => new Reservations(run, one));
	ofRuns.set(run, made);
	return await made;
}

/** The room that a run has reserved for its orders, among all runs of the account. */
class Reservations {
	/** Orders with room, by their keys in the record. */
	private readonly held = new Map<string, Held>();
	/** The keys of all orders that had room. */
	private readonly own = new Set<string>();
	private readonly budgets: readonly Limit[];
	/** How much Keep at Least leaves to spend. Orders that the balance may not show yet are taken off. */
	private floor?: Since;
	/** The name under which this run reserves room. */
	private readonly by = randomUUID();
	/** Until when it waits for the orders of other runs: milliseconds. */
	private waitUntil?: number;

	constructor(
		private readonly run: RunContext,
		private readonly account: Awaited<ReturnType<typeof accountRecord>>,
	) {
		this.budgets = BUDGETS.flatMap(({ name, label, length }) => {
			const { [name]: max } = run.settings.policy;
			return max === undefined ? [] : [{ label, window: { length, max: roomOf(max) } }];
		});
		const renewal = setInterval(() => {
			account.record.renew([...this.held.keys()], this.by, false).catch(() => undefined);
		}, LEASE_MS / RENEWALS);
		run.atEnd.push(async () => {
			clearInterval(renewal);
			const unsent = [...this.held.values()].filter(({ isSent }) => !isSent);
			const ends = unsent.map((one) => ({ ...one, cost: one.before }));
			if (ends.length > 0) await account.record.settle(ends);
		});
	}

	/** Takes room for all orders, or for none. @returns the reason if there is no room */
	async reserve(asking: readonly Asking[]): Promise<InputError | undefined> {
		const [first] = asking;
		const wanted = asking.flatMap((one) => this.wantedOf(one)).filter(({ cost }) => cost > 0);
		if (!first || wanted.length === 0) return undefined;
		this.floor ??= await this.readFloor(first.item);
		const { timeout } = first.item.options;
		this.waitUntil ??= Date.now() + (timeout + this.run.settings.dialect.documentDelay) * 1000;
		let full = await this.take(wanted);
		for (let wait = FIRST_WAIT; full && !full.label; wait = Math.min(wait * 2, LONGEST_WAIT)) {
			if (!(await this.mayHaveRoom(first.item, full, sumOf(wanted), wait))) break;
			full = await this.take(wanted);
		}
		return full && (await this.refusal(full, sumOf(wanted)));
	}

	/** Makes the room of orders permanent, right before each request for them. @throws InputError if it was lost */
	async open(orders: readonly Order[]): Promise<void> {
		const held = orders.flatMap((order) => this.heldFor(order) ?? []);
		const keys = held.map(({ key }) => key);
		if (!(await this.asked(this.account.record.renew(keys, this.by, true)))) {
			throw new InputError(
				"This order lost its place within the credential's limits before it was sent",
			);
		}
		for (const one of held) one.isSent = true;
	}

	/** The room of an order; undefined if it has none. */
	heldFor(order: Order): Held | undefined {
		return this.held.get(nameOf(this.run, order).key);
	}

	/** @param end its `placedIn` counts only if this run has sent the order */
	async settle(order: Order, end: Omit<End, 'key' | 'kind' | 'by'>): Promise<void> {
		const name = nameOf(this.run, order);
		const { by, isSent } = this.held.get(name.key) ?? {};
		const placedIn = isSent ? end.placedIn : undefined;
		await this.account.record.settle([{ ...name, ...end, placedIn, by }]);
		// If that fails, the end of the run settles an order that was not sent. A sent one keeps its room.
		this.held.delete(name.key);
	}

	private wantedOf({ item: { run, request }, orders, costs }: Asking): Wanted[] {
		const isGuess = request.retrySafety === 'unsafe';
		return orders.map((order, index) => {
			const cost = toUnits(costs[index] ?? 0);
			return { ...nameOf(run, order), cost, isGuess, by: this.by };
		});
	}

	private limits(): Limit[] {
		return [...this.budgets, ...(this.floor ? [{ window: this.floor }] : [])];
	}

	/** @returns the limit that has no room */
	private async take(wanted: readonly Wanted[]): Promise<Limit | undefined> {
		const windows = this.limits().map(({ window }) => window);
		const ask = async () => await this.step(wanted, windows);
		let taken = await ask();
		// The other run may be dead: then its room ends soon.
		for (const end = Date.now() + LEASE_MS + 1000; taken.isBusy && Date.now() < end;) {
			await pause(1, this.run.signal, 'not_sent');
			taken = await ask();
		}
		if (taken.isBusy)
			throw new InputError('Another run is working on this order', 'Retry this execution.');
		const { full, before, rooms } = taken;
		if (full !== undefined) return this.limits()[full];
		for (const [index, one] of wanted.entries()) {
			const [known = 0, room = 0] = [before[index], rooms[index]];
			this.held.set(one.key, { ...one, before: known, room, isSent: false });
			this.own.add(one.key);
		}
		return undefined;
	}

	private async step(wanted: readonly Wanted[], windows: readonly Window[]): Promise<Taken> {
		const taken = await this.asked(this.account.record.reserve(wanted, windows));
		if (taken.isNew && this.budgets.length > 0) {
			this.run.hints.add(
				`The budget starts counting now, in ${this.account.place}. Earlier orders are not included.`,
			);
		}
		return taken;
	}

	/**
	 * Waits for orders of other runs: some come to nothing, and the balance shows the cost of others some time after they
	 * end.
	 *
	 * @returns whether there may be room above Keep at Least by then
	 */
	private async mayHaveRoom(
		item: RunItem,
		{ window }: Limit,
		cost: number,
		seconds: number,
	): Promise<boolean> {
		if (Date.now() > (this.waitUntil ?? 0)) return false;
		const counted = await this.countedIn(window);
		const others = counted.filter(({ key }) => !this.own.has(key));
		const ours = sumOf(counted) - sumOf(others);
		if (others.length === 0 || ours + cost > window.max) return false;
		await pause(seconds, this.run.signal, 'not_sent');
		const shownSince = Date.now() - this.run.settings.dialect.documentDelay * 1000;
		const areShown = others.every(({ at, isUnderWay }) => !isUnderWay && at < shownSince);
		if (areShown) this.floor = await this.readFloor(item);
		return true;
	}

	/** How much of the balance may be spent (section 2.1). @throws InputError if it cannot be read */
	private async readFloor({ options }: RunItem): Promise<Since | undefined> {
		const { client, settings } = this.run;
		const { keepAtLeast } = settings.policy;
		if (keepAtLeast === undefined) return undefined;
		// The record's time before the balance is read: orders from then on count, even if reserving takes a long time.
		const { now } = await this.step([], []);
		const began = Date.now();
		const balanceGet: Operation = findOperation('balance', 'get');
		const read = await resultOrFailure(client.call(directCall(balanceGet), callLimitsOf(options)));
		const { data } = schemas.balanceSchema.safeParse(
			documentedRecord(balanceGet, read, settings.dialect),
		);
		if (data && (data.currency ?? 'USDT') === 'USDT') {
			const shown = Math.min(began, Date.parse(data.as_of ?? '') || began);
			const hidden = began - shown + settings.dialect.documentDelay * 1000;
			const max = roomOf(new Big(data.available_balance).minus(keepAtLeast));
			// An order of this very millisecond counts as well.
			return { max, from: now - hidden - 1 };
		}
		const why =
			read instanceof PartnerApiError ? read.code : 'it has no decimal available_balance in USDT';
		throw new InputError(
			`The balance could not be read (${why}), so the credential's Keep at Least can't be checked`,
			'Retry this execution when Balance: Get works.',
		);
	}

	private async refusal({ window, label }: Limit, cost: number): Promise<InputError> {
		const { isTool, settings } = this.run;
		const counted = await this.countedIn(window);
		const left = Math.max(window.max - sumOf(counted), 0);
		if (isTool) {
			const limit = label === undefined ? 'Keep at Least' : 'budget';
			return new InputError(
				`The credential's ${limit} does not allow this order. A person has to decide what happens next`,
			);
		}
		if (label === undefined) {
			return new InputError(
				`Spending ${toUsdt(cost)} USDT would leave less than the credential's Keep at Least (${settings.policy.keepAtLeast ?? ''} USDT): you can still spend ${toUsdt(left)} USDT`,
				'Top the balance up, or spend less.',
			);
		}
		const freeAt = timeOfRoom(window, cost + sumOf(counted) - window.max, counted);
		return new InputError(
			`The credential's ${label} is ${toUsdt(window.max)} USDT: ${toUsdt(sumOf(counted))} is spent or reserved, ${toUsdt(left)} is left, and this costs ${toUsdt(cost)}`,
			`${freeAt && `There will be enough again at ${freeAt}. `}An owner of the credential can raise the limit.`,
		);
	}

	private async countedIn(window: Window): Promise<Counted[]> {
		return countedIn(await this.asked(this.account.record.read()), window);
	}

	/** @throws InputError if the record fails: an order that is not counted is not sent */
	private async asked<T>(work: Promise<T>): Promise<T> {
		return await work.catch((error: unknown) => {
			throw new InputError(
				`Orders can't be counted, so the credential's limits can't be checked: ${error instanceof Error ? error.message.slice(0, 200) : 'unknown'}`,
				`Check ${this.account.place}, then retry this execution.`,
			);
		});
	}
}

/** An order in the record. An API may take one `ext_id` for each call. */
function nameOf({ operation }: RunContext, { extId = '', fields }: Order) {
	const kind = fields.to_address === undefined ? recordField(operation) : 'withdrawal';
	return { kind, key: `${operation.endpoint.path} ${extId}` };
}

/** When there is enough room again; empty if never. */
function timeOfRoom(window: Period, missing: number, counted: readonly Counted[]): string {
	const byTime = [...counted].sort((left, right) => left.at - right.at);
	let freed = 0;
	const last = byTime.find(({ cost }) => (freed += cost) >= missing);
	return last ? new Date(last.at + window.length).toISOString() : '';
}
