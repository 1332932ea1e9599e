// Which bodies are events, and how an event becomes an item without secrets.
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

test('the envelope of section 6.2 is read as it came', () => {
	expect(read(EVENT)).toEqual(EVENT);
});

test('a byte order mark is no part of it', () => {
	expect(read(`\uFEFF${JSON.stringify(EVENT)}`)).toEqual(EVENT);
});

test('unknown fields pass, at the top and in data', () => {
	const event = { ...EVENT, trace: 'x', data: { ...EVENT.data, extra: { deep: [1] } } };
	expect(read(event)).toEqual(event);
});

test.each([5, true, null, ['done'], { code: 1 }])(
	'a status that is no text (%j) passes',
	(status) => {
		const event = { ...EVENT, data: { status } };
		expect(read(event)).toEqual(event);
	},
);

test.each(['test.ping', 'card.otp', 'a.type.added.later'])(
	'%s with empty data is an event',
	(name) => {
		expect(read({ ...EVENT, event: name, data: {} })).toMatchObject({ event: name });
	},
);

test.each(['2026-01-31T12:00:00.123456Z', '2026-01-31T12:00:00+00:00', '2016-12-31T23:59:60Z'])(
	'occurred_at may be %s',
	(at) => {
		expect(read({ ...EVENT, occurred_at: at })).toMatchObject({ occurred_at: at });
	},
);

test.each(['test.ping', 'card.otp', 'a.type.added.later'])('%s may have no data', (name) => {
	expect(read({ ...EVENT, event: name, data: undefined })).toMatchObject({ data: {} });
	expect(read({ ...EVENT, event: name, data: null })).toMatchObject({ data: {} });
});

test.each([
	['event', JSON.stringify(EVENT).replace('{', '{"event":"first",')],
	['status', JSON.stringify(EVENT).replace('"data":{', '"data":{"st\\u0061tus":"failed",')],
])('a body with %s twice in one object is no event', (_name, text) => {
	expect(() => read(text)).toThrow('it is no JSON');
});

test('a body of more than 500 levels is no event, and says so', () => {
	const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
	const text = (levels: number) =>
		JSON.stringify({ ...EVENT, data: 'DEEP' }).replace('"DEEP"', `{"a":${nested(levels)}}`);
	expect(toTriggerItem(read(text(498))).json).toMatchObject({ event: EVENT.event });
	for (const levels of [499, 3_000, 100_000]) {
		expect(() => read(text(levels))).toThrow(/^it has more than 500 levels$/);
	}
});

test('an integer beyond 2^53 in data keeps its digits', () => {
	const text = JSON.stringify({ ...EVENT, data: { order_id: 'ID' } });
	expect(read(text.replace('"ID"', '9223372036854775807'))).toMatchObject({
		data: { order_id: '9223372036854775807' },
	});
});

test.each(['', '{', '{"pin":"1234'])('%j: no event, and nothing of it is told', (text) => {
	expect(() => read(text)).toThrow(/^it is no JSON$/);
});

test.each<[string, unknown]>([
	['a list', [EVENT]],
	['null', null],
	['without event_id', { ...EVENT, event_id: undefined }],
	['with an event_id that is no UUID', { ...EVENT, event_id: '7' }],
	['without event', { ...EVENT, event: undefined }],
	['with event_type in place of event', { ...EVENT, event: undefined, event_type: 'test.ping' }],
	['with an empty event', { ...EVENT, event: '' }],
	['without occurred_at', { ...EVENT, occurred_at: undefined }],
	['with a time in milliseconds', { ...EVENT, occurred_at: 1_769_860_800_000 }],
	['with an empty occurred_at', { ...EVENT, occurred_at: '' }],
	['with data as text', { ...EVENT, data: '{}' }],
	['with data as a list', { ...EVENT, data: [] }],
])('%s: no event', (_name, value) => {
	expect(() => read(value)).toThrow(/^it is no event envelope$/);
});

test('the types of section 6.3, and card.otp', () => {
	const things = [
		'card_issue',
		'card_topup',
		'card_freeze',
		'withdrawal',
		'gift_purchase',
		'esim_purchase',
		'esim_topup',
	];
	const names = [...things.map((thing) => `${thing}.status_changed`), 'test.ping', 'card.otp'];
	expect([...EVENT_TYPES].sort()).toEqual(names.sort());
});

describe('as an item (section 6.5)', () => {
	function item(event: unknown): unknown {
		return toTriggerItem(read(event)).json;
	}

	test('an event without secrets comes out as it is', () => {
		expect(item(EVENT)).toEqual(EVENT);
	});

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

	test('secrets are taken out and named', () => {
		const data = { ...EVENT.data, pan: 'x', activation: { lpa: 'y', qr_available: true } };
		expect(item({ ...EVENT, data })).toEqual({
			...EVENT,
			data: { ...EVENT.data, activation: { qr_available: true } },
			removed_secrets: ['lpa', 'pan'],
		});
	});
});
