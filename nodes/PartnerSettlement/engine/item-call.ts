import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';

import {
	type ApiCall,
	type EgressFilter,
	expectShape,
	type JsonObject,
	type JsonValue,
	type PartnerClient,
	type PartnerSettings,
	stringifyJson,
} from '../../../partner-api';
import type { CallOptions, CartEntry, ItemCall } from '../catalog/item-call';
import { movesMoney, type Operation } from '../catalog/operation';
import {
	checkedPath,
	ownExtId,
	pathSegment,
	refuseForbidden,
	textOf,
} from '../catalog/request-rules';
import { limitsOf, readCallOptions } from './call-options';
import { readMost } from './list-parameters';
import { findLostOrder } from './lost-order';
import type { Parameters } from './parameters';
import { extIdFor, type RunIdentity } from './run-identity';

const additionalSchema = z.record(z.unknown());

/** What the items of a run share. */
export interface RunContext {
	node: IExecuteFunctions;
	parameters: Parameters;
	operation: Operation;
	/** @throws InputError when n8n gives no run identity */
	identity: () => RunIdentity;
	settings: PartnerSettings;
	/** The credential's X25519 private key; empty where there is none. */
	cardEncryptionKey: string;
	signal: AbortSignal;
	egress?: EgressFilter;
	client: PartnerClient;
	/** What the operator should see beside the output. */
	hints: Set<string>;
	/** What is left, asked for once a run: USDT decimal string. */
	available?: Promise<string | undefined>;
}

/** What is ordered, and under which key. */
export interface Order {
	extId?: string;
	body: JsonObject;
}

/** One item's call: its parameters, read and checked, and the way to make the call. */
export class RunItem implements ItemCall {
	readonly options: CallOptions;
	readonly extId?: string;
	readonly values: Readonly<Record<string, JsonValue | undefined>>;
	readonly revealsSecrets: boolean;
	/** Its part of a cart, where the operation makes one. */
	readonly cart?: CartEntry[];
	/** How many entries of a list become items. */
	readonly limit: number;
	/** Its answer was lost, and the order found afterwards. */
	wasLookedUp = false;

	/** @throws InputError for a parameter that cannot be sent */
	constructor(
		readonly run: RunContext,
		readonly itemIndex: number,
	) {
		const { parameters, operation } = run;
		this.options = parameters.read('options', itemIndex, readCallOptions, {});
		// A body of the operator's own takes the place of every field.
		this.values = this.options.body === undefined ? readFields(run, itemIndex) : {};
		this.extId = this.idempotencyKey();
		this.cart = operation.cart?.(this);
		this.revealsSecrets =
			operation.secrets === true &&
			parameters.read('revealSecrets', itemIndex, (value) => value === true, false);
		this.limit = operation.list ? readMost(parameters, itemIndex) : 0;
	}

	get itemCount(): number {
		return this.run.node.getInputData().length;
	}

	hint(message: string): void {
		this.run.hints.add(message);
	}

	/** Whether the operator must know what became of it when it fails. */
	get movesMoney(): boolean {
		return this.values.method !== 'GET' && movesMoney(this.run.operation);
	}

	get client(): PartnerClient {
		return this.run.client;
	}

	async call(call: ApiCall): Promise<unknown> {
		return await this.settled(call, (answer) => answer);
	}

	async send(body?: JsonValue): Promise<unknown> {
		const { response } = this.run.operation;
		const call = { ...this.request(), ...(body && { body }) };
		return await this.settled(call, (answer) => expectShape(response, answer));
	}

	/** Makes a call; should its answer be lost, the order is looked up. */
	private async settled(call: ApiCall, read: (answer: unknown) => unknown): Promise<unknown> {
		const { client, operation } = this.run;
		const limits = limitsOf(this.options);
		try {
			return read(await client.call(call, limits));
		} catch (error) {
			const order = await findLostOrder(error, call, this.extId, { client, limits, operation });
			this.wasLookedUp = true;
			// A replay is an answer like any other; of a document no shape is shown.
			return operation.effect === 'screen' ? read(order) : order;
		}
	}

	/** The orders this item places: one, or those of its part of a cart. */
	orders(): Order[] {
		const { body: own, ...values } = this.values;
		const body = { ...values, ...this.options.body, ...(isJsonObject(own) ? own : {}) };
		return this.cart ?? [{ extId: this.extId, body }];
	}

	/** Of the operator's own body, or one that is put into ours. */
	private idempotencyKey(): string | undefined {
		const { run, values, options } = this;
		const body = (options.body ?? values.body) as JsonObject | undefined;
		const own = ownExtId(body, 'Body');
		if (own !== undefined || !run.operation.extId) return own;
		const content = () => stringifyJson(options.body ?? { ...values });
		return extIdFor({ ...run, content }, this.itemIndex);
	}

	/** The request as the document shows it, or as the operator replaced it where it is inferred. */
	private request(): ApiCall {
		const { endpoint, body, scope } = this.run.operation;
		const inPath = new Set<string>();
		const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
			inPath.add(name);
			return pathSegment(textOf(this.values[name]));
		});
		const hasBody = endpoint.method !== 'GET' && body !== 'none';
		return {
			method: endpoint.method,
			base: endpoint.base,
			path: this.options.path === undefined ? path : checkedPath(this.options.path),
			body: hasBody ? this.body(inPath) : undefined,
			repeat: this.repeat(),
			scope: scope ?? undefined,
		};
	}

	private repeat(): ApiCall['repeat'] {
		if (this.run.operation.effect === 'read') return 'reads';
		return this.extId === undefined ? 'acts' : 'keyed';
	}

	private body(inPath: ReadonlySet<string>): JsonObject {
		const { settings } = this.run;
		if (this.options.body !== undefined) return this.replacedBody(this.options.body);
		const body: JsonObject = {};
		for (const [name, value] of Object.entries(this.values)) {
			if (!inPath.has(name)) body[name.replace('<svc>', settings.serviceCode)] = value;
		}
		refuseForbidden(body, 'The request');
		if (this.extId !== undefined) body.ext_id = this.extId;
		return body;
	}

	/** The operator's own body; the ext_id still goes into it, because without one a repeat could spend twice. */
	private replacedBody(body: JsonObject): JsonObject {
		refuseForbidden(body, 'Body');
		return this.extId === undefined ? body : { ...body, ext_id: this.extId };
	}
}

function isJsonObject(value: JsonValue | undefined): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readFields(
	{ parameters, operation }: RunContext,
	itemIndex: number,
): Record<string, JsonValue | undefined> {
	const hasAdditional = operation.fields.some((field) => !field.topLevel);
	const additional = hasAdditional
		? parameters.read('additionalFields', itemIndex, (value) => additionalSchema.parse(value), {})
		: {};
	return Object.fromEntries(
		operation.fields.map((field) => [
			field.name,
			field.topLevel
				? parameters.read(field.parameter, itemIndex, field.read)
				: field.read(additional[field.parameter]),
		]),
	);
}
