import type { N8nApi } from '../../../dev/stack/n8n-api';
import type { Ledger } from './ledger';

/** By how many runs that ended well an event was applied. One that was killed may have got as far, too. */
export async function successfulRuns(
	api: N8nApi,
	ledger: Ledger,
	eventId: string,
): Promise<number> {
	const runs = await Promise.all(ledger.appliedBy(eventId).map((id) => api.getExecution(id)));
	return runs.filter(({ status }) => status === 'success').length;
}
