// What the trigger answers in a real n8n, and what starts a run: signatures, compression, Redis out of reach, tests.
import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { waitUntil } from '../../../dev/stack/wait-until';
import { freePort } from '../../../dev/stack/free-port';
import { deliver, Ledger, signedEvent, type SignedEvent } from '../../support/events/deliveries';
import { type Listening, listen, webhookCredential } from '../../support/events/trigger-workflow';
import { used } from '../../support/used';
import { ownN8n } from '../support/n8n';

const SECRET = randomUUID();

const n8n = used(ownN8n);
const ledger = used(
	() => Ledger.start(),
	(one) => one.stop(),
);

async function newWorkflow(redisUrl = '', options = {}): Promise<Listening> {
	const credential = await webhookCredential(n8n.api, SECRET, redisUrl);
	return listen(n8n.api, credential, ledger.url, { options });
}

async function applied(event: SignedEvent, times: number): Promise<void> {
	await waitUntil(`the event to be applied ${times} times`, () =>
		ledger.timesApplied(event.eventId) === times ? true : undefined,
	);
}

test('a refused delivery does not mark its event as seen', async () => {
	const { webhookPath, workflowId } = await newWorkflow();
	const event = signedEvent(SECRET);
	const forged = { ...event, headers: { ...event.headers, 'x-svc-signature': '0'.repeat(64) } };
	expect(await deliver(n8n.url(webhookPath), forged)).toBe(401);
	await n8n.logWith('Delivery refused: no match');
	expect(await n8n.api.countExecutions(workflowId)).toBe(0);
	expect(await deliver(n8n.url(webhookPath), event)).toBe(200);
	await applied(event, 1);
});

test.each([
	['compressed', '', gzipSync, { 'content-encoding': 'gzip' }],
	['with a byte order mark', '\uFEFF', (body: string) => Buffer.from(body), {}],
])('a delivery %s is verified and accepted', async (_how, mark, encode, encoding) => {
	const { webhookPath } = await newWorkflow();
	const event = signedEvent(SECRET, {}, mark);
	for (const [body, status] of [
		[`${event.body} `, 401],
		[event.body, 200],
	] as const) {
		const answer = await fetch(n8n.url(webhookPath), {
			method: 'POST',
			body: encode(body),
			headers: { ...event.headers, ...encoding },
		});
		expect(answer.status).toBe(status);
	}
	await applied(event, 1);
});

test('a test in the editor is verified, and runs an event whatever is chosen and however often it comes', async () => {
	const { webhookPath, workflowId } = await newWorkflow('', { statuses: 'failed' });
	const event = signedEvent(SECRET);
	expect(await deliver(n8n.url(webhookPath), event)).toBe(200);
	expect(await n8n.api.countExecutions(workflowId)).toBe(0);
	for (const times of [1, 2]) {
		await n8n.api.listenForTest(workflowId, 'Trigger');
		const forged = { ...event, body: `${event.body} ` };
		expect(await deliver(n8n.testUrl(webhookPath), forged)).toBe(401);
		expect(await deliver(n8n.testUrl(webhookPath), event)).toBe(200);
		await applied(event, times);
	}
});

test('with its Redis out of reach, deliveries are postponed with 503 and logged, not run', async () => {
	const password = randomUUID();
	const url = `redis://:${password}@127.0.0.1:${await freePort()}`;
	const { webhookPath, workflowId } = await newWorkflow(url);
	const { body, headers } = signedEvent(SECRET);
	const answer = await fetch(n8n.url(webhookPath), { method: 'POST', body, headers });
	expect(answer.status).toBe(503);
	expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
	expect(await answer.json()).toEqual({ error: 'delivery_failed' });
	expect(await n8n.api.countExecutions(workflowId)).toBe(0);
	const log = await n8n.logWith('Delivery postponed');
	expect(log).not.toContain(password);
	expect(log).not.toContain(SECRET);
});
