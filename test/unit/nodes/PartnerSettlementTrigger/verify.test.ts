// Which secrets a delivery is verified with, and how often the credential is read for that.
import { randomUUID } from 'node:crypto';
import type { INode, IWebhookFunctions } from 'n8n-workflow';
import { sampleSecretOf, verifyDelivery } from '../../../../nodes/PartnerSettlementTrigger/verify';
import { InputError, signBody } from '../../../../partner-api';

const BODY = Buffer.from('{}');

/** A trigger node of its own, whose credential can be changed and counts how often it is read. */
class Node {
	readings = 0;
	isUnreadable = false;

	constructor(
		public webhookSecret: string,
		private readonly previousWebhookSecret = '',
		private readonly id: string = randomUUID(),
		private readonly credentialId = '1',
	) {}

	async accepts(signedWith: string, mode = 'webhook'): Promise<boolean> {
		const headersDistinct = { 'x-svc-signature': [signBody(signedWith, BODY.toString())] };
		const context = {
			getCredentials: () => {
				this.readings += 1;
				const { webhookSecret, previousWebhookSecret } = this;
				if (this.isUnreadable) return Promise.reject(new Error('no database'));
				return Promise.resolve({ webhookSecret, previousWebhookSecret });
			},
			getRequestObject: () => ({ headersDistinct }),
			getMode: () => mode,
		};
		const node = { credentials: { partnerSettlementApi: { id: this.credentialId } } };
		const { verdict } = await verifyDelivery(
			context as unknown as IWebhookFunctions,
			node as unknown as INode,
			this.id,
			BODY,
		);
		return verdict.valid;
	}
}

function together(node: Node, signedWith: string): Promise<boolean[]> {
	return Promise.all(Array.from({ length: 200 }, () => node.accepts(signedWith)));
}

let now = 0;

beforeEach(() => {
	jest.spyOn(performance, 'now').mockImplementation(() => now);
});

afterEach(() => {
	jest.restoreAllMocks();
});

test('the previous secret counts beside a present one, never alone', async () => {
	expect(await new Node('secret', 'previous').accepts('previous')).toBe(true);
	const alone = new Node(' ', 'previous');
	for (const signedWith of ['previous', 'guess'])
		await expect(alone.accepts(signedWith)).rejects.toThrow('The credential has no Webhook Secret');
	expect(alone.readings).toBe(1);
});

test('a sample event counts in a test in the editor, and never in production', async () => {
	const sample = sampleSecretOf('secret');
	expect(await new Node('secret').accepts(sample, 'manual')).toBe(true);
	expect(await new Node('secret').accepts(sample)).toBe(false);
	expect(await new Node('another').accepts(sample, 'manual')).toBe(false);
});

test('a flood of bad signatures costs at most five readings a second, not one each', async () => {
	const node = new Node('secret');
	expect(new Set(await together(node, 'guess'))).toEqual(new Set([false]));
	expect(new Set(await together(node, 'guess'))).toEqual(new Set([false]));
	expect(node.readings).toBe(1);
	expect(await node.accepts('secret')).toBe(true);
	now += 200;
	expect(new Set(await together(node, 'guess'))).toEqual(new Set([false]));
	expect(node.readings).toBe(2);
});

test('what was read is kept for five seconds, and a changed secret counts after a fifth of one', async () => {
	const node = new Node('old');
	expect(await node.accepts('old')).toBe(true);
	now += 4_999;
	expect(await node.accepts('old')).toBe(true);
	expect(node.readings).toBe(1);
	now += 1;
	expect(await node.accepts('old')).toBe(true);
	expect(node.readings).toBe(2);
	node.webhookSecret = 'new';
	expect(await node.accepts('new')).toBe(false);
	now += 200;
	expect(await node.accepts('new')).toBe(true);
	expect(await node.accepts('old')).toBe(false);
});

test('a failed reading is shared, and tried again by the next delivery', async () => {
	const node = new Node('secret');
	node.isUnreadable = true;
	const deliveries = await Promise.allSettled([node.accepts('secret'), node.accepts('guess')]);
	expect(deliveries.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
	node.isUnreadable = false;
	expect(node.readings).toBe(1);
	expect(await node.accepts('secret')).toBe(true);
});

test('a Webhook Secret that was not copied alone is named, and none of it is repeated', async () => {
	const node = new Node('whsec-1\u200B');
	const delivery = node.accepts('whsec-1');
	await expect(delivery).rejects.toThrow(
		new InputError('Webhook Secret ends with an invisible character, U+200B'),
	);
	node.webhookSecret = ' whsec-1\n';
	expect(await node.accepts('whsec-1')).toBe(true);
});

test('a test of the draft with the sandbox credential opens nothing in production', async () => {
	// One node, whose draft and published version have different credentials.
	const [published, draft] = ['live', 'sandbox'].map((one) => new Node(one, '', 'node', one));
	expect(await published?.accepts('live')).toBe(true);
	expect(await published?.accepts('sandbox')).toBe(false);
	now += 1_100;
	expect(await draft?.accepts('sandbox')).toBe(true);
	// The production URL, within 5 s.
	expect(await published?.accepts('sandbox')).toBe(false);
});
