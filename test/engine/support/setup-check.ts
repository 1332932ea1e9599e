import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';
import type { CheckedCall } from '../../../nodes/PartnerSettlement/setup/check-api';
import { type NodeRun, outputs, startNode } from './run-node';

const SETUP = { resource: 'setup', operation: 'check', options: { retries: 0 } };

/** The items of Setup: Check the API, by their subject. */
export interface Checked {
	items: IDataObject[];
	/** Finds an item by the editor's name of the call. */
	of: (call: string) => CheckedCall;
	/** The last item, with the JSON for the credential. */
	last: CheckedCall;
}

/** Runs Setup: Check the API. */
export async function check(
	credential: ICredentialDataDecryptedObject,
	{ extId = '', ...more }: Partial<NodeRun> & { extId?: string } = {},
): Promise<Checked> {
	const parameters = { ...SETUP, extId };
	const run = await startNode({ credential, parameters, items: [{}], ...more });
	if (run.data.resultData.error) throw run.data.resultData.error;
	const items = (outputs(run)[0] ?? []).map(({ json }) => json);
	const calls = items as unknown as CheckedCall[];
	const found = (call: string) => calls.find((one) => one.call === call);
	const none: CheckedCall = { call: '', section: '', result: 'not_checked', what: 'no such item' };
	return { items, of: (call) => found(call) ?? none, last: calls.at(-1) ?? none };
}
