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

function event(name: string): WebhookEvent {
	return { event_id: randomUUID(), event: name, occurred_at: '2026-01-31T12:00:00Z', data: {} };
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
});

test('test.ping starts no run unless it is asked for', () => {
	expect(selected(event('test.ping'), {})).toBe(false);
	expect(selected(event('test.ping'), { includeTestPing: true })).toBe(true);
});

type Row = [expected: boolean, data: object | string | number | boolean];

test.each([
	// How they are written is not shown. An event without a readable status is not dropped.
	...['cancelled', 'failed', 'Failed', undefined, null].map((status): Row => [true, { status }]),
	...['completed', 'fail', ''].map((status): Row => [false, { status }]),
	...[[], '', ['failed'], 7, false, [{ status: 'completed' }]].map((data): Row => [true, data]),
])('some statuses are chosen: %s for data %j', (expected, data) => {
	for (const name of ['card.otp', 'refund.created', 'withdrawal.status_changed']) {
		const given = { ...event(name), data };
		expect(selected(given, { statuses: ['FAILED', 'cancelled'] })).toBe(expected);
	}
});

test.each([
	...['2026-01-31T11:59:00Z', '2026-01-31T12:59:00+01:00', '2026-01-31T12:00:30Z'],
	// Of these, the age cannot be read.
	...[undefined, null, '', 5, 2020, 1_577_836_800, 1_577_836_800_000, {}],
	['2020-01-01T00:00:00Z'],
	...['5', '2020', '2020-01-01', '2020-01-01T00:00:00', '2020-01-01 00:00:00', 'Jan 1 2020'],
	...['1577836800', '2016-12-31T23:59:60Z', 'x'.repeat(100_000)],
])('an event of %j is not too old', (at) => {
	expect(selected({ ...event('card.otp'), occurred_at: at }, { maximumAge: 60 })).toBe(true);
});

test.each([
	...['2026-01-31T11:58:59Z', '2020-01-01 00:00:00Z', '2020-01-01T00:00:00.123456789Z'],
	'2020-01-01T00:00:00-05:00',
])('one of %s is, if there is a maximum age', (at) => {
	const given = { ...event('card.otp'), occurred_at: at };
	expect(selected(given, { maximumAge: 60 })).toBe(false);
	expect(selected(given, {})).toBe(true);
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
