import { type IExecuteFunctions, isSafeObjectProperty } from 'n8n-workflow';

/** `={{ $json.address }}`, as the editor writes it when a field is dragged into a parameter. */
const ITEM_FIELD = /^=\{\{\s*\$json\.([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\s*\}\}$/;

/**
 * The text of an expression that is nothing but a field of the item. It is read from the input, as n8n would, but without
 * the isolated VM and the data proxy that n8n makes for each expression.
 *
 * @param expression a parameter as the workflow holds it
 * @returns undefined for every other expression, and for a field that is no text: n8n has to evaluate those
 */
export function itemField(
	node: IExecuteFunctions,
	expression: unknown,
	itemIndex: number,
): string | undefined {
	const path = typeof expression === 'string' ? ITEM_FIELD.exec(expression)?.[1] : undefined;
	const names = path?.split('.') ?? [];
	if (path === undefined || names.some(isForN8n)) return undefined;
	let value: unknown = node.getInputData()[itemIndex]?.json;
	for (const name of names) value = ownMember(value, name);
	return typeof value === 'string' ? value : undefined;
}

/** Names that n8n does not let an expression touch, or that every object has. */
function isForN8n(name: string): boolean {
	return !isSafeObjectProperty(name) || name in Object.prototype;
}

function ownMember(value: unknown, name: string): unknown {
	const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
	return isObject ? (value as Record<string, unknown>)[name] : undefined;
}
