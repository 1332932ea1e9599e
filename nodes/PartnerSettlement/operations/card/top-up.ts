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
			description: 'How much USDT, as a decimal; it is sent exactly as typed',
		}),
	],
	// A response may show what the card was credited with instead of the amount (sections 2.1 and 4.9); a lookup must show it.
	identifying: ['ext_id', 'card_id'],
	areas: ['card_topup'],
	noun: 'card top-up',
};
