import { choice, flag, text } from '../../catalog/fields';

/** What a screening is ordered with (section 4.7). */
export const screeningFields = [
	choice(
		'network',
		{ tron_usdt: 'TRON (USDT)', eth: 'Ethereum', btc: 'Bitcoin' },
		{ required: true, description: 'The network of the address' },
	),
	text('address', {
		required: true,
		placeholder: 'e.g. T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb',
		description: 'The address to screen',
	}),
	flag('refresh', {
		description: 'Whether to order a new screening although a finished one is on file',
	}),
];
