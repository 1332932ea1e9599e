import { run } from '../support/operation-runner';

export function records(): void {
	test('Document: Get', async () => {
		const { request } = await run('document', 'get', { extId: 'gift-1' });
		expect(request).toEqual({
			call: 'POST /core/api/partner/document_get',
			body: { ext_id: 'gift-1' },
		});
	});

	test('Ledger: Get Many', async () => {
		const { items, request } = await run('ledger', 'getAll', {
			additionalFields: { from: '2026-01-01T00:00:00Z' },
		});
		expect(request).toEqual({
			call: 'POST /core/api/partner/reconciliation_ledger',
			body: { from: '2026-01-01T00:00:00Z' },
		});
		expect(items.length).toBeGreaterThan(3);
	});

	test('Batch: Create', async () => {
		const offers = await run('giftOffer', 'getAll');
		const order = { offer_id: offers.first.offer_id };
		const { items, request } = await run('batch', 'create', {
			items: JSON.stringify(
				['first', 'second'].map((extId) => ({ body: { ...order, ext_id: extId } })),
			),
		});
		expect(request).toEqual({
			call: 'POST /gw/partner/batch',
			body: {
				items: ['first', 'second'].map((extId) => ({ body: { ...order, ext_id: extId } })),
			},
		});
		expect(items.map(({ index, ext_id }) => ({ index, ext_id }))).toEqual([
			{ index: 0, ext_id: 'first' },
			{ index: 1, ext_id: 'second' },
		]);
	});
}
