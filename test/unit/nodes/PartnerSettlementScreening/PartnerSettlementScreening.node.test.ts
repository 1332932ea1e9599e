// The gate is no tool, and has no thresholds or safe values of its own.
import type { INodeProperties } from 'n8n-workflow';
import { PartnerSettlementScreening } from '../../../../nodes/PartnerSettlementScreening/PartnerSettlementScreening.node';
import { RULES } from '../../../../nodes/PartnerSettlementScreening/rules';

const { description } = new PartnerSettlementScreening();
const { properties } = description;

test('is no tool: an agent would see nothing of an address that is blocked', () => {
	expect(description.usableAsTool).toBeUndefined();
});

test.each(['maximumPerItem', 'maxWait'])('%s says what the gate does', (wanted) => {
	const { options = [] } = properties.find(({ name }) => name === 'options') ?? {};
	expect(JSON.stringify(options.find(({ name }) => name === wanted))).toMatch('at the gate');
});

test('holds no threshold and no value for safe by itself', () => {
	const { options = [] } = properties.find(({ name }) => name === 'rules') ?? {};
	const more = options as INodeProperties[];
	for (const name of Object.keys(RULES)) {
		const standard = name === 'requireSeverity' ? true : '';
		const shown = [...properties, ...more].filter((property) => property.name === name);
		expect({ name, defaults: shown.map((one) => one.default) }).toEqual({
			name,
			defaults: [standard],
		});
	}
});
