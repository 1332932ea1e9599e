/** Proves that a looked-up order shows its secrets as Document: Get does. */
import type { INodeParameters } from 'n8n-workflow';
import { TRON } from '../support/addresses';
import { useOrders } from './support/orders';
import { WITHDRAWAL } from './support/withdrawal';

const { order } = useOrders();

const MASK = '••••••••';
/** What Document: Get masks, whatever order the document is of. */
const SECRETS = {
	number: '4111111111111111',
	code: 'code-hidden',
	serial: 'serial-hidden',
	voucher: 'voucher-hidden',
	confirmation_code: 'confirmation-hidden',
	otp_code: 'otp-hidden',
	giftcard_code: 'giftcard-hidden',
};
const MASKED = Object.fromEntries(Object.keys(SECRETS).map((name) => [name, MASK]));
/** Plain in the answer to an order, as the operation has it. */
const PLAIN = { risk_code: 'R1' };

const WITHDRAWN = { currency: 'USDT', network: 'TRON', amount: '1', to_address: TRON };
const ISSUE = { resource: 'card', operation: 'issue', svcProductId: '1' };
/** An operation, and what it sends by the API's names. */
const ORDERS: [INodeParameters, object][] = [
	[{ ...WITHDRAWAL, amount: '1' }, WITHDRAWN],
	[{ resource: 'card', operation: 'freeze', cardId: 'c' }, { card_id: 'c' }],
	[
		{ resource: 'esim', operation: 'topUp', esimId: 'e', offerId: 'o' },
		{ esim_id: 'e', offer_id: 'o' },
	],
	[ISSUE, { svc_product_id: 1 }],
];

/** An order that is answered with this status, and of which the document holds secrets. */
async function ordered(status: number, parameters: INodeParameters, sent: object) {
	const options = { retries: 0, pollInterval: 0.1, maxWait: 1 };
	const own = { extIdMode: 'auto', waitUntilReady: status === 200, ...parameters, options };
	const body = { ...sent, status: 'pending', error: '', ...PLAIN };
	const document = { ...sent, status: 'completed', ...SECRETS };
	const { items, hints } = await order(own, { orders: [{ status, body }], document });
	return { item: items[0], hints };
}

test.each(ORDERS)('%j: a document is masked as Document: Get does', async (parameters, sent) => {
	const waited = await ordered(200, parameters, sent);
	expect(waited.item).toMatchObject({ ...sent, ...MASKED });
	// What the answer itself says goes by the rules of the operation.
	if (parameters.resource === 'withdrawal') expect(waited.item).toMatchObject(PLAIN);
	expect(waited.item).toHaveProperty('outcome_reached');
	const found = await ordered(500, parameters, sent);
	expect(found.item).toMatchObject({ ...sent, ...MASKED, status: 'completed' });
	expect(found.hints.join()).toMatch('found by a lookup');
});

test.each([200, 500])('Reveal Secrets shows those of a document as well (%i)', async (status) => {
	const { item } = await ordered(status, { ...ISSUE, revealSecrets: true }, { svc_product_id: 1 });
	expect(item).toMatchObject(SECRETS);
});
