import { type IExecuteFunctions, type INodeProperties, isExpression } from 'n8n-workflow';

import { refuseNothing } from './empty-expression';
import { itemField } from './item-field';

/**
 * The node's parameters, item by item. n8n takes its time for each resolution, about half a millisecond for an
 * expression, so two kinds of parameters do without it: one that holds no expression is the same for every item and is
 * resolved once, and one that is a field of the item is read from the item.
 */
export class Parameters {
	private readonly raw = new Map<string, unknown>();
	/** Resolved and parsed values of parameters without an expression. */
	private readonly fixed = new Map<string, unknown>();

	/** @param shown what the editor shows of the parameters in which no expression may give nothing */
	constructor(
		private readonly node: IExecuteFunctions,
		private readonly shown: readonly INodeProperties[] = [],
	) {}

	/**
	 * @param name of a parameter on the node's top level
	 * @param parse checks the value and turns it into what is wanted; always the same for a name. It is given the parameter
	 *   as the workflow holds it as well.
	 * @param fallback for a parameter the node does not have
	 * @throws InputError for an expression that gives nothing; what `parse` throws, for each item anew
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
			itemField(this.node, raw, itemIndex) ?? this.node.getNodeParameter(name, itemIndex, fallback);
		const shown = this.shown.find((property) => property.name === name);
		if (shown) refuseNothing(resolved, raw, shown);
		const value = parse(resolved, raw);
		if (!holdsExpression(raw)) this.fixed.set(name, value);
		return value;
	}

	private rawValue(name: string, fallback: unknown): unknown {
		if (!this.raw.has(name)) {
			const options = { rawExpressions: true };
			this.raw.set(name, this.node.getNodeParameter(name, 0, fallback, options));
		}
		return this.raw.get(name);
	}
}

function holdsExpression(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return isExpression(value);
	return Object.values(value).some(holdsExpression);
}
