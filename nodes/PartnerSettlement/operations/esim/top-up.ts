import { schemas } from '../../../../partner-api';
import { esimId, esimOffer } from '../../definition/choices';
import { documented, type Operation, ORDER } from '../../definition/operation';
import { esimOfferGetAll } from '../esimOffer/get-all';

export const esimTopUp: Operation = {
	resource: 'esim',
	operation: 'topUp',
	name: 'Top Up',
	action: 'Top up an eSIM with data',
	description: 'Buy more data for an eSIM',
	section: '4.4',
	endpoint: documented('POST', 'api', '/partner/esims/{esim_id}/topups'),
	scope: 'esim:*',
	...ORDER,
	priceList: { read: esimOfferGetAll, id: 'offer_id' },
	fields: [esimId('The eSIM to top up'), esimOffer('offer_id', 'The offer to add')],
	response: schemas.esimTopUpSchema,
	// The purchase of the eSIM shows the same fields, except the kind.
	identifying: ['ext_id', 'esim_id', 'offer_id', 'kind'],
	areas: ['esim_topup'],
	isLookedUpFirst: true,
	noun: 'eSIM top-up',
};
