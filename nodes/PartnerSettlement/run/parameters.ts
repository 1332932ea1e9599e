import Big from 'big.js';
import {
	type IExecuteFunctions,
	type INodeProperties,
	isExpression,
	isSafeObjectProperty,
} from 'n8n-workflow';
import { z } from 'zod';

import {
	InputError,
	isAbsent,
	isJsonObject,
	type JsonValue,
	readCount,
} from '../../../partner-api';
import { type Field, readFlag } from '../definition/fields';
import { LIMIT, RETURN_ALL } from '../definition/parameters';
import type { Operation } from '../definition/operation';

/** The display properties of a parameter. */
export type Shown = Pick<INodeProperties, 'displayName'> &
	Partial<Pick<INodeProperties, 'required' | 'options' | 'type'>>;

/**
 * The node's parameters, item by item. n8n takes about half a millisecond to resolve an expression. So a parameter without
 * an expression is resolved once, and a plain field of the item is read from the item.
 */
export class Parameters {
	private readonly raw = new Map<string, unknown>();
	/** Resolved and parsed values of parameters without an expression. */
	private readonly fixed = new Map<string, unknown>();

	/** @param shown display properties of the parameters in which every expression must have a value */
	constructor(
		private readonly node: IExecuteFunctions,
		private readonly shown: readonly INodeProperties[] = [],
	) {}

	/**
	 * @param name of a parameter on the node's top level
	 * @param parse checks and converts the value; always the same function for a name. Its second argument is the
	 *   parameter as the workflow holds it.
	 * @param fallback for a parameter the node does not have
	 * @throws InputError for an expression without a value; what `parse` throws, again for each item
	 */
	read<T>(
		name: string,
		itemIndex: number,
		parse: (value: unknown, raw: unknown) => T,
		fallback?: unknown,
	): T {
		if (this.fixed.has(name)) return this.fixed.get(name) as T;
		const raw = this.rawValue(name, fallback);
		const resolved =
			itemField(this.node, raw, itemIndex) ??
			innerValue(this.node.getNodeParameter(name, itemIndex, fallback));
		const shown = this.shown.find((property) => property.name === name);
		if (shown) requireValue(resolved, raw, shown);
		const value = parse(resolved, raw);
		if (!holdsExpression(raw)) this.fixed.set(name, value);
		return value;
	}

	/** Whether it may differ for each item. */
	isExpression(name: string): boolean {
		return holdsExpression(this.rawValue(name, null));
	}

	/** The workflow's time zone, or n8n's if it has none. */
	readonly timezone = (): string => this.node.getTimezone();

	private rawValue(name: string, fallback: unknown): unknown {
		if (!this.raw.has(name)) {
			const options = { rawExpressions: true };
			this.raw.set(name, innerValue(this.node.getNodeParameter(name, 0, fallback, options)));
		}
		return this.raw.get(name);
	}
}

/**
 * The content of a resource locator or a form (resource mapper): the chosen ID, or the fields that were filled in. Any
 * other value is returned unchanged.
 */
export function innerValue(value: unknown): unknown {
	if (!isJsonObject(value)) return value;
	if (value.__rl === true || ('mappingMode' in value && 'value' in value)) return value.value;
	return value;
}

function holdsExpression(raw: unknown): boolean {
	if (typeof raw !== 'object' || raw === null) return isExpression(raw);
	return Object.values(raw).some(holdsExpression);
}

