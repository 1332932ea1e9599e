// What is filled into the form of a gift card is read once, so that what was checked is what is sent.
import { giftCardPurchase } from '../../../../../../nodes/PartnerSettlement/operations/giftCard/purchase';

test('a value that changes by itself is read once, and an empty field is none', () => {
	let reads = 0;
	const form = giftCardPurchase.fields.find(({ parameter }) => parameter === 'requiredFieldsForm');
	const read = form?.read({ sum: { toJSON: () => (reads += 1) }, note: '' });
	expect(JSON.stringify([read, read])).toBe('[{"sum":1},{"sum":1}]');
});
