import type { IDataObject } from 'n8n-workflow';

import { InputError } from '../../../partner-api';
import type { BatchEntry } from '../definition/free-body';
import { EXT_ID, EXT_ID_MODE } from '../definition/parameters';
import { OPTIONS } from '../panel/options';
import { FIXED_FOR_TOOLS } from '../panel/tool';
import type { RunContext } from '../run/context';
import { withPlainAmount } from '../run/parameters';

/** n8n drops the equals sign of a field that takes no expression. */
const EXPRESSION = /^=|\{\{/;
/** A text whose braces hold only fields of other nodes, such as `{{ $('Form').first().json.number }}`. */
const OF_OTHER_NODES =
	/^=?(?:[^{}]|\{\{\s*\$\((['"])[^'"{}]*\1\)\.(?:item|(?:first|last)\(\d*\))\.json(?:\.\w+|\[["'][^"'\]{}]*["']\])+\s*\}\})*$/;

/**
 * The model writes every value that a tool reads from `$json`, and can add arguments. Neither a limit nor the key that
 * tells orders apart may come from the model.
 *
 * @throws InputError for a parameter that a person must set, if the model may have written the text that it reads
 */
export function requirePersonsWords({ node, operation }: RunContext): void {
	const raw = (name: string) => node.getNodeParameter(name, 0, {}, { rawExpressions: true });
	const options = raw('options') as IDataObject;
	const fixed = FIXED_FOR_TOOLS.map((name) => [OPTIONS[name].displayName, options[name]] as const);
	const numbers = (operation.extId ? [EXT_ID_MODE, EXT_ID] : [])
		.map(({ name, displayName }) => [displayName, raw(name)] as const)
		.filter(([, value]) => typeof value !== 'string' || !OF_OTHER_NODES.test(value));
	for (const [displayName, value] of [...fixed, ...numbers]) {
		if (!holdsExpression(value)) continue;
		throw new InputError(
			`${displayName} could come from the AI agent`,
			"In a tool, switch it to Fixed. An order number can also come from another node, such as {{ $('Form').first().json.number }}. If several items come in, a tool reads only the first.",
		);
	}
}

/** At any depth. */
function holdsExpression(value: unknown): boolean {
	if (typeof value === 'string') return EXPRESSION.test(value);
	return typeof value === 'object' && Object.values(value ?? {}).some(holdsExpression);
}

/** @throws InputError for an order of a batch whose key comes from the model */
export function takeFromModel(batch: readonly BatchEntry[]): void {
	for (const entry of batch) entry.body = withPlainAmount(entry.body);
	if (batch.every(({ customKey }) => customKey === undefined)) return;
	throw new InputError(
		'The field Items holds an order number (ext_id), which the AI agent may have written',
		'In a tool, leave ext_id out of the bodies. The node makes it from the order.',
	);
}
