import { schemas } from '../../../../partner-api';
import { esimOffer } from '../../definition/choices';
import { count } from '../../definition/fields';
import { documented, type Operation, ORDER } from '../../definition/operation';
import { esimOfferGetAll } from '../esimOffer/get-all';
import { esimGet, hasActivationCode } from './get';

export const esimPurchase: Operation = {
	resource: 'esim',
	operation: 'purchase',
	name: 'Purchase',
	action: 'Buy an eSIM',
	description: 'Buy an eSIM, or several of the same offer',
	section: '4.4',
	endpoint: documented('POST', 'api', '/partner/esims'),
	scope: 'esim:*',
	...ORDER,
	goods: { field: 'esim', read: esimGet, id: 'esim_id', isReady: hasActivationCode },
	priceList: { read: esimOfferGetAll, id: 'offer_id' },
	fields: [
		esimOffer('offer_id', 'The offer to buy'),
		count('quantity', { description: 'How many eSIMs to buy. Empty: one' }),
	],
	response: schemas.esimPurchaseSchema,
	identifying: ['ext_id', 'offer_id', 'quantity'],
	areas: ['esim_purchase'],
	isLookedUpFirst: true,
	secrets: true,
	noun: 'eSIM',
};
