import { checkAddress } from '../../partner-api/values/addresses';
import { readPublicKey } from '../../partner-api/values/encrypt-to';
import { parseJson, readJsonObject } from '../../partner-api/values/json';
import { noteParsed, redactSecrets } from '../../partner-api/values/redact';
import { readResponse } from '../../partner-api/http/response';
import { readEvent } from '../../partner-api/webhook/event';
import { type Bench, row, type Section } from './bench';

const LARGEST = 8_000_000;
/** Shorter work is repeated until it takes this long, because a shorter time can't be measured reliably. */
const LEAST_MS = 20;

const filled =
	(piece: string, begin = '', end = '') =>
	(length: number) =>
		// One flat string, so that flattening it is not measured.
		Buffer.from(begin + piece.repeat(length / piece.length) + end).toString('latin1');
const KEYS = filled('-----BEGIN PUBLIC KEY-----');
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
const redact = (it: unknown) => redactSecrets(it, 'goods');
const text = (make: (length: number) => string) =>
	over((length) => ({ text: make(length) }), redact);
const parsed = (make: (length: number) => string) => (length: number) =>
	JSON.parse(make(length)) as object;
const value = (make: (length: number) => string) => over(parsed(make), redact);
const response = (make: (length: number) => string) =>
	over(make, (it) => noteParsed(readResponse({ status: 200, headers: {}, text: it }, 'call'), it));
const event = (make: (length: number) => string) =>
	over((length) => {
		const envelope = `"event_id":"00000000-0000-4000-8000-000000000000","event":"test.ping","occurred_at":"2026"`;
		return Buffer.from(`{${envelope},"data":{"a":${make(length)}}}`);
	}, readEvent);

/**
 * Each makes an input of the given length and returns a function that reads it. Throwing is as good as returning.
 * Node's own functions are measured for comparison, garbage collection included.
 */
const PARSERS: Record<string, (length: number) => () => unknown> = {
	'JSON.parse alone: numbers': over(NUMBERS, JSON.parse),
	'JSON.parse alone: empty lists': over(LISTS, JSON.parse),
	'Object.entries alone: distinct names': over(parsed(NAMES), Object.entries),
	'address check': over(filled('T'), (address) => checkAddress('TRON', address, 'Address')),
	'public key of many beginnings': over(KEYS, (it) => readPublicKey(it, '')),
	"operator's JSON": over(filled('{"a":1},', '{"a":[', '1]}'), (it) => readJsonObject(it, '')),
	'JSON cut inside of a text of escapes': over(filled('\\"', '{"a":"'), parseJson),
	'response: a text of escapes': response(filled('\\"', '"', '"')),
	'response: numbers': response(NUMBERS),
	'response: numbers of 20 digits': response(filled('12345678901234567890,', '[', '1]')),
	'response: empty lists': response(LISTS),
	'response: distinct names': response(NAMES),
	'response: deep lists': response(DEEP),
	'event: numbers': event(NUMBERS),
	'event: distinct names': event(NAMES),
	'event: deep lists': event(DEEP),
	'secrets: a long name': over((length) => ({ [filled('aB')(length)]: 1 }), redact),
	'secrets: numbers': value(NUMBERS),
	'secrets: empty lists': value(LISTS),
	'secrets: distinct names': value(NAMES),
	'secrets: a text of digits': text(filled('4')),
	'secrets: a text of groups of digits': text(filled('4444 ')),
	'secrets: a text of beginnings of a JWE': text(filled('eyJ.eyJ-')),
	'secrets: a text of quotation marks': text(filled('"":')),
	'secrets: a text of backslashes': text(filled('"\\\\', ':')),
	'secrets: a text of names and colons': text(filled('a b: ')),
	'secrets: a text of one name': text(filled('cc:')),
	'secrets: a text of white space': text(filled(' ', 'pin:')),
};

function cost(work: () => unknown): { ms: number } {
	for (let count = 1; ; count *= 2) {
		const begin = process.cpuUsage();
		for (let done = 0; done < count; done += 1) {
			try {
				work();
			} catch {
				// Refusing the input is fine, too.
			}
		}
		const ms = process.cpuUsage(begin).user / 1000;
		if (ms >= LEAST_MS) return { ms: ms / count };
	}
}

/** Measures what hostile input costs each parser at two lengths. */
export function measureParsers({ isQuick, step }: Bench): Promise<Section[]> {
	const rows = Object.entries(PARSERS).map(([what, parser]) => {
		step(`Hostile input, ${what}`);
		const [half, whole] = [parser(LARGEST / 2), parser(LARGEST)];
		const measureBoth = () => ({ half: cost(half), whole: cost(whole) });
		const runs = Array.from({ length: isQuick ? 1 : 9 }, measureBoth);
		const wanted = what.includes(' alone: ') ? {} : { most: 2.6 };
		return row(what, 'ms', wanted, runs, 'ms', 'whole', 'half');
	});
	const about = `What a stranger, a customer's data or the API could send. CPU time of the bench's own process for ${LARGEST / 1e6} MB, and as
"theirs" for half of it: twice as long is to take about twice the time. "Alone" is a function of Node's, without this code.`;
	return Promise.resolve([{ title: 'Hostile input', about, rows }]);
}
