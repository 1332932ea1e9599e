import { PartnerSettlementTrigger } from '../../nodes/PartnerSettlementTrigger/PartnerSettlementTrigger.node';

const { description } = new PartnerSettlementTrigger();

/** The text an operator reads in this state of the workflow. */
function panelText(state: 'active' | 'inactive'): string {
	const panel = description.triggerPanel;
	if (typeof panel !== 'object') throw new Error('There is no panel');
	const parts = [panel.activationHint, panel.executionsHelp];
	return parts.map((part) => (typeof part === 'object' ? part[state] : '')).join(' ');
}

test.each(['active', 'inactive'] as const)(
	'the panel of a workflow that is %s tells where the URL goes and which secret counts',
	(state) => {
		expect(panelText(state)).toMatch(/Production URL.*callback URL.*Webhook: Set URL/);
		expect(panelText(state)).toMatch(/Webhook Secret of the credential/);
		expect(panelText(state)).toMatch(/Sample Event/);
	},
);

test('n8n says what it waits for, and what to do once it is live', () => {
	expect(description.eventTriggerDescription).toMatch(/signed event/);
	expect(description.activationMessage).toMatch(/Production URL.*callback URL.*Webhook: Set URL/);
});

test('the webhook is described without expressions: n8n would evaluate them for each delivery', () => {
	const values = (description.webhooks ?? []).flatMap((webhook) => Object.values(webhook));
	expect(values.length).toBeGreaterThan(0);
	expect(values.filter((value) => String(value).startsWith('='))).toEqual([]);
});
