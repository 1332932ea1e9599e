import { waitUntil } from '../../../dev/stack/wait-until';
import { custom, MASK, run } from '../support/operation-runner';

export function giftCards(): void {
	describe('gift cards', () => {
		let offerId: string;
		let purchaseId: string;

		test('Gift Offer: Get Many', async () => {
			const { first, request } = await run('giftOffer', 'getAll');
			expect(request).toEqual({ call: 'POST /core/api/partner/gift_offers', body: {} });
			offerId = String(first.offer_id);
		});

		test('Gift Offer: Search', async () => {
			const { request } = await run('giftOffer', 'search', { query: 'game' });
			expect(request).toEqual({ call: 'POST /core/api/offers', body: { query: 'game' } });
		});

		test('Gift Card: Purchase', async () => {
			const { first, request } = await run('giftCard', 'purchase', {
				offerId,
				additionalFields: { requiredFields: '{ "email": "a@example.com" }' },
				...custom('gift-1'),
			});
			expect(request).toEqual({
				call: 'POST /core/api/purchase',
				body: { offer_id: offerId, required_fields: { email: 'a@example.com' }, ext_id: 'gift-1' },
			});
			purchaseId = String(first.purchase_id);
		});

		test('Gift Card: Get', async () => {
			await waitUntil('the order has settled', async () => {
				const { first, request } = await run('giftCard', 'get', { purchaseId });
				expect(request.call).toBe(`GET /gw/partner/gift-cards/${purchaseId}`);
				return first.epin === MASK || undefined;
			});
			const { first } = await run('giftCard', 'get', { purchaseId, revealSecrets: true });
			expect(first.epin).not.toBe(MASK);
			expect(first.epin).toEqual(expect.any(String));
		});
	});
}
