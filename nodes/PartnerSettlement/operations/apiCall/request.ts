import { InputError, type JsonObject, readJsonObject, schemas } from '../../../../partner-api';
import { choice, field, json } from '../../definition/fields';
import { anyOrderIdentifying, checkedOrder } from '../../definition/free-body';
import { documented, type Operation, type Request } from '../../definition/operation';
import type { ItemCall } from '../../definition/item-call';
import { checkedPath, refuseForbidden, textOf } from '../../definition/request-rules';
import { refuseLostSecret } from '../webhook/rotate-secret';

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
		field('path', {
			required: true,
			placeholder: 'e.g. /partner/balance',
			description: 'The path, from its first slash on',
		}),
		json('query', { topLevel: true, description: 'Query parameters, as a JSON object' }),
		field('body', {
			topLevel: true,
			placeholder: 'e.g. { "offer_id": "..." }',
			description:
				'The body, as a JSON object; empty for none. Give every order in it an ext_id, or a second run pays again.',
			// The editor's field for JSON marks an empty one as a mistake.
			typeOptions: { rows: 4 },
			read: readJsonObject,
		}),
	],
	response: schemas.anySchema,
	identifying: anyOrderIdentifying,
	secrets: true,
	request: requestOf,
	perform,
	noun: 'order',
};

async function perform(item: ItemCall): Promise<unknown> {
	if (/hmac\/rotate/i.test(textOf(item.values.path))) refuseLostSecret(item);
	return await item.send();
}

function requestOf({ values }: Pick<ItemCall, 'values'>): Request {
	const { method, base, path, query, body } = values as {
		method: Request['method'];
		base: Request['base'];
		path: string;
		query?: JsonObject;
		body?: JsonObject;
	};
	refuseForbidden(query, 'Query');
	refuseForbidden(body, 'Body');
	// The body of a GET would be lost.
	if (method === 'GET' && Object.keys(body ?? {}).length > 0) {
		throw new InputError(
			'Body must be empty for a GET',
			'Put its fields into Query, or choose another Method.',
		);
	}
	const texts = Object.entries(query ?? {}).map(([name, value]) => [name, textOf(value)]);
	return {
		method,
		base,
		path: checkedPath(path),
		query: Object.fromEntries(texts) as Record<string, string>,
		body: method === 'GET' ? undefined : body && checkedOrder(body, 'Body'),
	};
}
