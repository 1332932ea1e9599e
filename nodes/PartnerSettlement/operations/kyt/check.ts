import { schemas } from '../../../../partner-api';
import { documented, type Operation } from '../../catalog/operation';
import {
	checkScreenedAddress,
	screeningIdentifying,
	withOneSpelling,
} from '../../catalog/screened-address';
import { screeningFields, ScreeningSummary } from './screening';

export const kytCheck: Operation = {
	resource: 'kyt',
	operation: 'check',
	name: 'Check',
	action: 'Check an address',
	description: 'Order a screening and go on at once, mostly while it is still processing',
	section: '4.7',
	endpoint: documented('POST', 'base', '/api/partner/kyt_check'),
	scope: 'kyt:check',
	effect: 'screen',
	extId: true,
	fields: screeningFields,
	response: schemas.kytCheckSchema,
	options: ['checkAddress'],
	notice: 'A new check costs the quoted price.',
	check: checkScreenedAddress,
	oneSpelling: withOneSpelling,
	identifying: screeningIdentifying,
	summary: () => new ScreeningSummary(),
};
