// The example "Watch a long list": nobody is paid for twice, no night costs more than it may, and nobody is left out.
import { addressFromLabel } from '../../../dev/sandbox/addresses';
import { asShown } from '../../../dev/sandbox/dialects/as-shown';
import { outcomeAddress } from '../../../dev/sandbox/magic';
import type { Json } from '../../support/n8n/example-runs';
import { type OwnSandbox, startOwnSandbox } from '../../support/n8n/own-sandbox';
import {
	type Change,
	StartedExample,
	withOptions,
	withParameters,
} from '../../support/n8n/started-example';

const GATE = 'Screening gate';
const DAY_MS = 24 * 60 * 60 * 1000;
const SANCTIONS = outcomeAddress('tron_usdt', 'sanctions');
const MEDIUM = outcomeAddress('tron_usdt', 'medium');
const NEVER = outcomeAddress('tron_usdt', 'never');
const FAILED = outcomeAddress('tron_usdt', 'failed');
const NO_SCORE = outcomeAddress('tron_usdt', 'missing_score');
const UNSENT = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb';

let own: OwnSandbox;
let example: StartedExample;

const clear = (count: number) =>
	Array.from({ length: count }, (_, place) => addressFromLabel('tron_usdt', `watched ${place}`));

/** With another limit per night, and without long waits for screenings that stay in processing. */
const changed =
	(limit: number, more: Json = {}): Change =>
	(workflow) =>
		withParameters('Due', { limit })(withOptions(GATE, { maxWait: 0.1, ...more })(workflow));

/** Its table is there, with rows of these addresses. */
async function watch(addresses: string[], change = changed(100), more: Json = {}): Promise<void> {
	example = await StartedExample.start('watch-a-long-list', own, change);
	expect(await night()).toEqual([]);
	await example.addRows(addresses.map((address) => ({ address, ...more })));
}

const night = async () => await example.report();

/** The addresses that were paid for, in order. A check that was requested again counts once. */
function paid(): string[] {
	const { kytChecks } = own.sandbox.state;
	return kytChecks.filter(({ cached }) => !cached).map(({ address }) => address);
}

async function statuses(): Promise<unknown[]> {
	return (await example.rows()).map(({ status }) => status);
}

beforeEach(async () => {
	own = await startOwnSandbox({ kytDelayMs: 0 });
});

afterEach(async () => {
	await example.remove();
	await own.sandbox.close();
});

test('a long list: each address once, up to the limit per night, and the next night goes on', async () => {
	const list = clear(5);
	await watch([...list, list[0] ?? ''], changed(2));
	expect(await night()).toEqual([
		'Addresses checked: 2. 2 clear, 0 review, 0 block, 0 unresolved.',
	]);
	expect(paid()).toHaveLength(2);
	await night();
	expect(paid()).toHaveLength(4);
	await night();
	expect(await statuses()).toEqual(Array(6).fill('completed'));
	expect(await night()).toEqual([]);
	expect(paid().sort()).toEqual([...list].sort());
});

test('it reports hits and unresolved addresses, and screens again only those that failed', async () => {
	await watch([...clear(1), SANCTIONS, MEDIUM, FAILED, NO_SCORE, UNSENT]);
	expect(await night()).toEqual([
		'Addresses checked: 6. 1 clear, 1 review, 1 block, 3 unresolved.',
		expect.stringMatching(`^REVIEW: ${MEDIUM}\\. The risk score 48`),
		expect.stringMatching(`^BLOCK: ${SANCTIONS}\\. .*sanctions list`),
		expect.stringMatching(`^UNRESOLVED: ${FAILED}\\. .*"failed"`),
		expect.stringMatching(`^UNRESOLVED: ${NO_SCORE}\\. .*no risk score`),
		expect.stringMatching(`^UNRESOLVED: ${UNSENT}\\. .*Not sent`),
	]);
	expect((await example.rows()).map(({ verdict }) => verdict)).toEqual([
		...['clear', 'block', 'review', 'unresolved', 'unresolved', null],
	]);

	// An address without a score is checked once more: its record might only have been too old.
	expect((await night()).map((line) => line.slice(0, 46))).toEqual([
		'Addresses checked: 3. 0 clear, 0 review, 0 blo',
		...[NO_SCORE, FAILED, UNSENT].map((address) => `UNRESOLVED: ${address}`),
	]);
	expect((await night()).slice(1).map((line) => line.slice(0, 46))).toEqual(
		[FAILED, UNSENT].map((address) => `UNRESOLVED: ${address}`),
	);
	const anew = Array<string>(3).fill(FAILED);
	expect(paid().sort()).toEqual([...clear(1), SANCTIONS, MEDIUM, NO_SCORE, ...anew].sort());
});

