import { cardId } from '../../definition/choices';
import { amount } from '../../definition/fields';
import { assumedCall, type Operation, ORDER } from '../../definition/operation';

export const cardTopUp: Operation = {
	resource: 'card',
	operation: 'topUp',
	name: 'Top Up',
	action: 'Top up a card',
	subtitle: 'Top up a card with {amount} USDT',
	description: 'Put USDT on a card',
	section: '4.9',
	endpoint: assumedCall('card_topup'),
	scope: 'cards:topup',
	...ORDER,
	fields: [
		cardId('The card to top up'),
		amount('amount', {
			required: true,
			displayName: 'Amount (USDT)',
			placeholder: 'e.g. 25.00',
			description: 'The amount to put on the card',
			hint: 'Sent exactly as you type it',
		}),
	],
	identifying: ['ext_id', 'card_id', 'amount'],
	areas: ['card_topup'],
	noun: 'card top-up',
};
