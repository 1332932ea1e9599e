import { schemas } from '../../../../partner-api';
import { documented, type Operation } from '../../definition/operation';
import { withNetwork } from '../../definition/screening';
import { kytQuote } from './quote';
import { screeningFields, SIMPLIFIED_CHECK } from './screening';

export const kytCheck: Operation = {
	resource: 'kyt',
	operation: 'check',
	name: "Start a Screening (Don't Wait)",
	action: 'Start screening an address without waiting',
	subtitle: 'Start screening {address}',
	description: 'Screen an address at the quoted price, without waiting for the result',
	section: '4.7',
	endpoint: documented('POST', 'base', '/api/partner/kyt_check'),
	scope: 'kyt:check',
	effect: 'screen',
	extId: true,
	quote: kytQuote,
	fields: screeningFields,
	response: schemas.kytCheckSchema,
	simplified: SIMPLIFIED_CHECK,
	resolve: withNetwork,
	identifying: ['network', 'address'],
};
