// What the editor shows of the balance trigger.
import { PartnerSettlementBalanceTrigger } from '../../../../nodes/PartnerSettlementBalanceTrigger/PartnerSettlementBalanceTrigger.node';
import { subtitleOf, withoutExample } from '../../support/panel';

const type = new PartnerSettlementBalanceTrigger();

test('the threshold stands below the name', () => {
	expect(subtitleOf(type, { threshold: '500' })).toBe('Low balance under 500');
});

test('every text field that is empty has an example', () => {
	expect(withoutExample(type.description.properties)).toEqual([]);
});
