import { schemas } from '../../../../partner-api';
import { text } from '../../catalog/fields';
import { documented, type Operation } from '../../catalog/operation';

export const esimTopUp: Operation = {
	resource: 'esim',
	operation: 'topUp',
	name: 'Top Up',
	action: 'Top up an eSIM',
	description: 'Buy more data for an eSIM from the prepaid balance',
	section: '4.4',
	endpoint: documented('POST', 'api', '/partner/esims/{esim_id}/topups'),
	scope: 'esim:*',
	effect: 'spend',
	extId: true,
	asynchronous: true,
	fields: [
		text('esim_id', { required: true, displayName: 'eSIM ID', description: 'The eSIM to top up' }),
		text('offer_id', { required: true, description: 'The offer, from eSIM Offer: Get Many' }),
	],
	response: schemas.esimTopUpSchema,
	identifying: ['ext_id', 'esim_id', 'offer_id'],
};
