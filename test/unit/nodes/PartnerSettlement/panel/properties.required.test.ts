// What the editor shows as required is what an operation refuses to run without.
import { type INodeParameters, type INodeProperties, NodeHelpers } from 'n8n-workflow';
import { OPERATIONS } from '../../../../../nodes/PartnerSettlement/operations';
import type { Operation } from '../../../../../nodes/PartnerSettlement/definition/operation';
import { PartnerSettlement } from '../../../../../nodes/PartnerSettlement/PartnerSettlement.node';

const { description } = new PartnerSettlement();

/** The fields that n8n shows as required, and insists on before it lets a workflow run. */
function asked({ resource, operation, fields }: Operation, options: INodeParameters): string[] {
	const empty = Object.fromEntries(fields.map(({ parameter }) => [parameter, '']));
	const parameters = { ...empty, resource, operation, options };
	const position: [number, number] = [0, 0];
	const node = { id: '1', name: 'Node', type: 'x', typeVersion: 1, position, parameters };
	return description.properties
		.filter((property) => property.required === true)
		.filter((property) => NodeHelpers.displayParameter(parameters, property, node, description))
		.map(({ name }) => name)
		.filter((name) => name in empty);
}

/** Fields without which an operation refuses to run. */
function needed({ fields }: Operation): string[] {
	const refuses = ({ read }: Operation['fields'][number]) => {
		try {
			read('');
			return false;
		} catch {
			return true;
		}
	};
	return fields.filter(refuses).map(({ parameter }) => parameter);
}

describe.each(OPERATIONS)('$resource $operation', (operation) => {
	test.each<INodeParameters>([{}, { body: '{}' }, { body: '{\n}' }])(
		'with the options %j, n8n asks for each field without which it does not run, and for no other',
		(options) => {
			expect(asked(operation, options)).toEqual(needed(operation));
		},
	);
});

describe.each(OPERATIONS.filter(({ endpoint }) => endpoint.isAssumed))(
	'$resource $operation, of which the body can be replaced',
	(operation) => {
		test.each(['{"a":1}', '={{ $json.body }}'])('asks for no field beside %s', (body) => {
			expect(asked(operation, { body })).toEqual([]);
		});
	},
);

/** @returns undefined for what is none */
function readJson(value: unknown): unknown {
	try {
		return typeof value === 'string' ? (JSON.parse(value) as unknown) : undefined;
	} catch {
		return undefined;
	}
}

test('the editor checks what stands in a field for JSON, so that none is empty by default', () => {
	const inCollections = (property: INodeProperties): INodeProperties[] =>
		(property.options ?? []).filter((option): option is INodeProperties => 'type' in option);
	const all = description.properties.flatMap((one) => [one, ...inCollections(one)]);
	const json = all.filter(({ type }) => type === 'json');
	expect(json.length).toBeGreaterThan(0);
	expect(json.map((property) => readJson(property.default))).not.toContain(undefined);
});
