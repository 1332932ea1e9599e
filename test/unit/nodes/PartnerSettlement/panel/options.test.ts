// A run applies the default and the bounds of an option that the editor shows.
import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { optionsOf } from '../../../../../nodes/PartnerSettlement/panel/options';
import {
	concurrencyOf,
	DEFAULT_OPTIONS,
	readOptionsIn,
} from '../../../../../nodes/PartnerSettlement/run/call-options';
import { toolDescription } from '../../../../../nodes/PartnerSettlement/panel/tool';
import { findOperation, OPERATIONS } from '../../../../../nodes/PartnerSettlement/operations';

const offered = new Map(OPERATIONS.flatMap(optionsOf).map((property) => [property.name, property]));
const fixed = [...offered.values()].filter(
	// The default of Items at Once goes by the operation.
	({ name, type }) => ['number', 'boolean'].includes(type) && name !== 'concurrency',
);
const numbers = [...offered.values()].filter(({ type }) => type === 'number');

/** A node without parameters. */
const node = {
	getNodeParameter: (_name: string, _itemIndex: number, fallback?: unknown) => fallback,
} as unknown as IExecuteFunctions;

/** The value as the engine takes it; undefined where it does not. */
function taken(name: string, value: number): unknown {
	try {
		return new Map(Object.entries(readOptionsIn({ [name]: value }))).get(name);
	} catch {
		return undefined;
	}
}

function bounds({ typeOptions = {} }: INodeProperties): [number, number] {
	const { minValue = -Infinity, maxValue = Infinity } = typeOptions;
	return [minValue, maxValue];
}

test.each(fixed)('without $name, what the editor shows for it holds', (property) => {
	expect(DEFAULT_OPTIONS).toMatchObject({ [property.name]: property.default });
});

test.each(OPERATIONS)('$resource $operation: Items at Once is as the editor shows', (operation) => {
	const shown = optionsOf(operation).find(({ name }) => name === 'concurrency');
	// Batches go one after the other, there is one check, URL or secret, a certificate needs no call: all show none.
	const hasNone = /batch|setup|webhook/.test(operation.resource) || operation.isLocal === true;
	const most = hasNone ? undefined : concurrencyOf(node, operation.effect);
	expect(shown?.default).toBe(most);
});

test('without Terminal Statuses, those that the editor shows hold', () => {
	const shown = offered.get('terminalStatuses')?.default;
	expect(DEFAULT_OPTIONS.terminalStatuses.join(', ')).toBe(shown);
});

// limits/tool-input.ts and limits/policy.ts refuse the rest; withPlainAmount() writes an amount in another way.
test.each([
	['apiCall', 'request', /only send a GET/, /any call|spends/],
	['batch', 'create', /same arguments is the same order/, /ext_id/],
	['withdrawal', 'create', /Amount \(USDT\)/, /you type/],
])('the tool of %s tells a model nothing that is not so', (resource, operation, told, untrue) => {
	const { default: description } = toolDescription(findOperation(resource, operation));
	expect(description).toMatch(told);
	expect(description).not.toMatch(untrue);
});

test.each(numbers)('$name is taken within the bounds of the editor only', (property) => {
	const [least, most] = bounds(property);
	const inside = [least, Number.isFinite(most) ? most : 1000];
	expect(inside.map((value) => taken(property.name, value))).toEqual(inside);
	const outside = [least - 0.01, most + 1].filter(Number.isFinite);
	expect(outside.map((value) => taken(property.name, value))).toEqual(outside.map(() => undefined));
});

test.each(numbers)('a fraction is accepted for $name if the editor accepts one', (property) => {
	const { numberPrecision } = property.typeOptions ?? {};
	expect(taken(property.name, 1.5)).toBe(numberPrecision === 0 ? undefined : 1.5);
});
