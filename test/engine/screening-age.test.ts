/** With maximumAge in the credential, the gate does not clear by an old screening, and nobody is paid by it. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { PartnerSettlementScreening } from '../../nodes/PartnerSettlementScreening/PartnerSettlementScreening.node';
import { TRON } from '../support/addresses';
import { GATE } from './support/gate';
import { useOrders } from './support/orders';
import { errorOf, outputs, startNode } from './support/run-node';
import { WITHDRAWAL } from './support/withdrawal';

const { api, order } = useOrders({ settleMs: 5, kytDelayMs: 0 });

const RULES = { reviewFromScore: '25', clearSeverities: 'low' };

const fieldsWith = (maximumAge?: unknown): IDataObject => ({
	clearanceHours: '1',
	clearanceRules: JSON.stringify({ ...RULES, maximumAge }),
});

interface Screening {
	verdict: string;
	reasons: string[];
	record: IDataObject;
	certificate: string;
}

async function start(maximumAge?: unknown, options: INodeParameters = {}) {
	return await startNode({
		type: new PartnerSettlementScreening(),
		parameters: {
			network: 'tron_usdt',
			address: GATE.address,
			options: { ...GATE.options, ...options },
		},
		credential: { ...api.contract.credential(), ...(fieldsWith(maximumAge) as object) },
		items: [{ to: TRON, amount: '1' }],
	});
}

/** The one item of the gate, and its screening. */
async function screened(maximumAge?: unknown, options: INodeParameters = {}) {
	const run = await start(maximumAge, options);
	const [item = {}] = outputs(run).flatMap((items) => items.map(({ json }) => json));
	return { item, ...(item.screening as Screening) };
}

/** Every screening so far is of 2019. */
function age(): void {
	for (const check of api.sandbox.state.kytChecks) {
		check.completedAt = new Date('2019-05-01T00:00:00Z');
	}
}

const pay = async (item: IDataObject) =>
	await order(WITHDRAWAL, { fields: fieldsWith('24') }, { items: [item] });

test('one of 2019 is not, pays nobody, and the reason leads to a new one', async () => {
	await screened(undefined, { refresh: true });
	age();
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
	expect((await screened('24', { refresh: true })).verdict).toBe('clear');
});

test.each([undefined, '', null])('with maximumAge of %j, one of 2019 is clear', async (none) => {
	await screened(undefined, { refresh: true });
	age();
	expect(await screened(none)).toMatchObject({ verdict: 'clear', record: { cached: true } });
});

test.each([0, '-1', 'a day'])(
	'maximumAge of %j is refused before anything is sent',
	async (wrong) => {
		const before = api.sandbox.state.requests.length;
		const run = await start(wrong);
		expect(errorOf(run).message).toMatch(/^Clearance Rules: maximumAge must/);
		expect(errorOf(run).description).toMatch('Correct it in the credential');
		expect(api.sandbox.state.requests).toHaveLength(before);
	},
);
