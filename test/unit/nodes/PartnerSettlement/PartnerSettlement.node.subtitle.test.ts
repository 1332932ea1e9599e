/** Proves what stands under the node's name: what it does, how much and for whom where that is typed, and never a failure. */
import type { INodeParameters } from 'n8n-workflow';
import { PartnerSettlement } from '../../../../nodes/PartnerSettlement/PartnerSettlement.node';
import { OPERATIONS } from '../../../../nodes/PartnerSettlement/operations';
import { subtitleOf } from '../../support/subtitle-of';

const type = new PartnerSettlement();

const shown = (parameters: INodeParameters) => subtitleOf(type, parameters);

test.each<[string, INodeParameters]>([
	['Withdraw 25 USDT', { resource: 'withdrawal', operation: 'create', amount: '25' }],
	['Withdraw some USDT', { resource: 'withdrawal', operation: 'create', amount: '={{ $json.a }}' }],
	['Withdraw some USDT', { resource: 'withdrawal', operation: 'create' }],
	[
		'Screen 0x52908400…',
		{ resource: 'kyt', operation: 'screen', address: `0x52908400${'0'.repeat(32)}` },
	],
	['Screen an address', { resource: 'kyt', operation: 'screen', address: '={{ $json.address }}' }],
	['Issue a card', { resource: 'card', operation: 'issue', svcProductId: '101' }],
	['Buy an eSIM', { resource: 'esim', operation: 'purchase', offerId: '={{ $json.offer }}' }],
])('%s', (text, parameters) => {
	expect(shown(parameters)).toBe(text);
});

test.each(OPERATIONS)('$resource $operation has one', ({ resource, operation }) => {
	expect(shown({ resource, operation })).toMatch(/^[A-Z][^{}]+$/);
});
