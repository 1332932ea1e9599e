import { schemas } from '../../../../partner-api';
import { ESIM_NARROWING, esimNarrowing, locator } from '../../catalog/choices';
import { documented, type Operation } from '../../catalog/operation';
import { OrderSummary } from '../../catalog/order-summary';
import { esimOfferGetAll } from '../esimOffer/get-all';

export const esimTopUp: Operation = {
	resource: 'esim',
	operation: 'topUp',
	name: 'Top Up',
	action: 'Top up an eSIM with data',
	description: 'Buy more data for an eSIM from the prepaid balance',
	section: '4.4',
	endpoint: documented('POST', 'api', '/partner/esims/{esim_id}/topups'),
	scope: 'esim:*',
	effect: 'spend',
	extId: true,
	asynchronous: true,
	catalog: { read: esimOfferGetAll, id: 'offer_id' },
	fields: [
		locator('esim_id', {
			required: true,
			displayName: 'eSIM ID',
			list: 'searchEsims',
			isNeverListed: true,
			placeholder: 'e.g. esim-7f3a',
			description: 'The eSIM to top up; its esim_id comes out of eSIM: Purchase',
		}),
		...esimNarrowing('offerId'),
		locator('offer_id', {
			required: true,
			list: 'searchEsimOffers',
			dependsOn: ESIM_NARROWING,
			placeholder: 'e.g. esim-eu-5gb',
			description: 'The offer to add',
		}),
	],
	response: schemas.esimTopUpSchema,
	identifying: ['ext_id', 'esim_id', 'offer_id'],
	summary: () => new OrderSummary('eSIM top-up'),
};
