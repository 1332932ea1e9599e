import { schemas } from '../../../../partner-api';
import { text } from '../../catalog/fields';
import { documented, type Operation } from '../../catalog/operation';

export const esimPurchasePlan: Operation = {
	resource: 'esim',
	operation: 'purchasePlan',
	name: 'Purchase Plan',
	action: 'Purchase an eSIM plan',
	description: 'Buy an eSIM plan over the legacy call, also for an eSIM of this partner',
	section: '4.5',
	endpoint: documented('POST', 'base', '/api/esim/new_plan5'),
	effect: 'spend',
	extId: true,
	asynchronous: true,
	fields: [
		text('plan_id', { required: true, description: 'The plan to buy' }),
		text('iccid', { description: 'An eSIM that already belongs to this partner' }),
	],
	response: schemas.recordSchema,
	identifying: ['ext_id', 'plan_id', 'iccid'],
	secrets: true,
};
