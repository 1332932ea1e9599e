import { choice, field, flag, readText } from '../../definition/fields';
import { DETECT } from '../../definition/screening';

/** The fields of a screening (section 4.7). */
export const screeningFields = [
	choice(
		'network',
		{ [DETECT]: 'Detect from Address', tron_usdt: 'TRON (USDT)', eth: 'Ethereum', btc: 'Bitcoin' },
		{ required: true, description: 'The network of the address' },
	),
	field('address', {
		required: true,
		placeholder: 'e.g. T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb',
		description: 'The address to screen',
		// The check of the network says what is wrong with the address.
		read: readText,
	}),
	flag('refresh', {
		description: 'Whether to pay for a new screening even if the API has a finished one on file',
		hint: 'Off: a finished result that the API has on file comes out, and may cost nothing',
	}),
];

/** The fields of a record (section 2.6) in the simplified output: those that a decision needs. */
export const SIMPLIFIED_CHECK = [
	...['id', 'status', 'network', 'address', 'price_usdt', 'cached', 'risk_score', 'severity'],
	...['sanctions_hit', 'dominant_risk_category', 'created_at', 'completed_at'],
	...['ext_id', 'error_code', 'error'],
];
