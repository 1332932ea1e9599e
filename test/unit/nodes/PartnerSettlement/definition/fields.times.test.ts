// From and To without a time zone are in the workflow's, over every day of a year and each change of the clocks.
import { time } from '../../../../../nodes/PartnerSettlement/definition/fields';
import { textOf } from '../../../../../partner-api';

const FROM = time('from', { description: '' });
const TO = time('to', { description: '' }, true);
const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.999)?(Z|[+-]\d\d:\d\d)$/;

/** Half of them change their clocks, three of them at midnight. */
const ZONES = [
	...['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'],
	...['Africa/Cairo', 'America/Havana', 'Asia/Beirut', 'Pacific/Kiritimati', 'Asia/Kolkata'],
];
const DAYS = Array.from({ length: 366 }, (_, day) =>
	new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10),
);

/** The moment that is sent. */
function instant(field: typeof FROM, given: string, zone: string): number {
	const sent = textOf(field.read(given, () => zone));
	expect(sent).toMatch(RFC3339);
	return Date.parse(sent);
}

test.each(ZONES)(
	'%s: a day begins where it begins there, and ends where the next begins',
	(zone) => {
		const there = new Intl.DateTimeFormat('sv-SE', { timeZone: zone });
		let end = instant(TO, '2025-12-31', zone);
		for (const day of DAYS) {
			const start = instant(FROM, day, zone);
			expect([start, there.format(start)]).toEqual([end + 1, day]);
			end = instant(TO, day, zone);
			expect(there.format(end)).toBe(day);
		}
	},
);

test.each(['2026-10-24', '2026-10-24T00:00', '2026-10-24T00:00:00', '2026-10-24T00:00:00.000'])(
	'%s picked as a day is the whole day',
	(day) => {
		const zone = () => 'Europe/Berlin';
		expect(FROM.read(day, zone)).toBe('2026-10-24T00:00:00+02:00');
		expect(TO.read(day, zone)).toBe('2026-10-24T23:59:59.999+02:00');
	},
);

test.each([
	['2026-07-01T12:00:00', '2026-07-01T12:00:00+02:00', '2026-07-01T12:00:00+02:00'],
	['2026-07-01T00:00:01', '2026-07-01T00:00:01+02:00', '2026-07-01T00:00:01+02:00'],
	// Clocks are set back at 3 to 2, and forward at 2 to 3.
	['2026-10-25T02:30:00', '2026-10-25T02:30:00+02:00', '2026-10-25T02:30:00+01:00'],
	['2026-03-29T02:30:00', '2026-03-29T03:30:00+02:00', '2026-03-29T03:30:00+02:00'],
])('%s in Berlin', (local, from, to) => {
	const zone = () => 'Europe/Berlin';
	expect([FROM.read(local, zone), TO.read(local, zone)]).toEqual([from, to]);
});

test.each(['2026-07-01T00:00:00Z', '2026-07-01T00:00:00-08:00', 1782864000])(
	'%p has a time zone, and goes on as it is',
	(given) => {
		expect(FROM.read(given, () => 'Asia/Tokyo')).toBe(given);
		expect(TO.read(given, () => 'Asia/Tokyo')).toBe(given);
	},
);
