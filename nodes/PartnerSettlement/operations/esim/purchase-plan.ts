import { esimOffer } from '../../definition/choices';
import { field } from '../../definition/fields';
import { documented, type Operation, ORDER } from '../../definition/operation';
import { esimOfferGetAll } from '../esimOffer/get-all';
import { esimGet } from './get';

export const esimPurchasePlan: Operation = {
	resource: 'esim',
	operation: 'purchasePlan',
	name: 'Purchase Plan (Older Call)',
	action: 'Buy an eSIM plan with the older call',
	description: 'The older way to buy an eSIM. In new workflows, use Purchase or Top Up',
	section: '4.5',
	endpoint: documented('POST', 'base', '/api/esim/new_plan5'),
	...ORDER,
	// An eSIM in use may no longer show an activation code, so there is no wait for it.
	goods: { field: 'esim', read: esimGet, id: 'esim_id' },
	priceList: { read: esimOfferGetAll, id: 'plan_id' },
	fields: [
		esimOffer('plan_id', 'The plan to buy'),
		field('iccid', {
			placeholder: 'e.g. 8949000000000000001',
			description: 'The ICCID of the eSIM that gets the plan. Empty: you buy a new eSIM',
		}),
	],
	identifying: ['ext_id', 'plan_id', 'iccid'],
	areas: ['esim_purchase', 'esim_topup'],
	isLookedUpFirst: true,
	secrets: true,
	noun: 'eSIM plan',
};
