// What the editor says of the trigger, and that n8n evaluates no expression for a delivery.
import { type INodeParameters, NodeHelpers, nodeParametersAreStatic } from 'n8n-workflow';
import { PartnerSettlementTrigger } from '../../../../nodes/PartnerSettlementTrigger/PartnerSettlementTrigger.node';
import { subtitleOf, withoutExample } from '../../support/panel';

const { description } = new PartnerSettlementTrigger();

/** The text beside the node. */
function panelText(): string {
	const panel = description.triggerPanel;
	if (typeof panel !== 'object') throw new Error('There is no panel');
	return [panel.activationHint, panel.executionsHelp].map(String).join(' ');
}

function setUpNotice(): string {
	return description.properties.find(({ name }) => name === 'setUpNotice')?.displayName ?? '';
}

/** The steps that a text numbers, each without its markup. */
function steps(text: string): string[] {
	const plain = text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
	return plain.split(/(?=\bStep [1-9], )/).filter((part) => part.startsWith('Step '));
}

test.each([
	['the notice', () => setUpNotice()],
	['the panel', () => panelText()],
])('%s has three numbered steps: the secret, a try, and going live', (_, text) => {
	expect(steps(text())).toEqual([
		expect.stringMatching(/^Step 1, credential: .*Webhook Secret/),
		expect.stringMatching(/^Step 2, try it: .*Sample Event.*Execute step/),
		expect.stringMatching(/^Step 3, go live: .*Publish/),
	]);
});

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

test('it is a trigger that takes a POST, with the parameters of the interface', () => {
	const { properties, inputs, webhooks } = description;
	expect(inputs).toEqual([]);
	expect(webhooks).toMatchObject([{ httpMethod: 'POST', responseMode: 'onReceived' }]);
	const names = properties.filter(({ type }) => type !== 'notice').map(({ name }) => name);
	expect(names).toEqual(['events', 'setCallbackUrl', 'options']);
	const { options = [] } = properties.find(({ name }) => name === 'options') ?? {};
	const inside = options.map((entry) => entry.name);
	expect(inside).toEqual(['includeTestPing', 'maximumAge', 'sampleEvent', 'statuses']);
});

describe('Events', () => {
	const [events] = description.properties.filter(({ name }) => name === 'events');
	const options = (events?.options ?? []).filter((option) => 'value' in option);

	test('speak, sorted, and keep the values of the API', () => {
		expect(options.map(({ value, name }) => [value, name])).toEqual([
			['*', 'All Events'],
			['card_freeze.status_changed', 'Card Freeze Finished'],
			['card_issue.status_changed', 'Card Issue Finished'],
			['card_topup.status_changed', 'Card Top-Up Finished'],
			['esim_purchase.status_changed', 'eSIM Purchase Finished'],
			['esim_topup.status_changed', 'eSIM Top-Up Finished'],
			['gift_purchase.status_changed', 'Gift Card Purchase Finished'],
			['card.otp', 'One-Time Password Received'],
			// Choosing it does nothing, so it names the option that does.
			['test.ping', 'Test Ping'],
			['withdrawal.status_changed', 'Withdrawal Finished'],
		]);
	});
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

test('every text field that is empty has an example', () => {
	expect(withoutExample(description.properties)).toEqual([]);
});

test.each<[string, INodeParameters]>([
	['On any event', {}],
	['On any event', { events: ['*', 'card.otp'] }],
	[
		'On card topup, withdrawal',
		{ events: ['card_topup.status_changed', 'withdrawal.status_changed'] },
	],
])('"%s" stands below the name', (text, parameters) => {
	expect(subtitleOf(new PartnerSettlementTrigger(), parameters)).toBe(text);
});
