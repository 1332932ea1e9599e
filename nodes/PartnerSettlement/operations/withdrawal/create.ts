import { checkRecipient, schemas } from '../../../../partner-api';
import { amount, choice, field, readText } from '../../definition/fields';
import { documented, type Operation, ORDER } from '../../definition/operation';

export const withdrawalCreate: Operation = {
	resource: 'withdrawal',
	operation: 'create',
	name: 'Create',
	action: 'Withdraw USDT (payout)',
	subtitle: 'Withdraw {amount} USDT',
	description: 'Pay out USDT to a TRON address',
	section: '4.3',
	endpoint: documented('POST', 'api', '/partner/withdrawals'),
	scope: 'withdraw',
	...ORDER,
	fields: [
		choice(
			'currency',
			{ USDT: 'USDT' },
			{ required: true, description: 'The currency to withdraw' },
		),
		choice(
			'network',
			{ TRON: 'TRON' },
			{ required: true, description: 'The network of the payment' },
		),
		amount('amount', {
			required: true,
			displayName: 'Amount (USDT)',
			placeholder: 'e.g. 12.50',
			description: 'The amount to pay out',
			hint: 'Sent exactly as you type it',
		}),
		field('to_address', {
			required: true,
			placeholder: 'e.g. T and 33 more characters',
			description: 'The TRON address that receives the USDT. A withdrawal cannot be reversed.',
			read: (value, label) => checkRecipient(readText(value, label), label),
		}),
	],
	response: schemas.withdrawalSchema,
	identifying: ['ext_id', 'amount', 'to_address'],
	areas: ['withdrawal'],
	noun: 'withdrawal',
};
