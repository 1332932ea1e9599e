import { pathSegment } from '../http/url-path';
import { isJsonObject, type JsonValue, textOf } from '../values/json';
import { type Dialect, mistake } from '.';
import type { AssumedCall, NamedCall } from './calls';

/** The parts of a call that the dialect may change. */
interface Changeable extends Pick<AssumedCall, 'base' | 'path'> {
	named?: NamedCall;
	method: string;
	query?: Record<string, string>;
	body?: JsonValue;
}

/**
 * A call in the form of this API: `{field}` in its path is filled from the body, and a GET has the rest in its query.
 *
 * @throws InputError if the call has no such field
 */
export function callInDialect<T extends Changeable>(call: T, { calls }: Dialect): T {
	const told = call.named && calls[call.named];
	if (!told) return call;
	const { path = call.path, ...how } = told;
	const rest = isJsonObject(call.body) ? { ...call.body } : {};
	const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
		const value = Object.hasOwn(rest, name) ? rest[name] : undefined;
		if (value === undefined || value === null) {
			throw mistake(`${name} is in the path of ${String(call.named)}, and this call has none`);
		}
		Reflect.deleteProperty(rest, name);
		return pathSegment(textOf(value));
	});
	if ((how.method ?? call.method) !== 'GET') {
		return { ...call, ...how, path: filled, body: call.body && rest };
	}
	const texts = Object.entries(rest).filter(([, value]) => value !== undefined);
	const query = Object.fromEntries(texts.map(([name, value]) => [name, textOf(value)]));
	return { ...call, ...how, path: filled, query: { ...call.query, ...query }, body: undefined };
}
