import { CREDENTIAL_TYPE } from '../stack/credential';
import { PACKAGE_NAME } from '../stack/n8n';
import type { SingleNode } from '../stack/single-node-workflow';

/** One GET of the API, by this node and by n8n's own, with the same credential. */
export function oneGet(url: string, path: string): [string, Omit<SingleNode, 'credential'>][] {
	const settings = { onError: 'continueRegularOutput' };
	const call = { resource: 'apiCall', operation: 'request', method: 'GET', base: 'api', path };
	const own = { ...call, query: {}, body: '', options: { retries: 0 } };
	const authentication = {
		authentication: 'predefinedCredentialType',
		nodeCredentialType: CREDENTIAL_TYPE,
	};
	const plain = { method: 'GET', url: url + path, options: {}, ...authentication };
	return [
		['this node', { type: `${PACKAGE_NAME}.partnerSettlement`, parameters: own, settings }],
		[
			'HTTP Request node',
			{ type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2, parameters: plain, settings },
		],
	];
}
