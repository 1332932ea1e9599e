import { readJsonObject, schemas, textOf } from '../../../../partner-api';
import { choice, field, json } from '../../definition/fields';
import { anyOrderIdentifying } from '../../definition/free-body';
import { documented, type Operation } from '../../definition/operation';
import type { ItemCall } from '../../definition/item-call';
import { requireRevealed } from '../webhook/rotate-secret';

export const apiCallRequest: Operation = {
	resource: 'apiCall',
	operation: 'request',
	name: 'Request',
	action: 'Make any call of the API',
	subtitle: 'Make an API call',
	description: 'Call any path of the API; the access token is added',
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
			description: 'The path, starting with a slash',
		}),
		json('query', { topLevel: true, description: 'Query parameters, as a JSON object' }),
		field('body', {
			topLevel: true,
			placeholder: 'e.g. { "offer_id": "..." }',
			description:
				'The body, as a JSON object; empty for none. Give an order an ext_id, or a second run pays again.',
			// The editor marks an empty JSON field as a mistake.
			typeOptions: { rows: 4 },
			read: readJsonObject,
		}),
	],
	response: schemas.anySchema,
	identifying: anyOrderIdentifying,
	secrets: true,
	perform,
	noun: 'order',
};

async function perform(item: ItemCall): Promise<unknown> {
	if (/hmac\/rotate/i.test(textOf(item.values.path))) requireRevealed(item);
	return await item.send();
}
