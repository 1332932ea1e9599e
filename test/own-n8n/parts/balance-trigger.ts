// The balance trigger in the real n8n, over a kill and failed polls.
import type { OwnN8n } from '../../support/n8n/own-n8n';
import { afterDeath, overDeath } from '../support/n8n';
import { Watch } from '../support/watch';

const THRESHOLDS = { threshold: '50', options: { rearmAt: '100' } };
const UNUSABLE = /^Balance: Get: no usable response .* HTTP 503/;
const BALANCE = { path: '/partner/balance', times: 0 };

/** It has fired when n8n is killed, and the API is in trouble. */
let fired: Watch;
/** It is armed again when n8n is killed, and the balance falls while n8n is down. */
let armed: Watch;

async function prepare(it: OwnN8n): Promise<void> {
	fired = await Watch.over(it, '100', THRESHOLDS);
	armed = await Watch.over(it, '100', THRESHOLDS);
	for (const watch of [fired, armed]) {
		await watch.goLive();
		await watch.polled();
		expect(await watch.runs()).toBe(0);
		await watch.becomes('40');
		await watch.isTold('40.00');
	}
	await fired.becomes('30');
	fired.sandbox.addFault({ match: BALANCE, fault: '503' });
	await fired.pollFails(UNUSABLE);
	await armed.becomes('120');
	// The alert, and the run without items that saves that the watch is armed.
	await armed.hasRun(2);
}

overDeath({
	prepare,
	whileDown: () => {
		armed.balance = '20';
	},
});

test('100, 40, 30, 60, 45, 120, 20 fires exactly twice, over a kill and failed polls', async () => {
	await afterDeath();
	await fired.pollFails(UNUSABLE);
	fired.sandbox.clearFaults();
	fired.sandbox.addFault({ match: BALANCE, fault: '401_once' });
	await fired.pollFails(/The API refused the access token.* HTTP 401/);
	fired.sandbox.clearFaults();
	await fired.relay.shut();
	await fired.pollFails(/The API could not be reached/);
	await fired.relay.open();
	for (const balance of ['60', '45', '120', '20']) await fired.becomes(balance);
	await fired.isTold('20.00');
	await fired.polled();
	const told = fired.timesTold('100.00', '40.00', '30.00', '60.00', '45.00', '120.00', '20.00');
	expect(told).toEqual([0, 1, 0, 0, 0, 0, 1]);
	await fired.hasRun(3);
	await fired.end();
});

test('killed while it is armed, it fires once for a fall while n8n was down', async () => {
	await afterDeath();
	await armed.isTold('20.00');
	await armed.polled();
	expect(armed.timesTold('40.00', '120.00', '20.00')).toEqual([1, 0, 1]);
	await armed.hasRun(3);
	await armed.end();
});
