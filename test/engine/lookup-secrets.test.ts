/** Proves that a looked-up order shows its secrets as Document: Get does. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { TRON } from '../support/addresses';
import { useSandbox } from '../support/use-sandbox';
import { Servers } from '../support/servers';
import { startFront } from './support/front';
import { outputs, startNode } from './support/run-node';
import { hintsOf } from './support/screenings';
import { WITHDRAWAL } from './support/withdrawal';

const servers = new Servers();
const api = useSandbox();

afterAll(() => {
	servers.close();
});

const MASK = '••••••••';
const CARD_NUMBER = '4111111111111111';
/** What Document: Get masks, whatever order the document is of. */
const SECRETS = {
	number: CARD_NUMBER,
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

const WITHDRAW = { ...WITHDRAWAL, amount: '1' };
const WITHDRAWN = { currency: 'USDT', network: 'TRON', amount: '1', to_address: TRON };
const ISSUE = { resource: 'card', operation: 'issue', svcProductId: '1' };

/** An operation, its path, its parameters, and what it sends by the API's names. */
type Order = [name: string, path: string, parameters: INodeParameters, sent: object];

const WITHDRAWAL_CREATE: Order = ['Withdrawal: Create', '/withdrawals', WITHDRAW, WITHDRAWN];
const ORDERS: Order[] = [
	WITHDRAWAL_CREATE,
	[
		'Card: Top Up',
		'/card_topup',
		{ resource: 'card', operation: 'topUp', cardId: 'c', amount: '1' },
		{ card_id: 'c', amount: '1' },
	],
	[
		'Card: Freeze',
		'/card_freeze',
		{ resource: 'card', operation: 'freeze', cardId: 'c' },
		{ card_id: 'c' },
	],
	[
		'eSIM: Top Up',
		'/topups',
		{ resource: 'esim', operation: 'topUp', esimId: 'e', offerId: 'o' },
		{ esim_id: 'e', offer_id: 'o' },
	],
	['Card: Issue', '/create_card', ISSUE, { svc_product_id: 1 }],
];

/** Orders of an API that answers an order with this status, and of which the document holds secrets. */
async function orderedWith(
	status: number,
	[, path, parameters, sent]: Order,
	waiting: INodeParameters = {},
) {
	let order: object = {};
	const front = await startFront(servers, api.sandbox.url, (url, body) => {
		if (url.endsWith('/document_get')) {
			return { status: 200, body: { ...order, status: 'completed', ...SECRETS } };
		}
		if (!url.endsWith(path)) return undefined;
		const { ext_id } = JSON.parse(body) as IDataObject;
		order = { ...sent, ext_id };
		return { status, body: { ...order, status: 'pending', error: '', ...PLAIN } };
	});
	const run = await startNode({
		parameters: {
			extIdMode: 'auto',
			...parameters,
			...waiting,
			options: { retries: 0, pollInterval: 0.1, maxWait: 1 },
		},
		items: [{}],
		credential: {
			...api.contract.credential({ apiUrl: `${front}/gw`, baseUrl: `${front}/core` }),
		},
	});
	return { item: outputs(run)[0]?.[0]?.json, hints: hintsOf(run) };
}

describe.each(ORDERS)('%s', (...order) => {
	const [, , , sent] = order;

	test('masks the document that tells the outcome as Document: Get does', async () => {
		const { item } = await orderedWith(200, order, { waitUntilReady: true });
		expect(item).toMatchObject({ ...sent, ...MASKED });
		expect(item).toHaveProperty('outcome_reached');
	});

	test('masks the document of an order whose answer was lost as Document: Get does', async () => {
		const { item, hints } = await orderedWith(500, order);
		expect(item).toMatchObject({ ...sent, ...MASKED, status: 'completed' });
		expect(hints.join()).toMatch('found by a lookup');
	});
});

test('what the answer itself says goes by the rules of the operation', async () => {
	const { item } = await orderedWith(200, WITHDRAWAL_CREATE, { waitUntilReady: true });
	expect(item).toMatchObject(PLAIN);
});

test.each([200, 500])('Reveal Secrets shows those of a document as well (%i)', async (status) => {
	const revealing = { ...ISSUE, revealSecrets: true };
	const order: Order = ['Card: Issue', '/create_card', revealing, { svc_product_id: 1 }];
	const { item } = await orderedWith(status, order, { waitUntilReady: true });
	expect(item).toMatchObject(SECRETS);
});
