import type { Operation } from './operation';

/** An address is too long to be shown whole. */
const SHOWN = 10;

/** A parameter as it is typed; an expression has no value before the node runs. */
function typed(name: string, otherwise: string): string {
	const value = `String($rawParameter.${name} || "=")`;
	const short = `(${value}.length > ${SHOWN} ? ${value}.slice(0, ${SHOWN}) + "…" : ${value})`;
	return `(${value}.startsWith("=") ? "${otherwise}" : ${short})`;
}

/**
 * What stands under the node's name: what it does, and how much or which address where that is typed in.
 *
 * @returns an n8n expression
 */
export function subtitle(operations: readonly Operation[]): string {
	const texts = Object.fromEntries(
		operations.map(({ resource, operation, action, subtitle: text = action }) => [
			`${resource}.${operation}`,
			text,
		]),
	);
	const chosen = `(${JSON.stringify(texts)})[$parameter.resource + "." + $parameter.operation]`;
	const amount = `.replace("{amount}", ${typed('amount', 'some')})`;
	const address = `.replace("{address}", ${typed('address', 'an address')})`;
	return `={{ ${chosen}${amount}${address} }}`;
}
