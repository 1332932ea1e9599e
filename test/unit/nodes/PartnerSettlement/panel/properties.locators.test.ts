/** Proves that whatever is in a list can be chosen from it or typed, and that the panel's methods are there. */
import { PartnerSettlement } from '../../../../../nodes/PartnerSettlement/PartnerSettlement.node';
import { withMembers } from '../../../support/panel';

const { description, methods } = new PartnerSettlement();

const all = description.properties.flatMap(withMembers);
const locators = all.filter(({ type }) => type === 'resourceLocator');

test('what has a list is chosen, wherever it is asked for', () => {
	const names = ['svcProductId', 'cardId', 'offerId', 'esimId', 'planId', 'purchaseId'];
	const asked = all.filter(({ name }) => names.includes(name));
	expect(new Set(asked.map(({ name }) => name))).toEqual(new Set(names));
	expect(asked).toEqual(locators);
});

test.each(locators.map((one) => [one.name, one]))('%s is chosen or typed', (_, { modes = [] }) => {
	expect(modes.map(({ name }) => name)).toEqual(['list', 'id']);
	const { searchListMethod = '', searchable } = modes[0]?.typeOptions ?? {};
	expect(Object.keys(methods.listSearch)).toContain(searchListMethod);
	expect(searchable).toBe(true);
});

test('each list and each form of the node is shown somewhere', () => {
	const shown = locators.map(({ modes = [] }) => modes[0]?.typeOptions?.searchListMethod);
	expect(new Set(shown)).toEqual(new Set(Object.keys(methods.listSearch)));
	const forms = all.flatMap(({ typeOptions }) => typeOptions?.resourceMapper ?? []);
	expect(forms.map(({ resourceMapperMethod }) => resourceMapperMethod)).toEqual(
		Object.keys(methods.resourceMapping),
	);
});
