import type { RequestHelperFunctions } from 'n8n-workflow';

import type { EgressFilter } from '../../../partner-api';

/** n8n's policy for outgoing requests; older releases of n8n have none. */
export function egressOf(helpers: RequestHelperFunctions): EgressFilter | undefined {
	return 'getSecureEgressFilter' in helpers ? helpers.getSecureEgressFilter() : undefined;
}