test('a screening still in processing is checked again under its number, along with the new ones', async () => {
	await watch([NEVER, ...clear(2)], changed(1));
	expect((await night())[1]).toMatch(`UNRESOLVED: ${NEVER}. The screening was still processing`);
	const check = own.sandbox.state.kytChecks.find(({ address }) => address === NEVER);
	expect(await example.rows()).toMatchObject([
		{ address: NEVER, status: 'processing', ext_id: check?.extId },
		...[{ status: null }, { status: null }],
	]);
	expect((await night())[0]).toBe(
		'Addresses checked: 2. 1 clear, 0 review, 0 block, 1 unresolved.',
	);

	Object.assign(check ?? {}, { outcome: 'sanctions', dueAt: 0 });
	expect(await night()).toEqual([
		'Addresses checked: 2. 1 clear, 0 review, 1 block, 0 unresolved.',
		expect.stringMatching(`^BLOCK: ${NEVER}`),
	]);
	expect(await night()).toEqual([]);
	expect(paid()).toEqual([NEVER, ...clear(2)]);
});

test('a night whose responses were lost is made up for, also more than a day later', async () => {
	await watch(clear(1), changed(100, { retries: 0 }));
	own.sandbox.addFault({ match: { path: '/kyt_check', times: 0 }, fault: 'closed_after_commit' });
	expect((await night())[0]).toMatch('0 clear, 0 review, 0 block, 1 unresolved');
	expect(await statuses()).toEqual([null]);
	own.sandbox.clearFaults();
	const [check] = own.sandbox.state.kytChecks;
	Object.assign(check ?? {}, { createdAt: new Date(Date.now() - DAY_MS - 1000) });
	expect((await night())[0]).toMatch('0 clear, 0 review, 0 block, 1 unresolved');
	expect(await statuses()).toEqual(['look again']);
	expect((await night())[0]).toMatch('1 clear, 0 review, 0 block, 0 unresolved');
	expect(paid()).toHaveLength(1);
});

test('a result of the last 30 days is fresh; an older one is screened again, whatever is on file', async () => {
	const [address = ''] = clear(1);
	await watch([address]);
	await night();
	const [row] = await example.rows();
	const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
	const known = { ext_id: row?.ext_id, status: 'completed', verdict: 'clear' };
	const [, fresh = '', old = ''] = clear(3);
	await example.addRows([
		{ address: fresh, ...known, screened_at: daysAgo(29) },
		{ address: old, ...known, screened_at: daysAgo(31) },
		{ address, ...known, screened_at: daysAgo(31) },
	]);
	expect((await night())[0]).toBe(
		'Addresses checked: 2. 2 clear, 0 review, 0 block, 0 unresolved.',
	);
	expect(paid().sort()).toEqual([address, address, old].sort());
	expect(await night()).toEqual([]);
});

test('addresses that cannot be screened do not hold up the others', async () => {
	await watch([UNSENT, FAILED, ...clear(2)], changed(1));
	for (let nights = 0; nights < 4; nights += 1) await night();
	expect(paid()).toEqual([FAILED, ...clear(2)]);
});

test('if a screening costs more than allowed, nothing is sent and the list stays as it was', async () => {
	const dearer = (quote: Json) => ({ ...quote, price_usdt: '0.76' });
	const dialect = { ...asShown, responses: { '/api/kyt_quote': dearer } };
	await own.sandbox.close();
	own = await startOwnSandbox({ kytDelayMs: 0, dialect });
	await watch(clear(2), (workflow) => workflow);
	expect(await night()).toEqual([
		'Addresses checked: 2. 0 clear, 0 review, 0 block, 2 unresolved.',
		...clear(2).map((address): unknown =>
			expect.stringMatching(
				`^UNRESOLVED: ${address}\\. .*0\\.76 USDT is more than Maximum per Item`,
			),
		),
	]);
	expect(paid()).toEqual([]);
	expect(await statuses()).toEqual([null, null]);
});
