/** Proves what the balance trigger does when n8n polls it: alerts, activation, polls that fail, and thresholds that are wrong. */
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Fault } from '../../dev/sandbox/http/faults';
import { useSandbox } from '../support/use-sandbox';
import { useApis } from './support/answers';
import { PolledNode } from './support/contexts';

const THRESHOLDS = { threshold: '50', options: { rearmAt: '100' } };
const NO_ITEMS = [[]];
const api = useSandbox();
const apis = useApis();

afterEach(() => {
	api.sandbox.configure({ latencyMs: 0 });
});

const node = (parameters: INodeParameters = THRESHOLDS, staticData: IDataObject = {}) =>
	new PolledNode(api.contract.credential(), parameters, staticData);

function setBalance(balance: string): void {
	api.sandbox.setBalance(api.contract.partner.partnerId, balance);
}

const jsonOf = (output?: INodeExecutionData[][] | null) => output?.[0]?.[0]?.json;

test.each(['init', 'leadershipChange', 'activate', 'update'] as const)(
	'a new process needs what n8n saved, and saves that it is armed again (%s) by a run without items',
	async (mode) => {
		setBalance('40');
		const before = node();
		await before.activation('activate')();
		expect(await node(THRESHOLDS, before.staticData).activation(mode)()).toBeNull();
		setBalance('100');
		const after = node(THRESHOLDS, before.staticData);
		expect(await after.activation(mode)()).toEqual(NO_ITEMS);
		expect(after.staticData).toEqual({ 'node:Balance': {} });
	},
);

test('without an estimate for Days Left, Threshold alerts again after the balance has recovered', async () => {
	const poll = node({ ...THRESHOLDS, daysLeft: '3' }).activation('activate');
	const items: unknown[] = [];
	for (const balance of ['40', '99.99', '40', '100', '40']) {
		setBalance(balance);
		items.push((await poll())?.[0]?.length);
	}
	expect(items).toEqual([1, undefined, undefined, 0, 1]);
});

test('a balance in an envelope is read', async () => {
	const body = { data: { currency: 'USDT', available_balance: '40' } };
	const credential = await apis.start(() => ({ status: 200, body }));
	const poll = new PolledNode(credential, THRESHOLDS).activation('activate');
	expect(jsonOf(await poll())).toMatchObject({ is_below_threshold: true });
});

test('two polls at once fire once', async () => {
	setBalance('40');
	api.sandbox.configure({ latencyMs: 100 });
	const poll = node().activation('activate');
	const outputs = await Promise.all([poll(), poll()]);
	expect(outputs.filter((output) => output !== null)).toHaveLength(1);
	expect(await poll()).toBeNull();
});

test('a test in the editor shows the balance as it is, and changes nothing', async () => {
	setBalance('70');
	const tested = node();
	expect(jsonOf(await tested.activation('manual')())).toMatchObject({
		...{ available_balance: '70.00', threshold: '50', rearm_at: '100' },
		...{ is_below_threshold: false, below_by: '0', below_since: null },
	});
	setBalance('40');
	expect(jsonOf(await tested.activation('manual')())).toMatchObject({
		is_below_threshold: true,
		below_since: expect.stringMatching(/^\d{4}-.+Z$/),
	});
	expect(tested.staticData).toEqual({ 'node:Balance': {} });
});

test.each<[Fault, object]>([
	['503', {}],
	['403', { httpCode: '403', message: expect.stringMatching(/^Balance: Get: refused .*\. /) }],
	['closed_before', {}],
	['broken_json', {}],
])('a poll that fails with %s neither fires nor forgets', async (fault, told) => {
	setBalance('40');
	const watched = node();
	const poll = watched.activation('activate');
	await poll();
	const known = watched.staticData;
	api.sandbox.addFault({ match: { path: '/partner/balance', times: 0 }, fault });
	const message = expect.stringMatching(/^Balance: Get: /);
	await expect(poll()).rejects.toMatchObject({ message, ...told });
	expect(watched.staticData).toEqual(known);
	api.sandbox.clearFaults();
	expect(await poll()).toBeNull();
});

test.each([
	[59, '40', false],
	[61, '40', true],
	[61, '60', false],
])(
	'reminders that are turned on later count from the alert: after %d minutes, at %s, %s',
	async (ago, balance, isDue) => {
		setBalance('40');
		const before = node();
		await before.activation('activate')();
		setBalance(balance);
		const { alert } = before.staticData['node:Balance'] as { alert: IDataObject };
		alert.since = new Date(Date.now() - ago * 60_000).toISOString();
		const reminding = { threshold: '50', options: { rearmAt: '100', remindHours: '1' } };
		const poll = node(reminding, { 'node:Balance': { alert } }).activation('update');
		expect((await poll()) !== null).toBe(isDue);
		expect(await poll()).toBeNull();
	},
);

test.each([
	['50', '', '50'],
	['', '3', '3 days'],
	['50', '3', '50 or 3 days'],
])('the subtitle for %j and %j', (threshold, daysLeft, text) => {
	expect(node({ threshold, daysLeft }).subtitle()).toBe(`Balance below ${text}`);
});

const rearmAt = (given: string) => ({ threshold: '50', options: { rearmAt: given } });

test.each<[INodeParameters, RegExp]>([
	[{ threshold: '' }, /^Threshold and Days Left are empty/],
	[{ threshold: '={{ 0.1 + 0.2 }}' }, /^Threshold is a number that may have lost digits/],
	[rearmAt('={{ $vars.rearm }}'), /^Rearm At is empty for this item/],
	[{ threshold: '={{ $vars.low }}', daysLeft: '3' }, /^Threshold is empty for this item/],
	[rearmAt('49.999999999999999999'), /^Rearm At \(49.9+\) must not be less than Threshold \(50\)/],
])('%j are refused before anything is sent', async (parameters, message) => {
	const poll = node({ options: {}, ...parameters }).activation('activate');
	await expect(poll()).rejects.toThrow(message);
	expect(api.sandbox.stats().requests).toEqual({});
});
