// The operations of the editor are those of the interface and of the document, and what it offers to choose is safe.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import { OPERATIONS } from '../../../../nodes/PartnerSettlement/operations';
import { PartnerSettlement } from '../../../../nodes/PartnerSettlement/PartnerSettlement.node';
import { PROMISED } from '../../support/interface-table';

const FOLDER = path.join(__dirname, '../../../../nodes/PartnerSettlement/operations');
const { properties } = new PartnerSettlement().description;
const operations = new Map(
	OPERATIONS.map((operation) => [`${operation.resource}.${operation.operation}`, operation]),
);
const promised = Object.entries(PROMISED);
const everyName = [...operations.keys()];

/** Whether the node shows it, and not only its tool. */
function isOfNode({ displayOptions }: INodeProperties): boolean {
	return displayOptions?.show?.['@tool'] === undefined;
}

/** What the panel shows of an operation. */
function panel(name: string): INodeProperties[] {
	const [resource = '', operation = ''] = name.split('.');
	return properties.filter(isOfNode).filter(({ displayOptions }) => {
		const show = displayOptions?.show;
		return show?.resource?.includes(resource) && show.operation?.includes(operation);
	});
}

function parameter(name: string, wanted: string): INodeProperties | undefined {
	return panel(name).find((one) => one.name === wanted);
}

/** The names of the entries in a property, sorted. */
function entries(property: INodeProperties | undefined): string[] {
	const options = (property?.options ?? []) as INodeProperties[];
	return options
		.filter(isOfNode)
		.map((entry) => entry.name)
		.sort();
}

describe('the operations', () => {
	test('are those of the interface, and API Call: Request', () => {
		expect(everyName.sort()).toEqual([...Object.keys(PROMISED), 'apiCall.request'].sort());
		expect(operations.size).toBe(OPERATIONS.length);
	});

	test('all stand in the lists of the editor', () => {
		const listed = properties
			.filter(({ name }) => name === 'operation')
			.flatMap(({ displayOptions, options = [] }) =>
				options.map((entry) => ({
					resource: displayOptions?.show?.resource?.[0],
					operation: 'value' in entry && entry.value,
				})),
			);
		const wanted = OPERATIONS.map(({ resource, operation }) => ({ resource, operation }));
		expect(listed).toHaveLength(wanted.length);
		expect(listed).toEqual(expect.arrayContaining(wanted));
	});

	test('each file of an operation is listed', () => {
		const index = readFileSync(path.join(FOLDER, 'all.ts'), 'utf8');
		const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
			.map((file) => file.split(path.sep).join('/'))
			.filter((file) => file.includes('/') && file.endsWith('.ts'))
			.filter((file) => readFileSync(path.join(FOLDER, file), 'utf8').includes(': Operation = {'));
		const imported = [...index.matchAll(/from '\.\/(\S+\/\S+)'/g)].map((match) => `${match[1]}.ts`);
		expect(imported.sort()).toEqual(files.sort());
		expect(files).toHaveLength(OPERATIONS.length);
	});
});

test('an option that would do nothing for an operation is not offered', () => {
	const offered = (name: string) => entries(parameter(name, 'options'));
	expect(offered('batch.create')).not.toContain('concurrency');
	expect(offered('giftCard.purchase')).toContain('concurrency');
	expect(offered('withdrawal.create')).not.toContain('price');
	expect(offered('giftCard.purchase')).toContain('price');
	// Its body may be the operator's own, and name no amount.
	expect(offered('card.topUp')).toContain('price');
	expect(offered('balance.get')).not.toContain('maximumPerItem');
	expect(offered('balance.get')).not.toContain('maxWait');
	expect(offered('card.getBillingAddress')).not.toContain('amountsAsNumbers');
});

describe.each(promised)('%s', (name, promise) => {
	test('makes the call of the interface, with the scope of the document, and knows its orders by these fields', () => {
		const operation = operations.get(name);
		const { method = '', base = '', path: where = '', isAssumed } = operation?.endpoint ?? {};
		expect(`${method} ${base} ${where}`).toBe(promise.call);
		expect(isAssumed).toBe(promise.isAssumed ?? false);
		const isShown = !['not shown', '-'].includes(promise.scope);
		expect(operation?.scope).toBe(isShown ? promise.scope : undefined);
		// Those of a batch are found in its bodies: definition/free-body.test.ts.
		if (name !== 'batch.create') expect(operation?.identifying).toEqual(promise.identifying);
		expect(operation?.areas).toEqual(promise.areas);
		expect(operation?.isLookedUpFirst).toBe(promise.isLookedUpFirst);
	});

	test('an ext_id goes with what creates or moves something, and with nothing else', () => {
		const mode = parameter(name, 'extIdMode');
		expect(mode !== undefined).toBe(promise.extId ?? false);
		if (!promise.extId) return;
		expect(mode?.default).toBe('auto');
		// Where a payment cannot come back, the safe choice comes first.
		const choices = name === 'withdrawal.create' ? ['custom', 'auto'] : ['auto', 'custom'];
		expect(mode?.options?.map((entry) => 'value' in entry && entry.value)).toEqual(choices);
		expect(parameter(name, 'extId')?.displayOptions?.show?.extIdMode).toEqual(['custom']);
	});

	test('secrets are hidden unless revealSecrets is turned on', () => {
		const reveal = parameter(name, 'revealSecrets');
		expect(reveal?.default).toBe(promise.secrets ? false : undefined);
	});
});

test('with a resource nothing is chosen that changes something before a field is filled in', () => {
	for (const { name, displayOptions, default: standard } of properties) {
		if (name !== 'operation') continue;
		const [resource] = displayOptions?.show?.resource ?? [];
		const chosen = `${resource as string}.${standard as string}`;
		const isRead = operations.get(chosen)?.effect === 'read';
		const toFillIn = operations.get(chosen)?.fields.filter(({ required }) => required) ?? [];
		const isHarmless = isRead || toFillIn.length > 0;
		expect({ chosen, isHarmless }).toEqual({ chosen, isHarmless: true });
	}
});

test('API Call: Request reveals nothing unasked', () => {
	expect(parameter('apiCall.request', 'revealSecrets')).toMatchObject({ default: false });
});
