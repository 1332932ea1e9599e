// A run applies the default and the bounds of an option that the editor shows.
import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { isBatch, isSetup } from '../../../../../nodes/PartnerSettlement/definition/operation';
import { optionsOf } from '../../../../../nodes/PartnerSettlement/panel/options';
import {
	concurrencyOf,
	DEFAULT_OPTIONS,
	readOptionsIn,
} from '../../../../../nodes/PartnerSettlement/run/call-options';
import { OPERATIONS } from '../../../../../nodes/PartnerSettlement/operations';

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
	// Batches go one after the other, there is one check, a certificate needs no call, and all these show none.
	const hasNone = isBatch(operation) || isSetup(operation) || operation.isLocal === true;
	const most = hasNone ? undefined : concurrencyOf(node, operation.effect);
	expect(shown?.default).toBe(most);
});

test('without Terminal Statuses, those that the editor shows hold', () => {
	const shown = offered.get('terminalStatuses')?.default;
	expect(DEFAULT_OPTIONS.terminalStatuses.join(', ')).toBe(shown);
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
