import { documented, type Operation } from '../../definition/operation';

export const kytQuote: Operation = {
	resource: 'kyt',
	operation: 'quote',
	name: 'Get Price',
	action: 'Get the price of a screening',
	description: 'Get the current price of a screening; asking costs nothing',
	section: '4.5',
	endpoint: documented('POST', 'base', '/api/kyt_quote'),
	effect: 'read',
	fields: [],
	body: 'none',
};
