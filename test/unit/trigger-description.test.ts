// What the editor says of the trigger, and that n8n evaluates no expression for a delivery.
import { NodeHelpers, nodeParametersAreStatic } from 'n8n-workflow';
import { PartnerSettlementTrigger } from '../../nodes/PartnerSettlementTrigger/PartnerSettlementTrigger.node';

const { description } = new PartnerSettlementTrigger();

/** The text an operator reads in this state of the workflow. */
function panelText(state: 'active' | 'inactive'): string {
	const panel = description.triggerPanel;
	if (typeof panel !== 'object') throw new Error('There is no panel');
	const parts = [panel.activationHint, panel.executionsHelp];
	return parts.map((part) => (typeof part === 'object' ? part[state] : '')).join(' ');
}

function setUpNotice(): string {
	return description.properties.find(({ name }) => name === 'setUpNotice')?.displayName ?? '';
}

test.each(['active', 'inactive'] as const)(
	'the panel of a workflow that is %s tells where the URL goes and which secret counts',
	(state) => {
		expect(panelText(state)).toMatch(/Production URL.*callback URL.*Webhook: Set URL/);
		expect(panelText(state)).toMatch(/Webhook Secret of the credential/);
		expect(panelText(state)).toMatch(/Sample Event/);
	},
);

test('the URL is to be set once the workflow is published, for before that it takes no event', () => {
	const panel = description.triggerPanel;
	const texts = typeof panel === 'object' ? [panel.activationHint, panel.executionsHelp] : [];
	const read = texts.map((text) => (typeof text === 'object' ? text.inactive : ''));
	for (const text of [...read, setUpNotice()]) {
		expect(text).toMatch(/publish.*set.*Production URL|publish.*Production URL.*set/);
		expect(text).not.toMatch(/now or/);
	}
});

test('who sets it earlier, to come by a first secret, is told that events may be lost until then', () => {
	const loss = /then publish\. Events until then may be lost/;
	expect(panelText('inactive')).toMatch(loss);
	expect(setUpNotice()).toMatch(loss);
});

test('who has no secret yet is told where the first one comes from, in the order that works', () => {
	const steps = /Webhook: Set URL.*Webhook: Rotate Secret with Reveal Secrets on.*publish/;
	expect(panelText('inactive')).toMatch(steps);
	expect(setUpNotice()).toMatch(steps);
});

test('n8n says what it waits for, and what to do once it is live', () => {
	expect(description.eventTriggerDescription).toMatch(/signed event/);
	expect(description.activationMessage).toMatch(/Production URL.*callback URL.*Webhook: Set URL/);
});

test('the webhook is described without expressions: n8n would evaluate them for each delivery', () => {
	const values = (description.webhooks ?? []).flatMap((webhook) => Object.values(webhook));
	expect(values.length).toBeGreaterThan(0);
	expect(values.filter((value) => String(value).startsWith('='))).toEqual([]);
});

test('in Events, the one type that it does not choose names the option that does, and keeps its value', () => {
	const [events] = description.properties.filter(({ name }) => name === 'events');
	const ping = events?.options?.find((option) => 'value' in option && option.value === 'test.ping');
	expect(ping?.name).toBe('test.ping (see Include Test Ping)');
});

/** A node as the editor makes it. */
const added = {
	id: 'node',
	name: 'Trigger',
	type: 'partnerSettlementTrigger',
	typeVersion: 1.1,
	position: [0, 0] as [number, number],
	parameters: {},
};

test('n8n evaluates no expression for a delivery, as it does for a node of version 1', () => {
	expect(description.version).toBe(added.typeVersion);
});

test('no parameter is an expression by default', () => {
	const { properties } = description;
	const parameters =
		NodeHelpers.getNodeParameters(properties, {}, true, false, added, description) ?? {};
	expect(parameters).toHaveProperty('events');
	expect(nodeParametersAreStatic({ ...added, parameters })).toBe(true);
});
