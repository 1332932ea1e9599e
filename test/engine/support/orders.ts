import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';
import { TRON } from '../../support/addresses';
import { type OwnAnswer, useFront } from './answers';
import { errorOf, hintsOf, type NodeRun, outputs, useNode } from './run-node';

/** A withdrawal of the amount in the item, with one attempt. */
export const WITHDRAWAL = {
	resource: 'withdrawal',
	operation: 'create',
	currency: 'USDT',
	network: 'TRON',
	amount: '={{ $json.amount }}',
	toAddress: TRON,
	extIdMode: 'auto',
	options: { retries: 0 },
};

export const LOST: OwnAnswer = { status: 503, body: { error: 'unavailable' } };
export const FORBIDDEN: OwnAnswer = { status: 403, body: { error: 'not_allowed' } };
/** The response of Document: Get for an order that does not exist. */
export const NONE: OwnAnswer = { status: 404, body: { error: 'document_not_found' } };

export const CARD = { resource: 'card', operation: 'issue', svcProductId: '101' };
export const TOP_UP = { resource: 'card', operation: 'topUp', cardId: 'c-1', amount: '1' };
/** The sandbox's catalog knows the price of both. */
export const ESIM = { resource: 'esim', operation: 'purchase', offerId: 'esim-tr-1gb' };
export const GIFT = { resource: 'giftCard', operation: 'purchase', offerId: 'gift-bookshop-10' };

export const SENT = { currency: 'USDT', network: 'TRON', amount: '1', to_address: TRON };
const ONCE = { retries: 0 };
/** A document exists at once. */
const AT_ONCE = { documentDelay: 0 };
/** Paths of the responses that the document shows. */
const SHOWN = /\/(token|balance|withdrawals|esims.*|batch|kyt_check|card_billing_address)$/;
/** Such as "2 cards ordered, 10.00 USDT." */
const SUMMARY = /^\d+ .+ (ordered|placed|failed)\b/;

/** A kind of order: its parameters with the automatic key and with `o-1`, and its identifying fields. */
export interface Kind {
	auto: INodeParameters;
	custom: INodeParameters;
	sent: IDataObject;
}

function withKeys(parameters: INodeParameters, sent: IDataObject): Kind {
	const common = { options: ONCE, ...parameters };
	return {
		auto: { ...common, extIdMode: 'auto' },
		custom: { ...common, extIdMode: 'custom', extId: 'o-1' },
		sent,
	};
}

/** Orders whose retry the API recognizes: their sections show `ext_id`. */
export const KNOWN_REPEATS: [string, Kind][] = [
	['a withdrawal', withKeys(WITHDRAWAL, SENT)],
	['a gift card', withKeys(GIFT, { offer_id: GIFT.offerId })],
];

/** Orders for which that is only assumed. */
export const UNSAFE: [string, Kind][] = [
	['a top-up of a card (assumed)', withKeys(TOP_UP, { card_id: 'c-1', amount: '1' })],
	[
		'the order of a batch',
		{ auto: batchOf([SENT]), custom: batchOf([{ ...SENT, ext_id: 'o-1' }]), sent: SENT },
	],
];

/** An API Call has no key except the operator's. */
export const API_CALL: INodeParameters = {
	...{ resource: 'apiCall', operation: 'request', method: 'POST', base: 'api', options: ONCE },
	...{ path: '/partner/withdrawals', body: JSON.stringify({ ...SENT, ext_id: 'o-1' }) },
};

/** How an API responds to orders, one after another, and to each Document: Get. Absent: as the sandbox does. */
export interface Answers {
	orders?: (OwnAnswer | undefined)[];
	/** The fields shown in addition to the key that was asked for, or the whole response, perhaps by the earlier ones. */
	document?: IDataObject | OwnAnswer | ((before: number) => OwnAnswer);
	/** The responses to reads of goods, by path. */
	read?: (path: string) => OwnAnswer;
	/** Changes a response of the sandbox where the document shows no shape. */
	wrap?: (answer: unknown) => unknown;
	/** The response of Balance: Get. */
	balance?: IDataObject;
	/** The response to a token exchange, by the number of earlier ones. */
	token?: (before: number) => OwnAnswer | undefined;
	/** API Differences of the credential. */
	differences?: object;
	/** Further fields of the credential. */
	fields?: IDataObject;
}

/** Orders for the tests of one file, on a sandbox whose responses a test can replace. */
export function useOrders(options?: Parameters<typeof useNode>[0]) {
	const { api, start } = useNode(options);
	const frontOf = useFront(api);

	/** Runs the node for the item `{ amount: '1', id: 'o-1' }`, or for the given items. */
	async function order(
		parameters: INodeParameters,
		{ orders = [], document, read, wrap, balance, token, differences, fields }: Answers = {},
		more: Partial<NodeRun> = {},
	) {
		const sent: string[] = [];
		let lookups = 0;
		const answerOf = (path: string, body: string, before: number) => {
			if (path.endsWith('/token')) return token?.(before);
			if (balance && path.endsWith('/balance')) return { status: 200, body: balance };
			if (/\/(balance|\w+_products|\w+_offers|kyt_quote)$/.test(path)) return undefined;
			if (read && /\/partner\/[\w-]+s\/[^/]+$/.test(path)) return read(path);
			if (!path.endsWith('/document_get')) {
				sent.push(body);
				return orders[sent.length - 1];
			}
			lookups += 1;
			if (typeof document === 'function') return document(lookups - 1);
			if (document === undefined || isAnswer(document)) return document;
			const { ext_id: extId } = JSON.parse(body) as IDataObject;
			return { status: 200, body: { ext_id: extId, ...document } };
		};
		const change = (path: string, given: unknown) =>
			wrap && !SHOWN.test(path) ? wrap(given) : given;
		const run = await start(parameters, {
			items: [{ amount: '1', id: 'o-1' }],
			credential: {
				...(await frontOf(answerOf, change)),
				...(fields as ICredentialDataDecryptedObject),
				...(differences && { apiDifferences: JSON.stringify({ ...AT_ONCE, ...differences }) }),
			},
			...more,
		});
		const items = outputs(run).flatMap((output) => output.map(({ json }) => json));
		const hints = hintsOf(run);
		return {
			...errorOf(run),
			items,
			/** The node's summary of its orders. */
			summary: hints.find((hint) => SUMMARY.test(hint)),
			/** All other hints. */
			hints: hints.filter((hint) => !SUMMARY.test(hint)),
			/** The bodies of the calls that place an order. */
			sent,
			lookups,
		};
	}

	/** The keys of the current partner's orders. */
	const made = () => api.contract.orders().map(({ extId }) => extId);

	return { api, start, order, made };
}

function isAnswer(document: IDataObject | OwnAnswer): document is OwnAnswer {
	return typeof document.status === 'number';
}

/** Batch: Create of these bodies, with one attempt each. */
export function batchOf(bodies: readonly IDataObject[]): INodeParameters {
	return {
		resource: 'batch',
		operation: 'create',
		items: JSON.stringify(bodies.map((body) => ({ body }))),
		extIdMode: 'auto',
		options: { retries: 0 },
	};
}
