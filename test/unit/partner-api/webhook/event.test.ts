// Which bodies are events, whatever else is in them, and how an event becomes an item without secrets.
import { randomUUID } from 'node:crypto';
import { EVENT_TYPES, readEvent, type WebhookEvent } from '../../../../partner-api/webhook/event';
import { toTriggerItem } from '../../../../nodes/PartnerSettlementTrigger/receive';

const EVENT = {
	event_id: randomUUID(),
	event: 'withdrawal.status_changed',
	occurred_at: '2026-01-31T12:00:00Z',
	data: { ext_id: 'order-1', status: 'completed', document_status: 'done', http_status: '200' },
};

function read(value: unknown): WebhookEvent {
	return readEvent(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)));
}

test('a byte order mark is no part of it', () => {
	expect(read(`\uFEFF${JSON.stringify(EVENT)}`)).toEqual(EVENT);
});

test.each(['test.ping', 'card.otp', 'a.type.added.later'])('%s may have no data', (name) => {
	expect(read({ ...EVENT, event: name, data: undefined })).toMatchObject({ data: {} });
	expect(read({ ...EVENT, event: name, data: null })).toMatchObject({ data: {} });
});

test('below 500 levels a note replaces the rest, and the event is not lost', () => {
	const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
	const text = (levels: number) =>
		JSON.stringify({ ...EVENT, data: 'DEEP' }).replace('"DEEP"', `{"a":${nested(levels)}}`);
	const item = (levels: number) => JSON.stringify(toTriggerItem(read(text(levels))).json);
	expect(item(498)).toBe(text(498));
	for (const levels of [499, 3_000, 100_000]) {
		expect(item(levels)).toContain(`"${EVENT.event}"`);
		expect(item(levels)).toContain('"this has more than 500 levels"');
	}
});

test('an integer beyond 2^53 in data keeps its digits', () => {
	const text = JSON.stringify({ ...EVENT, data: { order_id: 'ID' } });
	expect(read(text.replace('"ID"', '9223372036854775807'))).toMatchObject({
		data: { order_id: '9223372036854775807' },
	});
});

test.each([
	...['', '{', '{"pin":"1234'],
	// A name twice in one object.
	JSON.stringify(EVENT).replace('{', '{"event":"first",'),
	JSON.stringify(EVENT).replace('"data":{', '"data":{"st\\u0061tus":"failed",'),
])('%j: no event, and the error repeats nothing of it', (text) => {
	expect(() => read(text)).toThrow(/^it is not JSON$/);
});

test.each<[string, unknown]>([
	['null', null],
	['with an empty event_id', { ...EVENT, event_id: '' }],
	['with null as event_id', { ...EVENT, event_id: null }],
	['with an event_id that is an object', { ...EVENT, event_id: { id: '7' } }],
	['with an event_id that is a list', { ...EVENT, event_id: ['7'] }],
	['with an event_id that is no whole number', { ...EVENT, event_id: 1.5 }],
	['with event_type in place of event', { ...EVENT, event: undefined, event_type: 'test.ping' }],
	['with an empty event', { ...EVENT, event: '' }],
	['with an event that is a number', { ...EVENT, event: 7 }],
])('%s: no event', (_name, value) => {
	expect(() => read(value)).toThrow(/^it has no event_id or no event$/);
});

test.each<[string, object]>([
	['of section 6.2', {}],
	['with unknown fields', { trace: 'x', data: { ...EVENT.data, extra: { deep: [1] } } }],
	...[5, true, null, ['done'], { word: 1 }].map((status): [string, object] => [
		'with a status that is no text',
		{ data: { status } },
	]),
	['of a type added later, with empty data', { event: 'a.type.added.later', data: {} }],
	['with a leap second', { occurred_at: '2016-12-31T23:59:60Z' }],
	['without occurred_at', { occurred_at: undefined }],
	['with null as occurred_at', { occurred_at: null }],
	['with an empty occurred_at', { occurred_at: '' }],
	['with an object as occurred_at', { occurred_at: { date: '2026-01-31' } }],
	['with an empty text as data', { data: '' }],
	['with data as a list', { data: [{ status: 'completed' }] }],
])('an event %s comes out as it is: %j', (_name, change) => {
	const event = JSON.parse(JSON.stringify({ ...EVENT, ...change })) as object;
	expect(toTriggerItem(read(event)).json).toEqual(event);
});

test.each(['7', '0', '-7', '9007199254740993', '123456789012345678901234567890'])(
	'an event_id that is the number %s is its digits',
	(digits) => {
		const text = JSON.stringify({ ...EVENT, event_id: 'ID' }).replace('"ID"', digits);
		expect(read(text).event_id).toBe(digits);
	},
);

test('the types of section 6.3, and card.otp', () => {
	const things = [
		...'card_issue card_topup card_freeze withdrawal gift_purchase esim_purchase'.split(' '),
		'esim_topup',
	];
	const names = [...things.map((thing) => `${thing}.status_changed`), 'test.ping', 'card.otp'];
	expect([...EVENT_TYPES].sort()).toEqual(names.sort());
});

describe('as an item (section 6.5)', () => {
	const item = (event: unknown): unknown => toTriggerItem(read(event)).json;

	test('the one-time password of card.otp stays, whatever it is called; elsewhere codes go', () => {
		const kept = { status: 'completed', code: '123456', pin: '1234' };
		const data = { ...kept, cvv: 'x' };
		expect(item({ ...EVENT, event: 'card.otp', data })).toEqual({
			...EVENT,
			event: 'card.otp',
			data: kept,
			removed_secrets: ['cvv'],
		});
		expect(item({ ...EVENT, data })).toEqual({
			...EVENT,
			data: { status: 'completed' },
			removed_secrets: ['code', 'cvv', 'pin'],
		});
	});

	test.each([[['{"epin":"1234"}']], ['{"epin":"1234"}'], [[{ epin: '1234' }]]])(
		'also of data that is no object: %j',
		(data) => {
			expect(JSON.stringify(item({ ...EVENT, data }))).not.toContain('1234');
		},
	);

	test('secrets are taken out and named', () => {
		const data = { ...EVENT.data, pan: 'x', activation: { lpa: 'y', qr_available: true } };
		expect(item({ ...EVENT, data })).toEqual({
			...EVENT,
			data: { ...EVENT.data, activation: { qr_available: true } },
			removed_secrets: ['lpa', 'pan'],
		});
	});
});
