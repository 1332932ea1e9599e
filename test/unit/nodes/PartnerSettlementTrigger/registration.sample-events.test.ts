// The sample events have the fields and values of the API document; one is sent to a test of the editor, whatever is chosen.
import type { IHookFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { registration, sampleEvent } from '../../../../nodes/PartnerSettlementTrigger/registration';
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
		expect(data.currency).toBe('USDT');
		// Section 2.2.
		expect(data.network).toBe('TRON');
		expect(data.amount).toMatch(/^-?\d+(\.\d+)?$/);
	});
});

/** What n8n sends to itself when a test begins in the editor. */
async function listen(options: Record<string, unknown>): Promise<IHttpRequestOptions[]> {
	jest.useFakeTimers();
	const sent: IHttpRequestOptions[] = [];
	const context: Partial<Record<keyof IHookFunctions, unknown>> = {
		getActivationMode: () => 'manual',
		getWorkflowSettings: () => ({}),
		getCredentials: () => Promise.resolve({ webhookSecret: 'secret' }),
		getNode: () => ({ name: 'Trigger', type: 'trigger' }),
		getNodeParameter: () => options,
		getNodeWebhookUrl: () => 'http://127.0.0.1/webhook-test/a',
		helpers: { httpRequest: (request: IHttpRequestOptions) => Promise.resolve(sent.push(request)) },
	};
	await registration.create.call(context as unknown as IHookFunctions);
	jest.runAllTimers();
	jest.useRealTimers();
	return sent;
}

test.each(EVENT_TYPES)('a sample of %s is sent, signed', async (type) => {
	const [request] = await listen({ sampleEvent: type, statuses: 'failed' });
	expect(request).toMatchObject({
		url: 'http://127.0.0.1/webhook-test/a',
		headers: { 'x-svc-signature': expect.stringMatching(/^[0-9a-f]{64}$/) as string },
	});
	expect(readEvent(Buffer.from(request?.body as string))).toMatchObject({ event: type });
});

test.each([{}, { sampleEvent: 'refund.created' }])('with %j nothing is sent', async (options) => {
	expect(await listen(options)).toEqual([]);
});
