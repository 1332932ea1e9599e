/** Proves that a screening that is waited for holds nobody up, how old it may be, and which of its fields come out. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { outcomeAddress } from '../../dev/sandbox/magic';
import { until } from '../support/until';
import { errorOf, hintsOf, outputs } from './support/run-node';
import { GATE, type Screening, startGate, useScreenings } from './support/screenings';
import { certificateKey } from '../../partner-api';
import { TRON } from '../support/addresses';
import { verifiedElsewhere } from '../support/certificates';
import { useOrders, WITHDRAWAL } from './support/orders';
import { CLEAR_RECORD } from '../support/screening-records';
import { useOneAnswer } from './support/answers';

const CHECK = 'POST /core/api/partner/kyt_check';
const NEVER = outcomeAddress('tron_usdt', 'never');
const SHORT = outcomeAddress('tron_usdt', 'insufficient_balance');
const HOUR = 3600;
const PATIENT = { maxWait: HOUR, pollInterval: 0.1 };
const PROCESSING = { address: NEVER, status: 'processing', ext_id: 'mine' };
const screenings = useScreenings();

test('waiting releases the semaphore: with one item at once, the others go on', async () => {
	const items = [{ address: NEVER }, { address: screenings.fresh() }];
	const run = screenings.run(items, { parameters: { options: { ...PATIENT, concurrency: 1 } } });
	const ended = run.catch(() => undefined);
	await until(() => screenings.checks().some(({ address }) => address === screenings.fresh()));
	run.cancel();
	await ended;
});

test('waiting ends when an item fails: the error is told at once', async () => {
	const items = [{ address: NEVER }, { address: SHORT }];
	const run = await screenings.run(items, { parameters: { options: PATIENT } });
	expect(errorOf(run).message).toMatch('insufficient_balance');
	expect(errorOf(run).description).toMatch('Done: item 0 (status processing)');
});

/** Screens an address under the key `mine`: what comes out, what is told, and how many calls it took. */
async function screen(options: INodeParameters, address = NEVER) {
	const parameters = { extIdMode: 'custom', extId: 'mine', options };
	const run = await screenings.run([{ address }], { parameters });
	expect(errorOf(run).message).toBe('');
	const calls = screenings.api.contract.arrived(CHECK);
	return { item: outputs(run)[0]?.[0]?.json, hints: hintsOf(run), calls };
}

test('waiting ends with Maximum Wait for Result: every look was the same order', async () => {
	const { item, hints, calls } = await screen({ maxWait: 1, pollInterval: 0.1 });
	expect(item).toMatchObject(PROCESSING);
	expect(hints).toEqual([expect.stringContaining('Unresolved: 1.')]);
	expect(screenings.checks()).toHaveLength(1);
	expect(calls).toBeGreaterThan(2);
});

const { api, order } = useOrders({ settleMs: 5, kytDelayMs: 0 });
const fieldsWith = (maximumAge?: unknown): IDataObject => ({
	clearanceHours: '1',
	clearanceRules: JSON.stringify({ reviewFromScore: '25', clearSeverities: 'low', maximumAge }),
});

/** The gate's one item, and its screening. */
async function screened(maximumAge?: unknown, options: INodeParameters = {}) {
	const { network, address } = GATE;
	const run = await startGate({
		parameters: { network, address, options: { ...GATE.options, ...options } },
		credential: { ...api.contract.credential(), ...(fieldsWith(maximumAge) as object) },
		items: [{ to: TRON, amount: '1' }],
	});
	const [item = {}] = outputs(run).flatMap((items) => items.map(({ json }) => json));
	return { item, ...(item.screening as Screening) };
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

const one = useOneAnswer();

const SIMPLE = [
	...['address', 'cached', 'completed_at', 'created_at', 'dominant_risk_category', 'id'],
	...['network', 'price_usdt', 'risk_score', 'sanctions_hit', 'severity', 'status'],
];
const RECORD: IDataObject = {
	...CLEAR_RECORD,
	...{ network: 'tron_usdt', address: TRON, dominant_risk_category: 'none' },
	...{ provider_check_id: 'p', completed_at: '2026-01-01T00:00:01Z', report: { hops: 2 } },
};

const SCREENED = { network: 'auto', address: TRON, extIdMode: 'auto', additionalFields: {} };
const OPERATIONS: [string, INodeParameters, IDataObject][] = [
	['screen', SCREENED, RECORD],
	['check', SCREENED, RECORD],
	['get', { id: '1' }, RECORD],
	['getAll', { returnAll: true }, { checks: [RECORD] }],
];

async function records(parameters: INodeParameters, answer: IDataObject): Promise<IDataObject[]> {
	const run = await one(answer, { resource: 'kyt', ...parameters });
	return (outputs(run)[0] ?? []).map(({ json }) => json);
}

test.each(OPERATIONS)(
	'%s: what a decision takes comes out, and all of it with Whole Response',
	async (operation, more, answer) => {
		const [item = {}] = await records({ operation, ...more, options: {} }, answer);
		const fields = Object.keys(item).filter((name) => name !== 'ext_id');
		expect(fields.sort()).toEqual(SIMPLE);
		expect(RECORD).toMatchObject(Object.fromEntries(SIMPLE.map((name) => [name, item[name]])));
		const options = { wholeAnswer: true };
		expect(await records({ operation, ...more, options }, answer)).toMatchObject([answer]);
	},
);

test('a report with a sanctions hit comes out, simplified or not', async () => {
	const hit = { ...RECORD, report: { sanctions_hit: true }, provider_check_id: 'p' };
	const [item] = await records({ operation: 'get', id: '1', options: {} }, hit);
	expect(item).toHaveProperty('report', hit.report);
	expect(item).not.toHaveProperty('provider_check_id');
});
