/** What the editor shows of the gate: it has no thresholds or safe values of its own, and says what opens it. */
import { type INodeParameters, type INodeProperties, NodeHelpers } from 'n8n-workflow';
import { PartnerSettlementScreening } from '../../../../nodes/PartnerSettlementScreening/PartnerSettlementScreening.node';
import { RULES } from '../../../../nodes/PartnerSettlementScreening/rules';
import { withoutExample } from '../../support/panel';

const { description } = new PartnerSettlementScreening();
const { properties } = description;

function named(list: readonly INodeProperties[] = [], name: string): INodeProperties | undefined {
	return list.find((property) => property.name === name);
}

function optionsIn(list: readonly INodeProperties[], name: string): INodeProperties[] {
	return (named(list, name)?.options ?? []) as INodeProperties[];
}

function options(): INodeProperties[] {
	return optionsIn(properties, 'options');
}

test('has the outputs of the interface, in their order', () => {
	expect(description.outputs).toEqual(['main', 'main', 'main', 'main']);
	expect(description.outputNames).toEqual(['Clear', 'Review', 'Block', 'Unresolved']);
});

test('is no tool: an agent would see nothing of an address that is blocked', () => {
	expect(description.usableAsTool).toBeUndefined();
});

test('holds no threshold and no value for safe by itself', () => {
	const more = optionsIn(properties, 'rules');
	for (const name of Object.keys(RULES)) {
		const standard = name === 'requireSeverity' ? true : '';
		const shown = [...properties, ...more].filter((property) => property.name === name);
		expect({ name, defaults: shown.map((one) => one.default) }).toEqual({
			name,
			defaults: [standard],
		});
	}
});

/** What the panel shows of a gate with these parameters. */
function shown(set: INodeParameters = {}): INodeProperties[] {
	const node = { typeVersion: 1 };
	const all = NodeHelpers.getNodeParameters(properties, set, true, false, node, description);
	const values = { ...all, ...set };
	return properties.filter((property) =>
		NodeHelpers.displayParameter(values, property, node, description, values),
	);
}

const names = (list: INodeProperties[]) => list.map(({ name }) => name);
const fields = (list: INodeProperties[]) =>
	names(list.filter(({ type }) => type !== 'notice' && type !== 'collection'));

const FIRST_FIVE = ['network', 'address', 'reviewFromScore', 'blockFromScore', 'clearSeverities'];

test('opens with five fields; the other rules are one collection', () => {
	const opened = shown();
	expect(names(opened).slice(0, 5)).toEqual(FIRST_FIVE);
	expect(fields(opened)).toEqual(FIRST_FIVE);
	expect(named(opened, 'rules')).toMatchObject({ displayName: 'More Rules', type: 'collection' });
	const more = optionsIn(opened, 'rules').map(({ name }) => name);
	expect([...FIRST_FIVE.slice(2), ...more].sort()).toEqual(Object.keys(RULES).sort());
	// Each has one place.
	expect(names([...properties, ...options()]).filter((name) => more.includes(name))).toEqual([]);
	expect(names(options()).filter((name) => FIRST_FIVE.includes(name))).toEqual([]);
});

test('a hint says that each screening is paid, and that it must not be deactivated', () => {
	const [hint] = new PartnerSettlementScreening().description.hints ?? [];
	expect(hint?.whenToDisplay).toBe('beforeExecution');
	expect(hint?.message).toMatch(/Each new screening costs money/);
	expect(hint?.message).toMatch(/Do not deactivate this node: .* through Clear/);
});

test('every text field that is empty has an example, but those that only your rules can fill', () => {
	const ofRules = ['reviewFromScore', 'blockFromScore', 'clearSeverities', 'clearCategories'];
	expect(withoutExample(properties)).toEqual(ofRules);
	for (const name of ofRules) {
		const field = named(properties, name) ?? named(optionsIn(properties, 'rules'), name);
		expect(field?.placeholder).toBe('As your compliance rules require');
	}
});
