import { checkAddress } from '../../partner-api/values/addresses';
import { readPublicKey } from '../../partner-api/values/encrypt-to';
import { parseJson, readJsonObject } from '../../partner-api/values/json';
import { redactSecrets, redactText } from '../../partner-api/values/redact';
import { readResponse } from '../../partner-api/http/response';
import { readEvent } from '../../partner-api/webhook/event';
import { table } from '../scripts/docs/table';
import { median } from './statistics';

/** What hostile input cost a parser. */
export interface HostileResult {
	what: string;
	/** CPU milliseconds for the largest input. */
	ms: number;
	/** How many times those for one half as long. */
	ratio: number;
}

const LARGEST = 8_000_000;
const MOST = 2.6;
/** What takes less is done several times, or it could not be told from nothing. */
const LEAST_MS = 20;

const filled =
	(piece: string, begin = '', end = '') =>
	(length: number) =>
		// As one flat text: to flatten it is no part of the work.
		Buffer.from(begin + piece.repeat(length / piece.length) + end).toString('latin1');
const NUMBERS = filled('1,', '[', '1]');
const LISTS = filled('[],', '[', '1]');
const NAMES = (length: number) =>
	`{${Array.from({ length: length / 12 }, (_, index) => `"n${index + 1e6}":1`).join()}}`;
const DEEP = (length: number) => filled('[')(length / 2) + filled(']')(length / 2);

const over =
	<T>(make: (length: number) => T, read: (input: T) => unknown) =>
	(length: number) => {
		const input = make(length);
		return () => read(input);
	};
const text = (make: (length: number) => string) => over(make, redactText);
const value = (make: (length: number) => string) =>
	over(
		(length): unknown => JSON.parse(make(length)),
		(it) => redactSecrets(it, 'goods'),
	);
const response = (make: (length: number) => string) =>
	over(make, (body) => readResponse({ status: 200, headers: {}, text: body }, 'call'));
const event = (make: (length: number) => string) =>
	over((length) => {
		const id = `${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}`;
		const envelope = `"event_id":"${id}","event":"test.ping","occurred_at":"2026"`;
		return Buffer.from(`{${envelope},"data":{"a":${make(length)}}}`);
	}, readEvent);

/** Each makes an input of a length, and reads it when it is called. What that throws is as good as what it gives. */
const PARSERS: Record<string, (length: number) => () => unknown> = {
	'address check': over(filled('T'), (address) => checkAddress('TRON', address, 'Address')),
	'public key of many beginnings': over(filled('-----BEGIN PUBLIC KEY-----'), (key) =>
		readPublicKey(key, 'Key'),
	),
	"JSON of an operator's": over(filled('{"a":1},', '{"a":[', '1]}'), (it) =>
		readJsonObject(it, 'Body'),
	),
	'JSON cut inside of a text of escapes': over(filled('\\"', '{"a":"'), (it) => parseJson(it)),
	'response: a text of escapes': response(filled('\\"', '"', '"')),
	'response: numbers': response(NUMBERS),
	'response: numbers of 20 digits': response(filled('12345678901234567890,', '[', '1]')),
	'response: empty lists': response(LISTS),
	'response: distinct names': response(NAMES),
	'response: deep lists': response(DEEP),
	'event: numbers': event(NUMBERS),
	'event: distinct names': event(NAMES),
	'event: deep lists': event(DEEP),
	'secrets: a long name': over(
		(length) => ({ [filled('aB')(length)]: 1 }),
		(it) => redactSecrets(it),
	),
	'secrets: numbers': value(NUMBERS),
	'secrets: empty lists': value(LISTS),
	'secrets: distinct names': value(NAMES),
	'secrets: a text of digits': text(filled('4')),
	'secrets: a text of groups of digits': text(filled('4444 ')),
	'secrets: a text of beginnings of a JWE': text(filled('eyJ.eyJ-')),
	'secrets: a text of quotation marks': text(filled('"":')),
	'secrets: a text of backslashes': text(filled('"\\\\', ':')),
	'secrets: a text of names and colons': text(filled('a b: ')),
	'secrets: a text of white space': text(filled(' ', 'pin:')),
};

function cpuMs(work: () => unknown): number {
	for (let count = 1; ; count *= 2) {
		const begin = process.cpuUsage();
		for (let done = 0; done < count; done += 1) {
			try {
				work();
			} catch {
				// It is refused.
			}
		}
		const ms = process.cpuUsage(begin).user / 1000;
		if (ms >= LEAST_MS) return ms / count;
	}
}

/** What hostile input costs each parser, at two lengths that take turns: medians. */
export function measureHostileInput(repetitions: number): HostileResult[] {
	return Object.entries(PARSERS).map(([what, parser]) => {
		const [half, whole] = [parser(LARGEST / 2), parser(LARGEST)];
		const times = Array.from({ length: repetitions }, () => [cpuMs(half), cpuMs(whole)] as const);
		const ms = median(times.map(([, ofWhole]) => ofWhole));
		return { what, ms, ratio: ms / median(times.map(([ofHalf]) => ofHalf)) };
	});
}

/** The section of the report. */
export function hostileInputSection(results: readonly HostileResult[]): string[] {
	return [
		'## Hostile input',
		table(
			['', `time for ${LARGEST / 1_000_000} MB`, 'of half of it', 'wanted', ''],
			results.map(({ what, ms, ratio }) => [
				what,
				`${ms.toFixed(ms < 10 ? 2 : 0)} ms`,
				`${ratio.toFixed(2)} times`,
				`at most ${MOST}`,
				ratio <= MOST ? 'met' : '**not met**',
			]),
		),
		`What a stranger, a customer's data or the API could send. CPU time of the bench's own process: medians
of several, which take turns with those of an input half as long. Twice as long is to take about twice the time; half of a response's
time is node's own \`JSON.parse\`.`,
	];
}
