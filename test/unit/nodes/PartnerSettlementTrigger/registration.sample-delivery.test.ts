// Sample Event: what is sent to a test of the editor, whatever events are chosen.
import type { IHookFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { registration } from '../../../../nodes/PartnerSettlementTrigger/registration';
import { EVENT_TYPES, readEvent } from '../../../../partner-api';

beforeEach(() => {
	jest.useFakeTimers();
});

afterEach(() => {
	jest.useRealTimers();
});

/** What n8n sends to itself when a test begins in the editor. */
async function listen(options: Record<string, unknown>): Promise<IHttpRequestOptions[]> {
	const sent: IHttpRequestOptions[] = [];
	const context: Partial<Record<keyof IHookFunctions, unknown>> = {
		getActivationMode: () => 'manual',
		getWorkflowSettings: () => ({}),
		getCredentials: () => Promise.resolve({ webhookSecret: 'secret' }),
		getNode: () => ({ name: 'Trigger', type: 'trigger' }),
		getNodeParameter: () => options,
		getNodeWebhookUrl: () => 'http://127.0.0.1/webhook-test/a',
		helpers: {
			httpRequest: (request: IHttpRequestOptions) => Promise.resolve(sent.push(request)),
		},
	};
	await registration.create.call(context as unknown as IHookFunctions);
	jest.runAllTimers();
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
