import { cardId } from '../../definition/choices';
import { assumedCall, type Operation } from '../../definition/operation';

export const cardFreeze: Operation = {
	resource: 'card',
	operation: 'freeze',
	name: 'Freeze',
	action: 'Freeze a card',
	description: 'Freeze a card for good: nothing in the API unfreezes it',
	section: '4.9',
	endpoint: assumedCall('card_freeze'),
	scope: 'cards:freeze',
	effect: 'change',
	extId: true,
	asynchronous: true,
	fields: [cardId('The card to freeze')],
	// Other orders of the card show the same fields, except the kind.
	identifying: ['ext_id', 'card_id', 'kind'],
	areas: ['card_freeze'],
	notice: 'You cannot undo this.',
};
