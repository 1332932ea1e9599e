import { waitUntil } from '../../../dev/stack/wait-until';
import { custom, MASK, run } from '../support/operation-runner';

export function cards(): void {
	describe('cards', () => {
		let cardId: string;

		test('Card Product: Get Many', async () => {
			const { items, request } = await run('cardProduct', 'getAll', { returnAll: true });
			expect(request).toEqual({ call: 'POST /core/api/partner/card_products', body: {} });
			expect(items.length).toBeGreaterThan(1);
			expect(items[0]).toHaveProperty('svc_product_id');
			const limited = await run('cardProduct', 'getAll', { limit: 1 });
			expect(limited.items).toEqual([items[0]]);
		});

		test('Card: Issue', async () => {
			const products = await run('cardProduct', 'getAll');
			const { first, request } = await run('card', 'issue', {
				svcProductId: String(products.first.svc_product_id),
				additionalFields: { email: 'a@example.com', firstName: 'Ada', birthDate: '1990-01-31' },
				...custom('card-1'),
			});
			expect(request).toEqual({
				call: 'POST /core/api/pin/create_card',
				body: {
					svc_product_id: products.first.svc_product_id,
					email: 'a@example.com',
					first_name: 'Ada',
					birth_date: '1990-01-31',
					ext_id: 'card-1',
				},
			});
			expect(first).toMatchObject({ ext_id: 'card-1' });
			cardId = String(first.card_id);
			// The order settles at the sandbox's next tick.
			await waitUntil('the card is active', async () => {
				const { first: card } = await run('card', 'get', { cardId });
				return card.status === 'active' || undefined;
			});
		});

		test('Card: Get Many', async () => {
			const { items, request } = await run('card', 'getAll');
			expect(request).toEqual({ call: 'POST /core/api/cards', body: {} });
			expect(items.map((card) => card.card_id)).toContain(cardId);
		});

		test('Card: Get, secrets masked', async () => {
			const { first, request } = await run('card', 'get', { cardId });
			expect(request).toEqual({ call: `GET /gw/partner/cards/${cardId}`, body: undefined });
			expect(first).toMatchObject({ card_id: cardId, cvv: MASK, card_encrypted: MASK });
			expect(first.pan).toMatch(/^••••••••\d{4}$/);
			expect(first).not.toHaveProperty('card_decrypted');
		});

		test('Card: Get, secrets revealed and decrypted', async () => {
			const { first } = await run('card', 'get', { cardId, revealSecrets: true });
			expect(first.pan).toMatch(/^\d{16}$/);
			expect(first.card_decrypted).toMatchObject({ pan: first.pan, cvv: first.cvv });
		});

		test('Card: Get Billing Address', async () => {
			const { first, request } = await run('card', 'getBillingAddress', { cardId });
			expect(request).toEqual({
				call: 'POST /core/api/partner/card_billing_address',
				body: { card_id: cardId },
			});
			expect(first).toHaveProperty('billing_address');
		});

		test('Card: Top Up', async () => {
			const { request } = await run('card', 'topUp', {
				cardId,
				amount: '2.50',
				...custom('topup-1'),
			});
			expect(request).toEqual({
				call: 'POST /core/api/partner/card_topup',
				body: { card_id: cardId, amount: '2.50', ext_id: 'topup-1' },
			});
		});

		test('Card: Freeze', async () => {
			const { request } = await run('card', 'freeze', { cardId, ...custom('freeze-1') });
			expect(request).toEqual({
				call: 'POST /core/api/partner/card_freeze',
				body: { card_id: cardId, ext_id: 'freeze-1' },
			});
		});
	});
}
