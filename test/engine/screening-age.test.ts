/** Proves that with maximumAge in the credential the gate does not clear by an old screening, and nobody is paid by it. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { PartnerSettlementScreening } from '../../nodes/PartnerSettlementScreening/PartnerSettlementScreening.node';
import { certificateKey } from '../../partner-api';
import { TRON } from '../support/addresses';
import { verifiedElsewhere } from '../support/certificates';
import { GATE } from './support/gate';
import { useOrders } from './support/orders';
import { errorOf, outputs, startNode } from './support/run-node';
import { WITHDRAWAL } from './support/withdrawal';

const { api, order } = useOrders({ settleMs: 5, kytDelayMs: 0 });
const fieldsWith = (maximumAge?: unknown): IDataObject => ({
	clearanceHours: '1',
	clearanceRules: JSON.stringify({ reviewFromScore: '25', clearSeverities: 'low', maximumAge }),
});

interface Screening {
	verdict: string;
	reasons: string[];
	record: IDataObject;
	certificate: string;
}

/** The gate: its error, its one item, and the screening of that. */
async function screened(maximumAge?: unknown, options: INodeParameters = {}) {
	const { network, address } = GATE;
	const run = await startNode({
		type: new PartnerSettlementScreening(),
		parameters: { network, address, options: { ...GATE.options, ...options } },
		credential: { ...api.contract.credential(), ...(fieldsWith(maximumAge) as object) },
		items: [{ to: TRON, amount: '1' }],
	});
	const [item = {}] = outputs(run).flatMap((items) => items.map(({ json }) => json));
	return { failure: errorOf(run), item, ...(item.screening as Screening) };
}

/** A screening that is done today, and then dated back to 2019. */
async function screenedIn2019(): Promise<void> {
	await screened(undefined, { refresh: true });
	for (const check of api.sandbox.state.kytChecks) {
		check.completedAt = new Date('2019-05-01T00:00:00Z');
	}
}

const pay = async (item: IDataObject) =>
	await order(WITHDRAWAL, { fields: fieldsWith('24') }, { items: [item] });

test('one of 2019 is not clear and pays nobody; the reason leads to a new one, which pays', async () => {
	await screenedIn2019();
	const { verdict, reasons, record, item } = await screened('24');
	expect(record).toMatchObject({ cached: true, completed_at: '2019-05-01T00:00:00Z' });
	expect(verdict).toBe('unresolved');
	expect(reasons[0]).toMatch(
		/"2019-05-01T00:00:00Z", is not within maximumAge in Clearance Rules \(24 hours\)/,
	);
	expect(reasons[0]).toMatch('turn on Refresh under Options');
	const { message, sent } = await pay(item);
	expect(message).toMatch('its certificate says unresolved');
	expect(sent).toEqual([]);
	const fresh = await screened('24', { refresh: true });
	expect(fresh.verdict).toBe('clear');
	const { publicKey } = await certificateKey(api.contract.partner.privateKeyPem);
	expect(verifiedElsewhere(fresh.certificate, publicKey).claims).toMatchObject({
		...{ rules_from: 'credential', rules: { reviewFromScore: '25', maximumAge: '24' } },
	});
	expect(await pay(fresh.item)).toMatchObject({ message: '', sent: [expect.any(String)] });
});

test.each([undefined, '', null])('with maximumAge of %j, one of 2019 is clear', async (none) => {
	await screenedIn2019();
	expect(await screened(none)).toMatchObject({ verdict: 'clear', record: { cached: true } });
});

test('a maximumAge that is none is refused before anything is sent', async () => {
	const before = api.sandbox.state.requests.length;
	const { failure } = await screened('a day');
	expect(failure.message).toMatch(/^Clearance Rules: maximumAge must/);
	expect(failure.description).toMatch('Correct it in the credential');
	expect(api.sandbox.state.requests).toHaveLength(before);
});
