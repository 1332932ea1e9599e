/** Proves what stands under the node's name: what it does, and never a failure. */
import type { INodeParameters } from 'n8n-workflow';
import { PartnerSettlement } from '../../../../nodes/PartnerSettlement/PartnerSettlement.node';
import { OPERATIONS } from '../../../../nodes/PartnerSettlement/operations';
import { subtitleOf } from '../../support/subtitle-of';

const type = new PartnerSettlement();

const shown = (parameters: INodeParameters) => subtitleOf(type, parameters);

test.each<[string, INodeParameters]>([
	['Withdraw USDT (payout)', { resource: 'withdrawal', operation: 'create', amount: '25' }],
	['Issue a virtual card', { resource: 'card', operation: 'issue', svcProductId: '101' }],
])('%s', (text, parameters) => {
	expect(shown(parameters)).toBe(text);
});

test.each(OPERATIONS)('$resource $operation has one', ({ resource, operation }) => {
	expect(shown({ resource, operation })).toMatch(/^[A-Z][^{}]+$/);
});
