import { NodeHelpers, nodeParametersAreStatic } from 'n8n-workflow';
import { PartnerSettlementTrigger } from '../../nodes/PartnerSettlementTrigger/PartnerSettlementTrigger.node';

const { description } = new PartnerSettlementTrigger();

/** A node as the editor makes it. */
const added = {
	id: 'node',
	name: 'Trigger',
	type: 'partnerSettlementTrigger',
	typeVersion: description.defaultVersion ?? 1,
	position: [0, 0] as [number, number],
	parameters: {},
};

test("n8n evaluates no expression for a new node's deliveries, as it does for version 1", () => {
	expect(added.typeVersion).toBeGreaterThan(1);
	expect(description.version).toContain(added.typeVersion);
});

test('workflows with version 1 go on working', () => {
	expect(description.version).toContain(1);
});

test('no parameter is an expression by default', () => {
	const { properties } = description;
	const parameters =
		NodeHelpers.getNodeParameters(properties, {}, true, false, added, description) ?? {};
	expect(parameters).toHaveProperty('events');
	expect(nodeParametersAreStatic({ ...added, parameters })).toBe(true);
});
