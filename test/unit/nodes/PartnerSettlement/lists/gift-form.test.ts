// A field of a gift offer has choices only where it is known what is sent for each.
import { formFields } from '../../../../../nodes/PartnerSettlement/lists/gift-form';

test.each<[string, unknown[], object]>([
	['texts', ['EU', 'US'], { type: 'options', options: [{ value: 'EU' }, { value: 'US' }] }],
	['numbers', [5, 10], { type: 'options', options: [{ value: '5' }, { value: '10' }] }],
	['objects', [{ value: 'EU', label: 'Europe' }], { type: 'string' }],
	['nothing', [], { type: 'string' }],
])('choices that are %s', (_, options, field) => {
	expect(formFields([{ name: 'region', options }])).toMatchObject([{ id: 'region', ...field }]);
});
