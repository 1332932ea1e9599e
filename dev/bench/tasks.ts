import { randomUUID } from 'node:crypto';
import { addressFromLabel, KYT_NETWORKS } from '../sandbox/addresses';
import type { SingleNode } from '../stack/single-node-workflow';
import { CREDENTIAL_TYPE } from '../stack/credential';
import { PACKAGE_NAME } from '../stack/n8n';
import type { CredentialFields } from './bench-sandbox';

type Item = Record<string, string>;
type Node = Pick<SingleNode, 'type' | 'typeVersion' | 'parameters'>;

interface BareCall {
	method: 'GET' | 'POST';
	url: string;
	body?: string;
}

/** One kind of call, as each of the contestants makes it. */
export interface Task {
	title: string;
	/** The input of one run: never the same twice, so that nothing is answered from a cache. */
	items(count: number): Item[];
	/** This package's node; more options can be given. */
	ownNode(options?: Record<string, unknown>): Node;
	httpRequest(urls: CredentialFields): Node;
	bare(urls: CredentialFields, item: Item): BareCall;
}

const BALANCE = '/partner/balance';
const SCREENING = '/api/partner/kyt_check';

const AUTHENTICATION = {
	authentication: 'predefinedCredentialType',
	nodeCredentialType: CREDENTIAL_TYPE,
	options: {},
};

function ownNode(parameters: Record<string, unknown>): Node {
	return { type: `${PACKAGE_NAME}.partnerSettlement`, typeVersion: 1, parameters };
}

function httpRequest(parameters: Record<string, unknown>): Node {
	return {
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.5,
		parameters: { ...parameters, ...AUTHENTICATION },
	};
}

/** Does nothing: what a run costs n8n without any call. */
export const NO_OP: Node = { type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };

export const balanceReads: Task = {
	title: 'balance reads',
	items: (count) => Array.from({ length: count }, () => ({ id: randomUUID() })),
	ownNode: (options = {}) => ownNode({ resource: 'balance', operation: 'get', options }),
	httpRequest: ({ apiUrl }) => httpRequest({ method: 'GET', url: apiUrl + BALANCE }),
	bare: ({ apiUrl }) => ({ method: 'GET', url: apiUrl + BALANCE }),
};

function screeningTask(title: string, operation: 'check' | 'screen'): Task {
	return {
		title,
		items: (count) =>
			Array.from({ length: count }, (_, index) => {
				const id = randomUUID();
				const network = KYT_NETWORKS[index % KYT_NETWORKS.length] ?? 'eth';
				return { network, address: addressFromLabel(network, id), ext_id: id };
			}),
		ownNode: (options = {}) =>
			ownNode({
				resource: 'kyt',
				operation,
				network: '={{ $json.network }}',
				address: '={{ $json.address }}',
				options,
			}),
		httpRequest: ({ baseUrl }) =>
			httpRequest({
				method: 'POST',
				url: baseUrl + SCREENING,
				sendBody: true,
				contentType: 'json',
				specifyBody: 'json',
				// One expression for the whole body: the cheapest way this node has.
				jsonBody: '={{ JSON.stringify($json) }}',
			}),
		bare: ({ baseUrl }, item) => ({
			method: 'POST',
			url: baseUrl + SCREENING,
			body: JSON.stringify(item),
		}),
	};
}

export const screenings = screeningTask('screenings', 'check');

/** They wait for the result; the bench's sandbox has it at once. */
export const awaitedScreenings = screeningTask('screenings with their results', 'screen');
