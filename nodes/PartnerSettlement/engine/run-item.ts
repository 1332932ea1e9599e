import {
	type ApiCall,
	attempt,
	type CallLimits,
	contentExtId,
	expectShape,
	extIdOf,
	isCart,
	isJsonObject,
	type JsonObject,
	type JsonValue,
	maskSecrets,
	openOrders,
	ordersIn,
	PartnerApiError,
	type PartnerClient,
	pause,
} from '../../../partner-api';
import type { CallOptions, CartEntry, CartOrder, ItemCall } from '../catalog/item-call';
import { ownExtId, refuseLostSecret } from '../catalog/request-rules';
import { limitsOf, lookLimitsOf, readCallOptions } from './call-options';
import { readMost } from './list-parameters';
import { keyedByContent, keyedByPlace } from './cart-keys';
import { findLostOrder, type SentOrder } from './lost-order';
import { orderContent } from './order-content';
import { readFields } from './read-fields';
import { pathValues, readRequest } from './request';
import type { RunContext } from './run-context';
import { customExtId, derivedExtId } from './run-identity';
import { anotherOrder } from './same-order';
import { isTool } from './tool';
import { mayComeAgain, noteSent } from './tries';

/** What is ordered, and under which key. */
export interface Order {
	extId?: string;
	body: JsonObject;
	/** Two orders are the same where this is. */
	same: JsonValue;
}

/** One item's call: its parameters, read and checked, and the way to make the call. */
export class RunItem implements ItemCall {
	readonly options: CallOptions;
	readonly extId?: string;
	/** The key, where it is the operator's and not derived from the run. */
	readonly ownExtId?: string;
	readonly values: Readonly<Record<string, JsonValue | undefined>>;
	readonly revealsSecrets: boolean;
	/** What is sent for it, where it is sent by itself. */
	readonly request: ApiCall;
	/** Its part of a cart, where the operation makes one. */
	readonly cart?: CartEntry[];
	/** How many entries of a list become items. */
	readonly limit: number;
	/** Its answer was lost, and the order found afterwards. */
	wasLookedUp = false;
	/** A request of it may have gone out. */
	wasSent = false;

	/** @throws InputError for a parameter that cannot be sent */
	constructor(
		readonly run: RunContext,
		readonly itemIndex: number,
	) {
		const { parameters, operation } = run;
		this.options = parameters.read('options', itemIndex, readCallOptions, {});
		// A body of the operator's own takes the place of every field.
		this.values = this.options.body === undefined ? readFields(run, itemIndex) : {};
		operation.check?.(this);
		this.ownExtId = this.ownKey();
		this.extId = this.ownExtId ?? this.derivedKey();
		this.cart = this.keyedCart();
		this.request = readRequest(operation, run.settings, this);
		this.revealsSecrets =
			operation.secrets === true &&
			parameters.read('revealSecrets', itemIndex, (value) => value === true, false);
		refuseLostSecret(this.request, this.revealsSecrets);
		this.limit = operation.list ? readMost(parameters, itemIndex) : 0;
	}

	get itemCount(): number {
		return this.run.node.getInputData().length;
	}

	hint(message: string): void {
		this.run.hints.add(message);
	}

	/** Whether the operator must know what became of it when it fails. */
	get changesState(): boolean {
		return this.request.repeat !== 'reads';
	}

	/** Whether the API knows a repeat of it. */
	get isKeyed(): boolean {
		return this.cart !== undefined || this.request.repeat === 'keyed';
	}

	/** Whether a new run would give it, or one of its orders, another key. */
	get hasDerivedKey(): boolean {
		const { cart, extId, ownExtId } = this;
		if (ownExtId !== undefined || extId === undefined) return false;
		return cart === undefined || cart.some(({ hasOwnKey }) => !hasOwnKey);
	}

	get client(): PartnerClient {
		return this.run.client;
	}

	async rest(seconds: number): Promise<boolean> {
		const { places, signal, over } = this.run;
		const rest = async () => await attempt(pause(seconds, over.signal, 'unknown'));
		const rested = await places.leave(rest);
		if (rested instanceof PartnerApiError && signal.aborted) throw rested;
		return !over.signal.aborted;
	}

	async send(): Promise<unknown> {
		return await this.settled((answer) => this.ofThisOrder(answer));
	}

	async lookAgain(seconds: number): Promise<unknown> {
		// What was accepted is only read by it, so an answer that is lost leaves nothing open.
		const look: ApiCall = { ...this.request, repeat: 'reads' };
		return this.ofThisOrder(await this.client.call(look, lookLimitsOf(this.options, seconds)));
	}

	/** @throws PartnerApiError `unexpected_answer`, `another_order` */
	private ofThisOrder(given: unknown): unknown {
		const answer = expectShape(this.run.operation.response, given);
		// What has no key of its own, such as a read, cannot be answered with an older order of that key.
		if (this.extId === undefined) return answer;
		const another = anotherOrder(answer, this.sentFields(), this.run);
		if (another) throw another;
		return answer;
	}

