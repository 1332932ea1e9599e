/** What the editor shows of the gate: no value is safe by itself, and what opens the gate is said. */
import type { INodeProperties } from 'n8n-workflow';
import { PartnerSettlement } from '../../../nodes/PartnerSettlement/PartnerSettlement.node';
import { PartnerSettlementScreening } from '../../../nodes/PartnerSettlementScreening/PartnerSettlementScreening.node';
import { RULES } from '../../../nodes/PartnerSettlementScreening/rules';

const { description } = new PartnerSettlementScreening();
const { properties } = description;

function named(list: readonly INodeProperties[] = [], name: string): INodeProperties | undefined {
	return list.find((property) => property.name === name);
}

function options(): INodeProperties[] {
	return (named(properties, 'options')?.options ?? []) as INodeProperties[];
}

test('has the outputs of the interface, in their order', () => {
	expect(description.outputs).toEqual(['main', 'main', 'main', 'main']);
	expect(description.outputNames).toEqual(['Clear', 'Review', 'Block', 'Unresolved']);
});

test('is no tool: an agent would see nothing of an address that is blocked', () => {
	expect(description.usableAsTool).toBeUndefined();
});

test('asks for what KYT Screening: Screen asks for', () => {
	const screen = new PartnerSettlement().description.properties.filter(
		({ displayOptions }) =>
			displayOptions?.show?.resource?.includes('kyt') &&
			displayOptions.show.operation?.includes('screen'),
	);
	const names = properties.map(({ name }) => name);
	expect(names).toEqual(expect.arrayContaining(screen.map(({ name }) => name)));
	for (const name of ['network', 'address']) {
		expect(named(properties, name)).toMatchObject({ required: true });
	}
	const entries = options().map(({ name }) => name);
	const own = (named(screen, 'options')?.options ?? []).map(({ name }) => name);
	expect(entries).toEqual(expect.arrayContaining([...own, 'outputField', 'replaceOutputField']));
});

test('holds no threshold and no value for safe by itself', () => {
	for (const name of Object.keys(RULES)) {
		const standard = name === 'requireSeverity' ? true : '';
		expect({ name, default: named(properties, name)?.default }).toEqual({
			name,
			default: standard,
		});
	}
});

test('says what is inferred, and what keeps everything from being clear', () => {
	expect(named(properties, 'reviewFromScore')?.description).toContain('inferred');
	const notices = properties.filter(({ type }) => type === 'notice');
	const shownFor = notices.map(({ displayOptions }) => displayOptions?.show);
	expect(shownFor).toEqual(
		expect.arrayContaining([
			{ reviewFromScore: [''] },
			{ clearSeverities: [''], requireSeverity: [true] },
		]),
	);
});

test('says first what it takes to pay behind it, and what opens it', () => {
	const [first] = properties;
	expect(first).toMatchObject({ type: 'notice' });
	expect(first?.displayOptions).toBeUndefined();
	expect(first?.displayName).toMatch(
		/clear may differ in a retry: .* pays, set Idempotency Key \(ext_id\) to Custom and give your payout's number\./,
	);
	expect(first?.displayName).toMatch(/Do not deactivate this node: .* through Clear/);
});

test('every name is there once', () => {
	const names = properties.map(({ name }) => name);
	expect(names).toEqual([...new Set(names)]);
});
