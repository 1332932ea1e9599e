import { schemas } from '../../../../partner-api';
import { ESIM_NARROWING, esimNarrowing, locator } from '../../catalog/choices';
import { count } from '../../catalog/fields';
import { documented, type Operation } from '../../catalog/operation';
import { OrderSummary } from '../../catalog/order-summary';
import { esimOfferGetAll } from '../esimOffer/get-all';
import { ESIM_SECRETS, esimGet, hasActivationCode, REVEAL_ACTIVATION } from './get';

export const esimPurchase: Operation = {
	resource: 'esim',
	operation: 'purchase',
	name: 'Purchase',
	action: 'Buy an eSIM',
	description: 'Buy an eSIM, or several of the same offer, from the prepaid balance',
	section: '4.4',
	endpoint: documented('POST', 'api', '/partner/esims'),
	scope: 'esim:*',
	effect: 'spend',
	extId: true,
	asynchronous: true,
	goods: { field: 'esim', read: esimGet, ids: ['esim_id'], isReady: hasActivationCode },
	catalog: { read: esimOfferGetAll, id: 'offer_id' },
	fields: [
		...esimNarrowing('offerId'),
		locator('offer_id', {
			required: true,
			list: 'searchEsimOffers',
			dependsOn: ESIM_NARROWING,
			placeholder: 'e.g. esim-eu-5gb',
			description: 'The offer to buy',
		}),
		count('quantity', { description: 'How many eSIMs; leave it out for a single one' }),
	],
	response: schemas.esimPurchaseSchema,
	identifying: ['ext_id', 'offer_id'],
	secrets: true,
	secretFields: ESIM_SECRETS,
	revealDescription: REVEAL_ACTIVATION,
	summary: () => new OrderSummary('eSIM'),
};
