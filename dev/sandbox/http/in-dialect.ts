import type { Dialect } from '../dialects/dialect';
import type { Call, Endpoint } from './endpoint';
import { badRequest } from './errors';
import { isJsonObject, readNumber } from './json';

/** A URL holds only text. In these fields, digits are an integer. */
const INTEGERS = new Set(['id', 'from', 'to']);

function valueOf(name: string, value: unknown): unknown {
	const isInteger = INTEGERS.has(name) && typeof value === 'string' && /^\d+$/.test(value);
	return isInteger ? readNumber(value) : value;
}

/** The fields of a call with another place: from its path, and from its body or query. */
function fieldsOf({ params }: Call, body: unknown): unknown {
	if (body !== undefined && !isJsonObject(body)) return body;
	const twice = Object.keys(params).find((name) => body !== undefined && Object.hasOwn(body, name));
	if (twice !== undefined) throw badRequest('unknown_field', `${twice} is in the path as well`);
	const fields = Object.entries({ ...body, ...params });
	return Object.fromEntries(fields.map(([name, value]) => [name, valueOf(name, value)]));
}

/** The endpoint as a dialect has it: where it is, how its fields come in, and how its response looks. */
export function inDialect({ differences, responses }: Dialect, endpoint: Endpoint): Endpoint {
	const place = differences.calls?.[endpoint.path.replace('/api/partner/', '')];
	const reshape = responses[endpoint.path];
	const run = async (call: Call, body: unknown): Promise<unknown> => {
		const fields = place ? fieldsOf(call, body) : body;
		const response = await endpoint.run(call, fields);
		if (!reshape || !isJsonObject(response)) return response;
		return reshape(response, isJsonObject(fields) ? fields : {});
	};
	if (!place) return { ...endpoint, run };
	const moved = { ...endpoint, ...place };
	const isGet = moved.method === 'GET';
	return {
		...moved,
		path: moved.path.replace(/\{(\w+)\}/g, ':$1'),
		bodiless: isGet,
		query: isGet ? 'fields' : 'refused',
		run,
	};
}
