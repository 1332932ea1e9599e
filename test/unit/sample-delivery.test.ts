// Sample Event: what is sent to a test of the editor, and the errors for samples that would be dropped.
import type { IHookFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { registration } from '../../nodes/PartnerSettlementTrigger/registration';
import { isSelected, readSelection } from '../../nodes/PartnerSettlementTrigger/select';
import { EVENT_TYPES, readEvent } from '../../partner-api';

const CARD = 'card_issue.status_changed';

beforeEach(() => {
	jest.useFakeTimers();
});

afterEach(() => {
	jest.useRealTimers();
});

/** "Listen for test event" in the editor; gives the sample that was sent, and whether the trigger starts a run for it. */
async function listen(events: unknown, options: Record<string, unknown>) {
	const sent: IHttpRequestOptions[] = [];
	const parameters: Record<string, unknown> = { events, options };
	const context: Partial<Record<keyof IHookFunctions, unknown>> = {
		getActivationMode: () => 'manual',
		getCredentials: () => Promise.resolve({ webhookSecret: 'secret' }),
		getNode: () => ({ name: 'Trigger', type: 'trigger' }),
		getNodeParameter: (name: string) => parameters[name],
		getNodeWebhookUrl: () => 'http://127.0.0.1/webhook-test/a',
		helpers: {
			httpRequest: (request: IHttpRequestOptions) => Promise.resolve(sent.push(request)),
		},
	};
	const hook = context as unknown as IHookFunctions;
	await registration.create.call(hook);
	jest.runAllTimers();
	const [request] = sent;
	const event = request && readEvent(Buffer.from(request.body as string));
	return event && { type: event.event, runs: isSelected(event, readSelection(hook), Date.now()) };
}

test.each([
	[CARD, [CARD], {}],
	[CARD, ['*'], { statuses: 'failed, Completed', maximumAge: 0.5 }],
	['test.ping', [CARD], { includeTestPing: true, statuses: 'failed' }],
])('a sample of %s that passes %j with %j is sent', async (type, events, options) => {
	const sample = await listen(events, { ...options, sampleEvent: type });
	expect(sample).toEqual({ type, runs: true });
});

test.each([
	[['withdrawal.status_changed', CARD], CARD],
	[['withdrawal.status_changed'], 'withdrawal.status_changed'],
	[['*'], CARD],
])('the first one of %j is %s', async (events, type) => {
	expect(await listen(events, { sampleEvent: 'first' })).toEqual({ type, runs: true });
});

test('without Sample Event nothing is sent, whatever is chosen', async () => {
	expect(await listen([CARD], { statuses: 'failed' })).toBeUndefined();
});

describe('a sample that the trigger would drop is not waited for: the error says', () => {
	test.each([
		[CARD, 'Card Issue Finished', ['test.ping'], {}, 'Events', /Add its type to Events/],
		[
			CARD,
			'Card Issue Finished',
			['*'],
			{ statuses: 'failed' },
			'Statuses',
			/status "completed".*Statuses/,
		],
		[
			'test.ping',
			'Test Ping',
			['*', 'test.ping'],
			{},
			'Include Test Ping',
			/turn on Include Test Ping/,
		],
	])(
		'of %s, "%s", with %j and %j names %s',
		async (type, name, events, options, filter, advice) => {
			await expect(listen(events, { ...options, sampleEvent: type })).rejects.toMatchObject({
				message: `Sample Event: "${name}" does not start the workflow, because of ${filter}`,
				description: expect.stringMatching(advice) as string,
			});
		},
	);

	test('what cannot be read', async () => {
		await expect(listen([], { sampleEvent: CARD })).rejects.toThrow('Events is empty');
	});
});

test('every type of the API can be sampled', async () => {
	for (const type of EVENT_TYPES) {
		const sample = await listen(['*'], { sampleEvent: type, includeTestPing: true });
		expect(sample).toEqual({ type, runs: true });
	}
});
