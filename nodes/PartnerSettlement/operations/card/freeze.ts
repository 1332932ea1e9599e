import { schemas } from '../../../../partner-api';
import { text } from '../../catalog/fields';
import { named, type Operation } from '../../catalog/operation';

export const cardFreeze: Operation = {
	resource: 'card',
	operation: 'freeze',
	name: 'Freeze',
	action: 'Freeze a card',
	description: 'Freeze a card. The API has no unfreeze.',
	section: '4.9',
	endpoint: named('card_freeze'),
	scope: 'cards:freeze',
	effect: 'change',
	extId: true,
	asynchronous: true,
	fields: [text('card_id', { required: true, inferred: true, description: 'The card to freeze' })],
	response: schemas.recordSchema,
	identifying: ['ext_id', 'card_id'],
	notice: 'A frozen card cannot be unfrozen through the API.',
};
