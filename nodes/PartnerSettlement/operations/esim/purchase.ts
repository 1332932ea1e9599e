import { schemas } from '../../../../partner-api';
import { count, text } from '../../catalog/fields';
import { documented, type Operation } from '../../catalog/operation';

export const esimPurchase: Operation = {
	resource: 'esim',
	operation: 'purchase',
	name: 'Purchase',
	action: 'Purchase an eSIM',
	description: 'Buy an eSIM, or several of the same offer, from the prepaid balance',
	section: '4.4',
	endpoint: documented('POST', 'api', '/partner/esims'),
	scope: 'esim:*',
	effect: 'spend',
	extId: true,
	asynchronous: true,
	fields: [
		text('offer_id', { required: true, description: 'The offer, from eSIM Offer: Get Many' }),
		count('quantity', { description: 'How many eSIMs; leave it out for a single one' }),
	],
	response: schemas.esimPurchaseSchema,
	identifying: ['ext_id', 'offer_id'],
	secrets: true,
};
