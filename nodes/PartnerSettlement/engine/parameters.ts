import { type IExecuteFunctions, isExpression } from 'n8n-workflow';

/**
 * The node's parameters, item by item. One that holds no expression is the same for every item, so it is resolved and
 * checked once: n8n takes its time for each resolution.
 */
export class Parameters {
	private readonly fixed = new Map<string, boolean>();
	private readonly known = new Map<string, unknown>();

	constructor(private readonly node: IExecuteFunctions) {}

	/**
	 * @param name of a parameter on the node's top level
	 * @param parse checks the value and turns it into what is wanted; always the same for a name
	 * @param fallback for a parameter the node does not have
	 * @throws what `parse` throws, for each item anew
	 */
	read<T>(name: string, itemIndex: number, parse: (value: unknown) => T, fallback?: unknown): T {
		if (this.known.has(name)) return this.known.get(name) as T;
		const value = parse(this.node.getNodeParameter(name, itemIndex, fallback));
		if (this.isFixed(name, fallback)) this.known.set(name, value);
		return value;
	}

	private isFixed(name: string, fallback: unknown): boolean {
		let fixed = this.fixed.get(name);
		if (fixed === undefined) {
			const raw: unknown = this.node.getNodeParameter(name, 0, fallback, { rawExpressions: true });
			fixed = !holdsExpression(raw);
			this.fixed.set(name, fixed);
		}
		return fixed;
	}
}

function holdsExpression(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return isExpression(value);
	return Object.values(value).some(holdsExpression);
}
