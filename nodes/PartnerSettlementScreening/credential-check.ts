import { mayRepeat, PartnerApiError } from '../../partner-api';
import type { RunContext } from '../PartnerSettlement/engine/run-context';
import { failureOf } from '../PartnerSettlement/engine/run-state';

/**
 * A credential that the API refuses is refused for every item: the operator must see that the gate does not work, rather
 * than find all items unresolved.
 *
 * @throws NodeApiError or NodeOperationError, not sent
 */
export async function refuseBadCredential(run: RunContext): Promise<void> {
	try {
		await run.client.tokenFor(run.operation.scope ?? undefined);
	} catch (error) {
		// It may be over when the items ask: they try again as the options say.
		if (error instanceof PartnerApiError && mayRepeat(error, 'reads')) return;
		throw (await failureOf(run, 0, error, undefined)).nodeError;
	}
}
