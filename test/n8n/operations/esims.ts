import { waitUntil } from '../../../dev/stack/wait-until';
import { custom, MASK, run } from '../support/operation-runner';

export function esims(): void {
	describe('eSIMs', () => {
		let offerId: string;
		let esimId: string;

		test('eSIM Offer: Get Many', async () => {
			const { first, request } = await run('esimOffer', 'getAll');
			expect(request).toEqual({ call: 'POST /core/api/partner/esim_offers', body: {} });
			offerId = String(first.offer_id);
		});

		test('eSIM: Purchase', async () => {
			const { first, request } = await run('esim', 'purchase', { offerId, ...custom('esim-1') });
			expect(request).toEqual({
				call: 'POST /gw/partner/esims',
				body: { offer_id: offerId, ext_id: 'esim-1' },
			});
			esimId = String(first.esim_id);

			const several = await run('esim', 'purchase', {
				offerId,
				additionalFields: { quantity: 2 },
				...custom('esim-2'),
			});
			expect(several.request.body).toEqual({ offer_id: offerId, quantity: 2, ext_id: 'esim-2' });
			expect(several.first.items).toHaveLength(2);
		});

		test('eSIM: Get', async () => {
			await waitUntil('the order has settled', async () => {
				const { first, request } = await run('esim', 'get', { esimId });
				expect(request.call).toBe(`GET /gw/partner/esims/${esimId}`);
				return (first.activation as { lpa?: string }).lpa === MASK || undefined;
			});
			const { first } = await run('esim', 'get', { esimId, revealSecrets: true });
			expect(first.activation).toMatchObject({ lpa: expect.stringContaining('LPA:') as string });
		});

		test('eSIM: Top Up', async () => {
			const { request } = await run('esim', 'topUp', {
				esimId,
				offerId,
				...custom('esim-topup-1'),
			});
			expect(request).toEqual({
				call: `POST /gw/partner/esims/${esimId}/topups`,
				body: { offer_id: offerId, ext_id: 'esim-topup-1' },
			});
		});

		test('eSIM: Purchase Plan', async () => {
			const { request } = await run('esim', 'purchasePlan', {
				planId: offerId,
				...custom('plan-1'),
			});
			expect(request).toEqual({
				call: 'POST /core/api/esim/new_plan5',
				body: { plan_id: offerId, ext_id: 'plan-1' },
			});
		});
	});
}