/** `={{ $json.address }}`, as the editor writes it when a field is dragged into a parameter. */
const ITEM_FIELD = /^=\{\{\s*\$json\.([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\s*\}\}$/;

/**
 * The value of an expression that is only a field of the item. It is read from the input directly, because n8n makes an
 * isolated VM and a data proxy for each expression. If a call takes 20 ms, this makes 1,000 screenings with two such fields
 * three times as fast. Without it, the target of dev/bench would be missed.
 *
 * @param expression a parameter as the workflow holds it
 * @returns undefined for every other expression, and for a field that is not a text: n8n has to evaluate those
 */
function itemField(
	node: IExecuteFunctions,
	expression: unknown,
	itemIndex: number,
): string | undefined {
	// Names that n8n does not allow in an expression, or that every object has.
	const isForN8n = (name: string) => !isSafeObjectProperty(name) || name in Object.prototype;
	const path = typeof expression === 'string' ? ITEM_FIELD.exec(expression)?.[1] : undefined;
	const names = path?.split('.') ?? [];
	if (path === undefined || names.some(isForN8n)) return undefined;
	let value: unknown = node.getInputData()[itemIndex]?.json;
	for (const name of names) value = ownMember(value, name);
	return typeof value === 'string' ? value : undefined;
}

function ownMember(value: unknown, name: string): unknown {
	const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
	return isObject ? (value as Record<string, unknown>)[name] : undefined;
}

const additionalSchema = z.record(z.unknown());

/**
 * The fields of a request, read and checked, in the form that is sent.
 *
 * @throws InputError that names the parameter
 */
export function readFields(
	{
		parameters,
		operation,
		isTool,
	}: { parameters: Parameters; operation: Operation; isTool?: boolean },
	itemIndex: number,
): Record<string, JsonValue | undefined> {
	const additional = operation.fields.some((field) => !field.topLevel)
		? parameters.read('additionalFields', itemIndex, (value) => additionalSchema.parse(value), {})
		: {};
	const { timezone } = parameters;
	// The gate has its optional field among its options.
	const amongOptions = (other: Field) => {
		const read = (value: unknown, raw: unknown) => {
			requireValue(value, raw, { displayName: other.displayName });
			return value;
		};
		return parameters.read(`options.${other.parameter}`, itemIndex, read, null);
	};
	const values: Record<string, JsonValue | undefined> = {};
	for (const field of operation.fields) {
		// One field may have several parameters, such as a form and its JSON; n8n returns those that are shown.
		if (values[field.name] !== undefined) continue;
		values[field.name] = field.topLevel
			? // A generated workflow may lack it.
				parameters.read(field.parameter, itemIndex, (value) => field.read(value, timezone), null)
			: field.read(additional[field.parameter] ?? amongOptions(field), timezone);
	}
	const resolved = operation.resolve?.(values) ?? values;
	return isTool ? withPlainAmount(resolved) : resolved;
}

/**
 * An agent may write the amount of one order as 10 and as 10.0, but the API recognizes a retry only in the same
 * spelling.
 */
export function withPlainAmount<T extends Record<string, JsonValue | undefined>>(fields: T): T {
	const { amount } = fields;
	return typeof amount === 'string' ? { ...fields, amount: new Big(amount).toFixed() } : fields;
}

/**
 * How many entries of a list are wanted.
 *
 * @throws InputError if an expression gives no such number: an empty output must not look like an empty list
 */
export function readLimit(parameters: Parameters, itemIndex: number): number {
	const readAll = (value: unknown) => readFlag(value, RETURN_ALL.displayName);
	const isAll = parameters.read(RETURN_ALL.name, itemIndex, readAll, RETURN_ALL.default);
	if (isAll) return Number.POSITIVE_INFINITY;
	const { displayName, typeOptions } = LIMIT;
	const read = (value: unknown) => readCount(value, displayName, typeOptions.minValue);
	return parameters.read(LIMIT.name, itemIndex, read, LIMIT.default);
}

const HINT = 'Check the expression and the data that it reads. An AI agent has to give a value.';
const FIXED =
	'To leave it empty, switch the field to Fixed. If only some items have no value, split them with an If node.';

/**
 * Refuses an expression without a value, at any depth of a parameter. Only an empty field means "no value". A missing field
 * of an item, or a misspelled name, must not buy a new eSIM or remove a limit.
 *
 * @param value the result of the parameter
 * @param raw the parameter as the workflow holds it
 * @throws InputError that names it
 */
export function requireValue(value: unknown, raw: unknown, shown: Shown): void {
	if (isExpression(raw)) {
		const { displayName, required, type } = shown;
		// A required field has its own error if it is empty. An empty locator looks as if something were chosen.
		const saysItself = required === true && type !== 'resourceLocator';
		if (isAbsent(value) && !saysItself) throw givesNothing(displayName, required);
		return;
	}
	const values = membersOf(value);
	for (const [name, inner] of Object.entries(membersOf(raw))) {
		const member = Array.isArray(raw) ? shown : memberOf(shown, name);
		if (member) requireValue(innerValue(values[name]), innerValue(inner), member);
	}
}

/**
 * @param label the editor's name for the parameter
 * @param isRequired whether it must have a value: then the hint does not offer to leave it empty
 */
export function givesNothing(label: string, isRequired = false): InputError {
	const hint = isRequired ? HINT : `${HINT} ${FIXED}`;
	return new InputError(`${label} is empty for this item`, hint);
}

function membersOf(value: unknown): Record<string, unknown> {
	return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** @returns undefined for a member that a collection does not show: it is never read */
function memberOf({ displayName, options }: Shown, name: string): Shown | undefined {
	if (!options) return { displayName: `${displayName}, ${name}` };
	return options.find((one): one is INodeProperties => one.name === name && 'type' in one);
}
