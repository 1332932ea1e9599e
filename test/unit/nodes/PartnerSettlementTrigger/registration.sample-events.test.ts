// The sample events have the fields and values of the API document.
import { sampleEvent } from '../../../../nodes/PartnerSettlementTrigger/registration';
import { EVENT_TYPES, readEvent } from '../../../../partner-api/webhook/event';

const NOW = new Date('2026-02-03T04:05:06.789Z');
/** Section 6.4; the payload of a card.otp is not shown, and the secret it is mentioned for is made up. */
const FIELDS = new Set(
	'ext_id status document_status ref_id order_id card_id http_status error message amount currency network to_address offer_id otp'.split(
		' ',
	),
);

describe.each(EVENT_TYPES)('the sample of %s', (type) => {
	const event = sampleEvent(type, NOW);
	const { data } = event;

	test('is an event as a delivery brings it', () => {
		expect(readEvent(Buffer.from(JSON.stringify(event)))).toEqual(event);
		expect(event).toMatchObject({ event: type, occurred_at: '2026-02-03T04:05:06.789Z' });
		expect(sampleEvent(type, NOW).event_id).not.toBe(event.event_id);
	});

	test('has the fields that the document lists, and no others', () => {
		expect(Object.keys(data).filter((name) => !FIELDS.has(name))).toEqual([]);
		expect(Object.values(data).filter((value) => typeof value !== 'string')).toEqual([]);
	});

	test('speaks as the document does', () => {
		// Section 3.3: what the webhook example shows.
		expect(data).toMatchObject({ status: 'completed', document_status: 'done' });
		expect(data.currency ?? 'USDT').toBe('USDT');
		// Section 2.2.
		expect(data.network ?? 'TRON').toBe('TRON');
		expect(data.amount ?? '0').toMatch(/^-?\d+(\.\d+)?$/);
	});
});

test('a withdrawal tells where it went', () => {
	expect(sampleEvent('withdrawal.status_changed', NOW).data).toMatchObject({
		network: 'TRON',
		to_address: expect.any(String) as string,
	});
});
