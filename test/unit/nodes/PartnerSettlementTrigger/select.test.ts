// Which events start a run, by type, status and age; and how expressions choose them.
import { randomUUID } from 'node:crypto';
import type { IWebhookFunctions } from 'n8n-workflow';
import {
	isSelected,
	readSelection,
	type Selection,
} from '../../../../nodes/PartnerSettlementTrigger/select';
import { EVENT_TYPES, type WebhookEvent } from '../../../../partner-api';

const NOW = Date.parse('2026-01-31T12:00:00Z');
const ALL: Selection = { events: ['*'], statuses: [], includeTestPing: false, maximumAge: 0 };

function event(name: string, status?: string, occurredAt = '2026-01-31T12:00:00Z'): WebhookEvent {
	return { event_id: randomUUID(), event: name, occurred_at: occurredAt, data: { status } };
}

function selected(given: WebhookEvent, change: Partial<Selection>): boolean {
	return isSelected(given, { ...ALL, ...change }, NOW);
}

describe('events', () => {
	test.each(EVENT_TYPES.filter((name) => name !== 'test.ping'))('%s', (name) => {
		expect(selected(event(name), {})).toBe(true);
		expect(selected(event(name), { events: [name] })).toBe(true);
		const others = EVENT_TYPES.filter((other) => other !== name);
		expect(selected(event(name), { events: others })).toBe(false);
	});

	test('a type added later comes with all events only', () => {
		expect(selected(event('refund.created'), {})).toBe(true);
		expect(selected(event('refund.created'), { events: [...EVENT_TYPES] })).toBe(false);
	});

	test('none chosen: nothing starts a run', () => {
		expect(selected(event('card.otp'), { events: [] })).toBe(false);
	});
});

test('test.ping starts no run unless it is asked for', () => {
	expect(selected(event('test.ping'), {})).toBe(false);
	expect(selected(event('test.ping'), { includeTestPing: true })).toBe(true);
});

describe('statuses', () => {
	const failedOnly = { statuses: ['failed', 'cancelled'] };

	test.each([
		['failed', 'FAILED'],
		['Failed', 'failed'],
	])('%s is chosen by %s: how they are written is not shown', (status, chosen) => {
		expect(selected(event('withdrawal.status_changed', status), { statuses: [chosen] })).toBe(true);
	});

	test.each([{}, { status: null }])('an event without a status (%j) is not dropped', (data) => {
		expect(selected({ ...event('card.otp'), data }, failedOnly)).toBe(true);
		expect(selected({ ...event('refund.created'), data }, failedOnly)).toBe(true);
		expect(selected({ ...event('withdrawal.status_changed'), data }, failedOnly)).toBe(true);
	});

	test.each<[string | undefined, boolean]>([
		['cancelled', true],
		['completed', false],
		['fail', false],
		['', false],
	])('%s', (status, expected) => {
		expect(selected(event('withdrawal.status_changed', status), failedOnly)).toBe(expected);
	});

	test.each([[[]], [''], ['failed'], [7], [false], [[{ status: 'completed' }]]])(
		'an event whose data (%j) cannot be read is not dropped',
		(data) => {
			expect(selected({ ...event('withdrawal.status_changed'), data }, failedOnly)).toBe(true);
		},
	);
});

describe('maximum age in seconds', () => {
	test.each<[string, number, boolean]>([
		['2026-01-31T11:59:00Z', 60, true],
		['2026-01-31T11:58:59Z', 60, false],
		['2026-01-31T12:59:00+01:00', 60, true],
		['2026-01-31T12:00:30Z', 60, true],
		['2020-01-01T00:00:00Z', 0, true],
	])('%s within %i s: %s', (at, maximumAge, expected) => {
		expect(selected(event('card.otp', undefined, at), { maximumAge })).toBe(expected);
	});

	test.each([
		...[undefined, null, '', 5, 2020, 1_577_836_800, 1_577_836_800_000, {}],
		['2020-01-01T00:00:00Z'],
		...['5', '2020', '2020-01-01', '2020-01-01T00:00:00', '2020-01-01 00:00:00', 'Jan 1 2020'],
		...['1577836800', '2016-12-31T23:59:60Z', 'x'.repeat(100_000)],
	])('an event of unreadable age (%j) is not lost', (at) => {
		const given = { ...event('card.otp'), occurred_at: at };
		expect(selected(given, { maximumAge: 60 })).toBe(true);
	});

	test.each([
		'2020-01-01 00:00:00Z',
		'2020-01-01T00:00:00.123456789Z',
		'2020-01-01T00:00:00-05:00',
	])('%s is read', (at) => {
		expect(selected(event('card.otp', undefined, at), { maximumAge: 60 })).toBe(false);
	});
});

/** What n8n gives for the parameters of a delivery, expressions evaluated. */
const selection = (options: object, events: unknown) => {
	const parameters = new Map<string, unknown>([
		['events', events],
		['options', options],
	]);
	const context = { getNodeParameter: (name: string) => parameters.get(name) };
	return readSelection(context as unknown as IWebhookFunctions);
};

test.each([
	[{}, 0],
	[{ maximumAge: 0 }, 0],
	[{ maximumAge: '60' }, 60],
	[{ maximumAge: ' 0.5 ' }, 0.5],
])('Maximum Age of %j is %d seconds', (options, seconds) => {
	expect(selection(options, ['*']).maximumAge).toBe(seconds);
});

test.each<[unknown, string[]]>([
	['a.b, c.d', ['a.b', 'c.d']],
	[['a.b'], ['a.b']],
])('Events of %j are these', (events, read) => {
	expect(selection({}, events).events).toEqual(read);
});

type Refused = [options: object, events: unknown, message: RegExp];
const AGES = [true, [5], '', ' ', 'soon', -1, Number.NaN, {}];

test.each<Refused>([
	...AGES.map((maximumAge): Refused => [{ maximumAge }, ['*'], /^Maximum Age /]),
	...[undefined, {}, '', ['']].map((events): Refused => [{}, events, /^Events /]),
	[{ statuses: null }, ['*'], /^Statuses /],
	[{ statuses: {} }, ['*'], /^Statuses /],
])('options %j and events %j: put off, so that no event is dropped', (options, events, message) => {
	expect(() => selection(options, events)).toThrow(message);
});
