import { schemas } from '../../../../partner-api';
import { locator } from '../../catalog/choices';
import { named, type Operation } from '../../catalog/operation';

export const cardFreeze: Operation = {
	resource: 'card',
	operation: 'freeze',
	name: 'Freeze',
	action: 'Freeze a card',
	description: 'Freeze a card for good: nothing in the API unfreezes it',
	section: '4.9',
	endpoint: named('card_freeze'),
	scope: 'cards:freeze',
	effect: 'change',
	extId: true,
	asynchronous: true,
	fields: [
		locator('card_id', {
			required: true,
			inferred: true,
			list: 'searchCards',
			placeholder: 'e.g. card-7f3a',
			description: 'The card to freeze',
		}),
	],
	response: schemas.recordSchema,
	identifying: ['ext_id', 'card_id'],
	notice: 'A frozen card stays frozen: nothing in the API unfreezes it.',
};