	/** Takes note that a request of it goes out. */
	noteSent(): void {
		this.wasSent = true;
		noteSent(this.run.node);
	}

	/** Makes a call; should its answer be lost, the order is looked up. */
	private async settled(read: (answer: unknown) => unknown): Promise<unknown> {
		const { extId, request, run } = this;
		const limits = limitsOf(this.options);
		const call = { ...request, onSend: () => this.noteSent() };
		const sendOnce = async (patience: CallLimits) => read(await run.client.call(call, patience));
		const answer = await attempt(sendOnce(limits));
		// The orders of a cart have keys of their own.
		if (request.repeat !== 'keyed' || extId === undefined) return this.orInDoubt(answer);
		if (answer instanceof PartnerApiError) return await this.lookUp(answer, extId, sendOnce);
		openOrders.settle(run.settings, extId, mayComeAgain(run.node));
		return answer;
	}

	/** What is refused may hold orders that a run before has placed with the same keys. @throws the failure, where it is one */
	private orInDoubt(answer: unknown): unknown {
		if (!(answer instanceof PartnerApiError)) return answer;
		const isInDoubt = answer.outcome === 'refused' && this.orderKeys.length > 0;
		throw isInDoubt ? answer.with({ mayBeEarlier: true }) : answer;
	}

	/**
	 * The order in the place of an answer that did not come.
	 *
	 * @param replay sends it once more
	 * @throws as `findLostOrder` does
	 */
	async lookUp(
		failure: PartnerApiError,
		extId: string,
		replay: SentOrder['replay'],
	): Promise<unknown> {
		const { ownExtId, run, options, revealsSecrets } = this;
		const fields = this.sentFields();
		const order = { extId, hasOwnKey: ownExtId !== undefined, fields, revealsSecrets, replay };
		const found = await findLostOrder(failure, order, { ...run, limits: limitsOf(options) });
		openOrders.settle(run.settings, extId, mayComeAgain(run.node));
		this.wasLookedUp = true;
		return found;
	}

	/** What is ordered, by the API's names: the body, and what stands in the path. */
	sentFields(): JsonObject {
		const { body } = this.request;
		const inPath = pathValues(this.run.operation, this.values);
		return { ...inPath, ...(isJsonObject(body) ? body : {}) };
	}

	/** An answer as it may come out: with its secrets, where they are asked for. */
	shown(answer: unknown): unknown {
		if (this.revealsSecrets) return answer;
		const { secretFields, secrets, resource } = this.run.operation;
		// Another path may lead to anything.
		const isOfNoCard = resource === 'kyt' && this.options.path === undefined;
		return maskSecrets(answer, { alsoSecret: secretFields, holdsSecrets: secrets, isOfNoCard });
	}

	/** The orders this item places: one, or those of its part of a cart. */
	orders(): Order[] {
		const { path, body } = this.request;
		return this.cart
			? this.cart.map(({ extId, body: order, wire }) => ({ extId, body: order, same: wire }))
			: ordersIn(body).map((order) => ({
					extId: extIdOf(order),
					body: order,
					same: [path, order],
				}));
	}

	/** The keys of the orders this item places. */
	get orderKeys(): string[] {
		return [...new Set(this.orders().flatMap(({ extId }) => extId ?? []))];
	}

	/** In the operator's own body, or in the parameter for it. */
	private ownKey(): string | undefined {
		const { run, values, options, itemIndex } = this;
		const body = (options.body ?? values.body) as JsonObject | undefined;
		// A key beside the orders of a cart is none of theirs.
		const own = body && !isCart(body) ? ownExtId(body, 'Body') : undefined;
		if (own !== undefined || !run.operation.extId) return own;
		return customExtId(run.parameters, itemIndex);
	}

	private derivedKey(): string | undefined {
		const { run, values, options } = this;
		return run.operation.extId ? this.keyFor(options.body ?? values) : undefined;
	}

	private keyFor(order: Readonly<JsonObject>): string {
		const content = () => orderContent(order);
		return this.ownExtId === undefined
			? derivedExtId({ ...this.run, content }, this.itemIndex)
			: contentExtId(this.ownExtId, content());
	}

	private keyedCart(): CartEntry[] | undefined {
		const { run, extId = '' } = this;
		const orders = run.operation.cart?.(this);
		if (!orders || !isTool(run.node)) return orders && keyedByPlace(orders, extId);
		// As a cart of one; an ext_id may be there and empty.
		const keyOf = ({ body, beside }: CartOrder) =>
			this.keyFor({ items: [{ ...beside, body: { ...body, ext_id: undefined } }] });
		return keyedByContent(orders, keyOf, this.ownExtId);
	}
}
