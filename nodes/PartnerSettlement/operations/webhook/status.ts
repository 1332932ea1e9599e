import { LOCAL, type Operation } from '../../definition/operation';

/** It makes no call: `read-local.ts` carries it out. */
export const webhookStatus: Operation = {
	resource: 'webhook',
	operation: 'status',
	name: 'Get Status',
	action: 'Get the status of deliveries',
	subtitle: 'Get the status of deliveries',
	description:
		'See how many deliveries the triggers of this workflow accepted and refused, and why. It makes no call to the API.',
	section: '6.1',
	...LOCAL,
	fields: [],
};
