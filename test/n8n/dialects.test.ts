// One operation of each kind in the real n8n, where the API differs from what its document leaves open. The credential has
// what Setup: Check the API suggests in this n8n, and what only a person can know.
import { z } from 'zod';
import type { DialectName } from '../../dev/sandbox/dialects';
import type { StoredCredential } from '../../dev/stack/n8n-api-schemas';
import { TRON } from '../support/addresses';
import { suggestedAndKnown } from '../support/dialects';
import { runNode } from '../support/n8n/harness';
import { type OwnSandbox, startOwnSandbox } from '../support/n8n/own-sandbox';

const lastItemSchema = z.object({
	call: z.literal('API Differences'),
	suggestion: z.record(z.unknown()),
});
const OFFER = 'magic-never';
const BATCH = JSON.stringify([{ op: 'gift_purchase', body: { offer_id: OFFER } }]);

interface Kind {
	resource: string;
	operation: string;
	parameters: object;
	/** What its call has in its path in each dialect, as a rule of the sandbox takes it. */
	path: string;
}

const KINDS: Kind[] = [
	{
		...{ resource: 'withdrawal', operation: 'create', path: '/withdrawals' },
		parameters: { amount: '1', toAddress: TRON },
	},
	{
		...{ resource: 'giftCard', operation: 'purchase', path: '/api/purchase' },
		parameters: { offerId: 'gift-music-5', waitUntilReady: true },
	},
	{
		...{ resource: 'esim', operation: 'purchase', path: '/partner/esims' },
		parameters: { offerId: 'esim-tr-1gb', waitUntilReady: true },
	},
	{
		...{ resource: 'kyt', operation: 'screen', path: '/kyt_check' },
		parameters: { network: 'tron_usdt', address: TRON },
	},
	{ resource: 'card', operation: 'topUp', path: '/card_topup', parameters: { amount: '1' } },
	{ resource: 'batch', operation: 'create', path: '/batch', parameters: { items: BATCH } },
];

describe.each<DialectName>(['resources', 'wrapped'])('in the dialect %s', (dialect) => {
	let own: OwnSandbox;
	let credential: StoredCredential;

	async function run(resource: string, operation: string, parameters: object = {}) {
		const { items, error } = await runNode({
			parameters: { resource, operation, options: { pollInterval: 0.1 }, ...parameters },
			credential,
		});
		return { items: items.map(({ json }) => json), error };
	}

	const custom = (extId: string) => ({ extIdMode: 'custom', extId });

	/** Orders and screenings that have a key. */
	function made(extId: string): number {
		const { orders, kytChecks } = own.sandbox.state;
		return [...orders, ...kytChecks].filter((one) => one.extId === extId).length;
	}

	beforeAll(async () => {
		own = await startOwnSandbox({ dialect, settleMs: 0, kytDelayMs: 0 });
		({ credential } = own);
	});

	afterAll(async () => {
		await own.sandbox.close();
	});

	test('Setup: Check the API orders nothing, and its last item is for the credential', async () => {
		const before = own.sandbox.state.ledger(own.partner.partnerId);
		const { items, error } = await run('setup', 'check');
		expect(error).toBeUndefined();
		const { suggestion } = lastItemSchema.parse(items.at(-1));
		expect(own.sandbox.state.orders).toEqual([]);
		expect(own.sandbox.state.kytChecks).toEqual([]);
		expect(own.sandbox.state.ledger(own.partner.partnerId)).toEqual(before);
		const apiDifferences = JSON.stringify(suggestedAndKnown(dialect, suggestion));
		credential = await own.credentialWith({ apiDifferences });
	});

	describe('with that in the credential', () => {
		let cardId = '';

		beforeAll(async () => {
			await run('card', 'issue', { ...custom('card'), svcProductId: '101', waitUntilReady: true });
			const { items } = await run('card', 'getAll');
			cardId = String(items[0]?.card_id);
		});

		test.each(KINDS)('$resource: $operation is made once, lost and run again', async (kind) => {
			const { resource, operation, parameters, path } = kind;
			const extId = `${resource}-1`;
			own.sandbox.addFault({ match: { path, body: extId }, fault: '500_after_commit' });
			const keyed = { ...parameters, ...(resource === 'card' && { cardId }), ...custom(extId) };
			for (let time = 1; time <= 2; time += 1) {
				const { items, error } = await run(resource, operation, keyed);
				expect(error).toBeUndefined();
				expect(items).toMatchObject([{ ext_id: extId }]);
				expect(made(extId)).toBe(1);
			}
			const answered = own.sandbox.state.requests.filter(({ status }) => status === 500);
			expect(answered.at(-1)?.body).toContain(extId);
		});

		test('lists go through all pages, and the deposit address is read', async () => {
			const list = { returnAll: true };
			const ledger = await run('ledger', 'getAll', list);
			expect(ledger.error).toBeUndefined();
			expect(ledger.items.length).toBe(own.sandbox.state.ledger(own.partner.partnerId).length);
			expect((await run('esimOffer', 'getAll', list)).items.length).toBeGreaterThan(10);
			expect(JSON.stringify((await run('depositAddress', 'get')).items)).toMatch(/T\w{33}/);
		});
	});
});
