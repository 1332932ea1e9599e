/** Proves that Setup: Check the API takes no failure for an answer, and calls nothing right that fails. */
import { useServers } from '../support/servers';
import type { OwnAnswer } from './support/front';
import { check, OwnApis } from './support/setup-check';

const apis = new OwnApis(useServers());

const says = (status: number, error: string): OwnAnswer => ({ status, body: { error } });
const ok = (body: unknown): OwnAnswer => ({ status: 200, body });

test.each([{ error: { code: 'x' }, id: 1 }, { success: false, address: null }, { errors: ['no'] }])(
	'a read fails by %j, although under a success',
	async (body) => {
		const credential = await apis.start((_, path) =>
			path === '/api/partner/deposit_address' ? ok(body) : undefined,
		);
		const { of } = await check(credential);
		expect(of('Deposit Address: Get').result).toBe('fails');
	},
);

test('pages of the credential whose next page fails is told, and nothing is said to be right', async () => {
	const pages = { reconciliation_ledger: { next: 'marker', send: 'start' } };
	const credential = await apis.start((_, path, { start }) => {
		if (path !== '/api/partner/reconciliation_ledger') return undefined;
		return start === undefined ? ok({ lines: [{ id: 1 }], marker: 'm2' }) : says(500, 'x');
	});
	const { of, last } = await check({ ...credential, apiDifferences: { pages } });
	expect(of('Ledger: Get Many')).toMatchObject({ result: 'fails' });
	expect(last).toMatchObject({
		result: 'not_checked',
		what: expect.stringContaining('See the calls'),
	});
});
