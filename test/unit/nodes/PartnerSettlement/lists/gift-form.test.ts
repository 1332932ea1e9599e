// Proves which form is made of what a gift offer asks for, whose shape is not shown (section 4.5).
import { formFields } from '../../../../../nodes/PartnerSettlement/lists/gift-form';

const EMAIL = { id: 'email', displayName: 'email', type: 'string', required: true };

test.each<[string, unknown, unknown]>([
	['names', ['email'], [EMAIL]],
	[
		'objects with a name',
		[
			{ name: 'email', label: 'Email', required: true },
			{ name: 'player', title: 'Player', type: 'integer', required: false },
			{ name: 'server', type: 'string', options: ['EU', 'US'] },
			{ name: 'agreed', type: 'boolean', optional: true },
		],
		[
			{ ...EMAIL, displayName: 'Email' },
			{ id: 'player', displayName: 'Player', type: 'number', required: false },
			{ ...EMAIL, id: 'server', displayName: 'server', type: 'options', options: [{}, {}] },
			{ id: 'agreed', displayName: 'agreed', type: 'boolean', required: false },
		],
	],
	[
		'a JSON schema',
		{ type: 'object', properties: { email: {}, note: {} }, required: ['email'] },
		[EMAIL, { ...EMAIL, id: 'note', displayName: 'note', required: false }],
	],
	['nothing', [], []],
])('%s', (_, asked, fields) => {
	expect(formFields(asked)).toMatchObject(fields as object);
});

test.each([
	...['email', null, undefined, [{ label: 'Email' }], ['email', {}], { type: 'object' }],
	...[{ email: 'string' }, { fields: ['email'] }],
])('%j is no form', (asked) => {
	expect(formFields(asked)).toBeUndefined();
});

// It has choices only if it is known what is sent for each.
test.each<[string, unknown[], object]>([
	['texts', ['EU', 'US'], { type: 'options', options: [{ value: 'EU' }, { value: 'US' }] }],
	['numbers', [5, 10], { type: 'options', options: [{ value: '5' }, { value: '10' }] }],
	['objects', [{ value: 'EU', label: 'Europe' }], { type: 'string' }],
	['nothing', [], { type: 'string' }],
])('choices that are %s', (_, options, field) => {
	expect(formFields([{ name: 'region', options }])).toMatchObject([{ id: 'region', ...field }]);
});
