/**
 * Proves that the panels are short and clear: yellow only for what cannot be undone, few options at a time, an example in
 * every empty field.
 */
import {
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
	NodeHelpers,
} from 'n8n-workflow';
import type { Operation } from '../../../../../nodes/PartnerSettlement/definition/operation';
import { PartnerSettlement } from '../../../../../nodes/PartnerSettlement/PartnerSettlement.node';
import { OPERATIONS } from '../../../../../nodes/PartnerSettlement/operations';
import { operationProperties } from '../../../../../nodes/PartnerSettlement/panel/properties';
import { membersOf, shownCollections, withMembers, withoutExample } from '../../../support/panel';

const { properties } = new PartnerSettlement().description;

test('yellow notices stand only where something cannot be undone', () => {
	const notices = OPERATIONS.filter((operation) =>
		operationProperties(operation).some(({ type }) => type === 'notice'),
	).map(({ resource, operation }) => `${resource}.${operation}`);
	expect(notices.sort()).toEqual([
		'card.freeze',
		'webhook.rotateSecret',
		'webhook.setUrl',
		'withdrawal.create',
	]);
});

test.each(OPERATIONS)('$resource $operation: at most two collections, by name', (operation) => {
	const shown = operationProperties(operation);
	const opened = shownCollections(shown).map(({ name }) => name);
	expect(['additionalFields', 'options']).toEqual(expect.arrayContaining(opened));
	for (const collection of shown.filter(({ type }) => type === 'collection')) {
		const offered = membersOf(collection).map(({ displayName }) => displayName);
		expect(offered).toEqual([...new Set(offered)].sort((one, other) => one.localeCompare(other)));
		expect(offered.length).toBeGreaterThan(0);
	}
});

/** The options that the editor offers. */
function offeredOptions(operation: Operation, set: INodeParameters): string[] {
	const shown = operationProperties(operation);
	const all = shown.filter(({ name }) => name === 'options').flatMap(membersOf);
	const isOffered = (one: INodeProperties) =>
		NodeHelpers.displayParameter({}, one, { typeVersion: 1 }, null, set);
	return all.filter(isOffered).map(({ name }) => name);
}

test.each(OPERATIONS)(
	'$resource $operation: at most eleven options, and those of the waiting only where it waits',
	(operation) => {
		const waiting = ['maxWait', 'pollInterval', 'terminalStatuses'];
		const off = offeredOptions(operation, { waitUntilReady: false });
		const on = offeredOptions(operation, { waitUntilReady: true });
		expect(off.length).toBeLessThanOrEqual(11);
		const added = operation.asynchronous ? waiting : [];
		expect(on.filter((name) => !off.includes(name)).sort()).toEqual(added);
		const always = operation.operation === 'screen' ? ['maxWait', 'pollInterval'] : [];
		expect(off.filter((name) => waiting.includes(name)).sort()).toEqual(always);
	},
);

test('every text field that is empty has an example', () => {
	expect(withoutExample(properties)).toEqual([]);
});

test('what takes something from the balance says so where it is chosen', () => {
	const spending = properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ options = [], displayOptions }) => {
			const [resource] = (displayOptions?.show?.resource ?? []) as string[];
			return (options as INodePropertyOptions[])
				.filter(({ description }) => description?.endsWith('. Spends from the balance.'))
				.map(({ value }) => `${resource ?? ''}.${String(value)}`);
		});
	expect(spending.sort()).toEqual([
		...['apiCall.request', 'batch.create', 'card.issue', 'card.topUp', 'esim.purchase'],
		...['esim.purchasePlan', 'esim.topUp', 'giftCard.purchase', 'kyt.check', 'kyt.screen'],
		'withdrawal.create',
	]);
});

test('a withdrawal is led to a number of its own', () => {
	const [mode] = properties.filter(
		({ name, displayOptions }) =>
			name === 'extIdMode' && displayOptions?.show?.resource?.includes('withdrawal'),
	);
	expect(mode?.options?.[0]).toMatchObject({
		name: 'My Order Number: Never Pays Twice',
		value: 'custom',
	});
	expect(mode?.default).toBe('auto');
	const notices = properties.filter(
		({ type, displayOptions }) =>
			type === 'notice' && displayOptions?.show?.resource?.includes('withdrawal'),
	);
	expect(notices).toHaveLength(1);
	expect(notices[0]?.displayOptions?.show?.extIdMode).toEqual(['auto']);
	expect(notices[0]?.displayName).toMatch(/every new run pays again/);
});

describe('what is required and chosen', () => {
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

	const { description: panel, methods } = new PartnerSettlement();

	const all = panel.properties.flatMap(withMembers);
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
