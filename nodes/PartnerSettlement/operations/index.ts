import type { Operation } from '../definition/operation';
import { accessTokenInspect } from './accessToken/inspect';
import { apiCallRequest } from './apiCall/request';
import { balanceGet } from './balance/get';
import { batchCreate } from './batch/create';
import { cardFreeze } from './card/freeze';
import { cardGetAll } from './card/get-all';
import { cardGetBillingAddress } from './card/get-billing-address';
import { cardGet } from './card/get';
import { cardIssue } from './card/issue';
import { cardTopUp } from './card/top-up';
import { cardProductGetAll } from './cardProduct/get-all';
import { depositAddressGet } from './depositAddress/get';
import { documentGet } from './document/get';
import { esimGet } from './esim/get';
import { esimPurchasePlan } from './esim/purchase-plan';
import { esimPurchase } from './esim/purchase';
import { esimTopUp } from './esim/top-up';
import { esimOfferGetAll } from './esimOffer/get-all';
import { giftCardGet } from './giftCard/get';
import { giftCardPurchase } from './giftCard/purchase';
import { giftOfferGetAll } from './giftOffer/get-all';
import { giftOfferSearch } from './giftOffer/search';
import { kytCheck } from './kyt/check';
import { kytGetAll } from './kyt/get-all';
import { kytGet } from './kyt/get';
import { kytQuote } from './kyt/quote';
import { kytScreen } from './kyt/screen';
import { ledgerGetAll } from './ledger/get-all';
import { kytVerify } from './kyt/verify';
import { setupCheck } from './setup/check';
import { webhookRotateSecret } from './webhook/rotate-secret';
import { webhookSetUrl } from './webhook/set-url';
import { withdrawalCreate } from './withdrawal/create';

/** Every operation of the node. What else a new one needs stands in CONTRIBUTING.md. */
export const OPERATIONS: readonly Operation[] = [
	accessTokenInspect,
	apiCallRequest,
	balanceGet,
	batchCreate,
	cardFreeze,
	cardGetAll,
	cardGetBillingAddress,
	cardGet,
	cardIssue,
	cardTopUp,
	cardProductGetAll,
	depositAddressGet,
	documentGet,
	esimGet,
	esimPurchasePlan,
	esimPurchase,
	esimTopUp,
	esimOfferGetAll,
	giftCardGet,
	giftCardPurchase,
	giftOfferGetAll,
	giftOfferSearch,
	kytCheck,
	kytGetAll,
	kytGet,
	kytQuote,
	kytVerify,
	kytScreen,
	ledgerGetAll,
	setupCheck,
	webhookRotateSecret,
	webhookSetUrl,
	withdrawalCreate,
];

/** @throws Error when the node was saved by a release that knew another operation */
export function findOperation(resource: string, operation: string): Operation {
	const found = OPERATIONS.find(
		(candidate) => candidate.resource === resource && candidate.operation === operation,
	);
	if (!found) throw new Error(`There is no operation "${operation}" of "${resource}"`);
	return found;
}
