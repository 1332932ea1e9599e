// What the editor says of the callback URL, and that n8n evaluates no expression for a delivery.
import { NodeHelpers, nodeParametersAreStatic } from 'n8n-workflow';
import { PartnerSettlementTrigger } from '../../../../nodes/PartnerSettlementTrigger/PartnerSettlementTrigger.node';

const { description } = new PartnerSettlementTrigger();

test('setting the callback URL is off by itself, and says that others stop receiving', () => {
	const [property] = description.properties.filter(({ name }) => name === 'setCallbackUrl');
	expect(property).toMatchObject({ type: 'boolean', default: false, noDataExpression: true });
	expect(property?.hint).toMatch(
		/one callback URL\. Workflows at any other URL stop getting its events/,
	);
});

test('the webhook is described without expressions: n8n would evaluate them for each delivery', () => {
	const values = (description.webhooks ?? []).flatMap((webhook) => Object.values(webhook));
	expect(values.length).toBeGreaterThan(0);
	expect(values.filter((value) => String(value).startsWith('='))).toEqual([]);
});

test('no parameter is an expression by default: n8n evaluates none for a delivery, as for a node of version 1', () => {
	const { properties } = description;
	const node = {
		...{ id: 'node', name: 'Trigger', type: 'partnerSettlementTrigger', typeVersion: 1.1 },
		position: [0, 0] as [number, number],
	};
	expect(description.version).toBe(node.typeVersion);
	const parameters =
		NodeHelpers.getNodeParameters(properties, {}, true, false, node, description) ?? {};
	expect(parameters).toHaveProperty('events');
	expect(nodeParametersAreStatic({ ...node, parameters })).toBe(true);
});
