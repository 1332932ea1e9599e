/** Proves that From and To of the ledger are in the time zone of the workflow, and that an expression may give a DateTime. */
import type { INodeParameters } from 'n8n-workflow';
import { useOrders } from './support/orders';

const { order } = useOrders();

/** What is sent for a span. */
async function sent(additionalFields: INodeParameters, timezone?: string) {
	const ledger = { resource: 'ledger', operation: 'getAll', returnAll: true, additionalFields };
	const { sent: bodies, message } = await order(ledger, {}, { timezone });
	return { message, body: JSON.parse(bodies[0] ?? 'null') as unknown };
}

test('two days as the calendar gives them', async () => {
	const span = { from: '2026-03-28T00:00:00', to: '2026-03-29T00:00:00' };
	expect((await sent(span, 'Europe/Berlin')).body).toEqual({
		...{ from: '2026-03-28T00:00:00+01:00', to: '2026-03-29T23:59:59.999+02:00' },
	});
	expect((await sent(span, 'America/New_York')).body).toEqual({
		...{ from: '2026-03-28T00:00:00-04:00', to: '2026-03-29T23:59:59.999-04:00' },
	});
});

test.each([
	['={{ $today }}', /^[\d-]+T00:00:00\.000\+09:00$/],
	['={{ $now }}', /\+09:00$/],
	['={{ new Date(0) }}', /^1970-01-01T00:00:00\.000Z$/],
	['={{ $now.toISO() }}', /\+09:00$/],
])('%s', async (from, expected) => {
	const { body } = await sent({ from }, 'Asia/Tokyo');
	expect(body).toEqual({ from: expect.stringMatching(expected) });
});

test('what is no time is named', async () => {
	const { message, body } = await sent({ to: '31.1.2026' });
	expect(message).toBe('To must be a day, a time such as 2026-01-31T00:00:00Z, or unix seconds');
	expect(body).toBeNull();
});
