// Proves that the panel says what takes money, asks for what an operation needs, and lets what has a list be chosen or typed.
import {
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
	NodeHelpers,
} from 'n8n-workflow';
import type { Operation } from '../../../../../nodes/PartnerSettlement/definition/operation';
import { PartnerSettlement } from '../../../../../nodes/PartnerSettlement/PartnerSettlement.node';
import { OPERATIONS } from '../../../../../nodes/PartnerSettlement/operations';
import { PROMISED } from '../../../support/interface-table';

const { description, methods } = new PartnerSettlement();

test('what takes something from the balance says so where it is chosen', () => {
	const spending = description.properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ options = [], displayOptions }) => {
			const [resource] = (displayOptions?.show?.resource ?? []) as string[];
			return (options as INodePropertyOptions[])
				.filter(({ description }) => description?.endsWith('. Spends from the balance.'))
				.map(({ value }) => `${resource ?? ''}.${String(value)}`);
		});
	const promised = Object.keys(PROMISED).filter((name) => PROMISED[name]?.spends);
	expect(spending.sort()).toEqual([...promised, 'apiCall.request'].sort());
});

describe('what is required and chosen', () => {
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

	/** A property with all properties inside it. */
	const withMembers = (property: INodeProperties): INodeProperties[] => [
		property,
		...(property.options ?? []).flatMap((option) => ('type' in option ? withMembers(option) : [])),
	];
	const all = description.properties.flatMap(withMembers);
	const locators = all.filter(({ type }) => type === 'resourceLocator');

	test.each(locators.map((one) => [one.name, one]))(
		'%s is chosen or typed',
		(_, { modes = [] }) => {
			expect(modes.map(({ name }) => name)).toEqual(['list', 'id']);
			const { searchListMethod = '', searchable } = modes[0]?.typeOptions ?? {};
			expect(Object.keys(methods.listSearch)).toContain(searchListMethod);
			expect(searchable).toBe(true);
		},
	);
});
