import { InputError, type JsonObject, schemas } from '../../../../partner-api';
import { RECORD_SECRETS } from '../../catalog/responses';
import { choice, jsonObject, jsonText, text } from '../../catalog/fields';
import { anyOrderIdentifying } from '../../catalog/any-order';
import { checkedOrders } from '../../catalog/free-body';
import { documented, type Operation, type Request } from '../../catalog/operation';
import { OrderSummary } from '../../catalog/order-summary';
import type { ItemCall } from '../../catalog/item-call';
import { checkedPath, refuseForbidden, sentAsItIs, textOf } from '../../catalog/request-rules';

export const apiCallRequest: Operation = {
	resource: 'apiCall',
	operation: 'request',
	name: 'Request',
	action: 'Make any call of the API',
	subtitle: 'Make an API call',
	description: 'Make any call of the API; the access token is added',
	section: '4',
	endpoint: documented('POST', 'api', ''),
	effect: 'spend',
	extId: false,
	fields: [
		choice(
			'method',
			{ GET: 'GET', POST: 'POST', PUT: 'PUT', PATCH: 'PATCH', DELETE: 'DELETE' },
			{ required: true, description: 'The HTTP method' },
		),
		choice(
			'base',
			{ api: 'API URL', base: 'Base URL' },
			{ required: true, description: 'Which address of the credential serves the path' },
		),
		text('path', {
			required: true,
			placeholder: 'e.g. /partner/balance',
			description: 'The path, from its first slash on',
		}),
		jsonObject('query', { topLevel: true, description: 'Query parameters, as a JSON object' }),
		jsonText('body', {
			topLevel: true,
			placeholder: 'e.g. { "offer_id": "..." }',
			description:
				'The body, as a JSON object; empty for none. Give every order in it an ext_id, or a second run pays again.',
		}),
	],
	response: schemas.anySchema,
	identifying: anyOrderIdentifying,
	secrets: true,
	secretFields: RECORD_SECRETS,
	request: requestOf,
	summary: () => new OrderSummary('order', 'placed'),
};

function requestOf({ values }: Pick<ItemCall, 'values'>): Request {
	const { method, base, path, query, body } = values as {
		method: Request['method'];
		base: Request['base'];
		path: string;
		query?: JsonObject;
		body?: JsonObject;
	};
	if (body) refuseForbidden(body, 'Body');
	if (method === 'GET') refuseFields(body);
	return {
		method,
		base,
		path: checkedPath(path),
		query: queryOf(query ?? {}),
		body: method === 'GET' ? undefined : body && checkedOrders(body, 'Body'),
	};
}

/** A GET has no body, and an empty object is none. @throws InputError for fields that would be lost */
function refuseFields(body: JsonObject = {}): void {
	if (Object.keys(body).length === 0) return;
	throw new InputError(
		'Body must be empty for a GET',
		'Put its fields into Query, or choose another Method.',
	);
}

function queryOf(query: JsonObject): Record<string, string> {
	refuseForbidden(query, 'Query');
	const entries = Object.entries(query).map(([name, value]) => [
		sentAsItIs(name, 'Query'),
		sentAsItIs(textOf(value), `Query, ${name}`),
	]);
	return Object.fromEntries(entries) as Record<string, string>;
}
