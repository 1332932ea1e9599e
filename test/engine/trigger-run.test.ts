// The trigger's part in a run, in n8n's engine: which runs of an event go on, whatever the node's settings.
import { randomUUID } from 'node:crypto';
import { DataDeduplicationService } from 'n8n-core';
import type { ICheckProcessedContextData, INode } from 'n8n-workflow';
import { PartnerSettlementTrigger } from '../../nodes/PartnerSettlementTrigger/PartnerSettlementTrigger.node';
import { errorOf, outputs, startNode } from './support/run-node';

/** In place of n8n's table of what nodes have processed. */
class Processed {
	isBroken = false;
	private readonly entries = new Set<string>();

	checkProcessedAndRecord(items: string[], _scope: string, context: ICheckProcessedContextData) {
		if (this.isBroken) return Promise.reject(new Error('no database'));
		const fresh = items.filter((item) => !this.entries.has(`${context.workflow.id} ${item}`));
		for (const item of fresh) this.entries.add(`${context.workflow.id} ${item}`);
		return Promise.resolve({ new: fresh, processed: [] });
	}

	removeProcessed(items: string[], _scope: string, context: ICheckProcessedContextData) {
		for (const item of items) this.entries.delete(`${context.workflow.id} ${item}`);
		return Promise.resolve();
	}

	clearAllProcessedItems = () => Promise.resolve();
	getProcessedDataCount = () => Promise.resolve(this.entries.size);
}

let processed: Processed;

beforeAll(async () => {
	processed = new Processed();
	await DataDeduplicationService.init(processed);
});

beforeEach(() => {
	processed.isBroken = false;
});

/** The settings of a node with which n8n would go on, whatever the node says. */
const GOES_ON: [string, Partial<INode>][] = [
	['On Error: Stop Workflow', {}],
	['On Error: Continue', { onError: 'continueRegularOutput' }],
	['On Error: Continue (using error output)', { onError: 'continueErrorOutput' }],
	['Continue On Fail of old workflows', { continueOnFail: true }],
	['Always Output Data', { alwaysOutputData: true }],
	['both', { alwaysOutputData: true, onError: 'continueRegularOutput' }],
];

/** The trigger's part of a run that n8n has stored. */
async function run(
	settings: Partial<INode>,
	claim: { eventId: string; token: string },
	inRedis = false,
) {
	const event = { event_id: claim.eventId };
	return await startNode({
		type: new PartnerSettlementTrigger(),
		credential: {},
		parameters: {},
		items: [event],
		beside: { claim: { ...claim, inRedis } },
		mode: 'webhook',
		settings,
	});
}

const itemsOf = (result: Awaited<ReturnType<typeof run>>) =>
	outputs(result).flatMap((items) => items.map(({ json }) => json));

describe.each(GOES_ON)('with %s', (_name, settings) => {
	test('the first run of an event applies it, and so does its retry; another run ends', async () => {
		const eventId = randomUUID();
		for (const [token, items] of [
			['first', [{ event_id: eventId }]],
			['second', []],
			['first', [{ event_id: eventId }]],
		] as const) {
			const result = await run(settings, { eventId, token });
			expect(itemsOf(result)).toEqual(items);
			expect(result.status).toBe('success');
		}
	});
});

test('a run whose event was claimed in Redis is not marked elsewhere where the URL is empty by now', async () => {
	const result = await run({}, { eventId: randomUUID(), token: 'first' }, true);
	expect(result.status).toBe('error');
	expect(errorOf(result).message).toBe('The event could not be marked as applied');
	expect(errorOf(result).description).toMatch('Redis URL of the credential is empty');
});
