/** What is required, and that whatever is in a list can be chosen from it or typed. */
import { type INodeParameters, type INodeProperties, NodeHelpers } from 'n8n-workflow';
import { OPERATIONS } from '../../../../../nodes/PartnerSettlement/operations';
import type { Operation } from '../../../../../nodes/PartnerSettlement/definition/operation';
import { PartnerSettlement } from '../../../../../nodes/PartnerSettlement/PartnerSettlement.node';
import { withMembers } from '../../../support/panel';

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

const { description: panel, methods } = new PartnerSettlement();

const all = panel.properties.flatMap(withMembers);
const locators = all.filter(({ type }) => type === 'resourceLocator');

test('what has a list is chosen, wherever it is asked for', () => {
	const names = ['svcProductId', 'cardId', 'offerId', 'esimId', 'planId', 'purchaseId'];
	const asked = all.filter(({ name }) => names.includes(name));
	expect(new Set(asked.map(({ name }) => name))).toEqual(new Set(names));
	expect(asked).toEqual(locators);
});

test.each(locators.map((one) => [one.name, one]))('%s is chosen or typed', (_, { modes = [] }) => {
	expect(modes.map(({ name }) => name)).toEqual(['list', 'id']);
	const { searchListMethod = '', searchable } = modes[0]?.typeOptions ?? {};
	expect(Object.keys(methods.listSearch)).toContain(searchListMethod);
	expect(searchable).toBe(true);
});

test('each list and each form of the node is shown somewhere', () => {
	const shown = locators.map(({ modes = [] }) => modes[0]?.typeOptions?.searchListMethod);
	expect(new Set(shown)).toEqual(new Set(Object.keys(methods.listSearch)));
	const forms = all.flatMap(({ typeOptions }) => typeOptions?.resourceMapper ?? []);
	expect(forms.map(({ resourceMapperMethod }) => resourceMapperMethod)).toEqual(
		Object.keys(methods.resourceMapping),
	);
});
