import { assumedCall, GET, type Operation } from '../../definition/operation';

export const depositAddressGet: Operation = {
	resource: 'depositAddress',
	...GET,
	action: 'Get the USDT deposit address',
	description:
		'Get the TRC-20 address to which you send USDT to top up the balance; it stays the same',
	section: '4.9',
	endpoint: assumedCall('deposit_address'),
	scope: 'deposit_address:read',
	fields: [],
};
