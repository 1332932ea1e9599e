import { randomUUID } from 'node:crypto';

import { type IHookFunctions, NodeOperationError } from 'n8n-workflow';

import { EVENT_TYPES, signBody, type WebhookEvent } from '../../partner-api';
import { activationError } from '../activation-error';
import { setCallbackUrl } from './callback-url';
import { assertSupportedEngine } from './deduplication/claim';
import { readRedisUrl, reasonOf, sharedRedis } from './deduplication/redis';
import { ALL_EVENTS, eventName, FIRST_OF_EVENTS, FIRST_SECRET } from './panel';
import { type Filter, findFilter, readSelection } from './select';
import { readWebhookSecrets } from './verify';

/**
 * n8n's hooks around activation. A workflow that is unpublished leaves the callback URL as it is: it belongs to the account,
 * and may be another workflow's by then.
 */
export const registration = {
	async checkExists(this: IHookFunctions): Promise<boolean> {
		return await Promise.resolve(false);
	},

	/** Refuses to go live where every delivery would be refused or put off, or the callback URL cannot be set as asked. */
	async create(this: IHookFunctions): Promise<boolean> {
		if (this.getActivationMode() === 'manual') {
			const { secret, headerName } = await readSecret(this, readRedisUrl);
			sendSampleLater(this, secret, headerName);
			return true;
		}
		try {
			assertSupportedEngine(this);
			await readSecret(this, (url) => sharedRedis(this, url));
			await setCallbackUrl(this);
			return true;
		} catch (error) {
			throw activationError(this.getNode(), error);
		}
	},

	async delete(this: IHookFunctions): Promise<boolean> {
		return await Promise.resolve(true);
	},
};

/**
 * The secret that deliveries are signed with.
 *
 * @param checkRedis looks at the credential's Deduplication Redis URL; a test in the editor is always run, and needs none
 * @throws NodeOperationError where a delivery could not be verified, or its event be told from one seen before
 */
async function readSecret(
	context: IHookFunctions,
	checkRedis: (url: unknown) => unknown,
): Promise<{ secret: string; headerName: string }> {
	const { secrets, redisUrl, headerName } = await readWebhookSecrets(context);
	try {
		checkRedis(redisUrl);
	} catch (error) {
		throw new NodeOperationError(context.getNode(), error as Error, { description: NO_REDIS });
	}
	const [secret] = secrets;
	if (secret !== undefined) return { secret, headerName };
	throw new NodeOperationError(context.getNode(), 'The credential has no Webhook Secret', {
		description: `Without it no event could be checked, so none would be accepted. Fill in Webhook Secret in the credential. ${FIRST_SECRET}`,
	});
}

const NO_REDIS =
	'In queue mode the processes of n8n share there which events they have seen, or an event may be applied twice. Fill in Deduplication Redis URL in the credential, such as redis://host:6379: the Redis of the queue will do, if it keeps its data. With one process of n8n it stays empty. To publish without it all the same, turn on Go Live Without Redis under Options.';

/** How long n8n takes to register a test. A test that is over by then is registered anew. */
const REGISTRATION_MS = 1_000;

const WHAT_TO_DO: Record<Filter, string> = {
	Events: 'Add its type to Events, or choose another Sample Event under Options.',
	Statuses:
		'Every sample has the status "completed": add it to Statuses under Options, or remove Statuses for this test.',
	'Include Test Ping':
		'A test.ping goes by this option alone: turn on Include Test Ping under Options, or choose another Sample Event.',
};

/**
 * Sends the sample event that the options ask for to this test of the editor, as a real one comes.
 *
 * @param secret what it is signed with
 * @param headerName the signature header
 * @throws NodeOperationError for a sample that the trigger would drop: the editor would wait for it in vain
 */
function sendSampleLater(context: IHookFunctions, secret: string, headerName: string): void {
	const options = context.getNodeParameter('options', {}) as Record<string, unknown>;
	const type = sampleType(context, options.sampleEvent);
	const url = context.getNodeWebhookUrl('default');
	if (type === undefined || url === undefined) return;
	// As old as it is when it is sent, which counts for Maximum Age.
	const event = sampleEvent(type, new Date(Date.now() + REGISTRATION_MS));
	assertSelected(context, event);
	const body = JSON.stringify(event);
	const headers = { 'content-type': 'application/json', [headerName]: signBody(secret, body) };
	setTimeout(() => {
		context.helpers.httpRequest({ method: 'POST', url, headers, body }).catch((error: unknown) => {
			context.logger.warn(
				`The sample event did not reach the test URL of this n8n: ${reasonOf(error)}`,
			);
		});
	}, REGISTRATION_MS);
}

/** @returns undefined where no sample is wanted */
function sampleType(context: IHookFunctions, chosen: unknown): EventType | undefined {
	if (chosen !== FIRST_OF_EVENTS) return EVENT_TYPES.find((name) => name === chosen);
	const { events } = readSelection(context);
	if (events.includes(ALL_EVENTS)) return 'card_issue.status_changed';
	return EVENT_TYPES.find((name) => events.includes(name));
}

function assertSelected(context: IHookFunctions, event: WebhookEvent): void {
	const filter = findFilter(event, readSelection(context));
	if (filter === undefined) return;
	throw new NodeOperationError(
		context.getNode(),
		`Sample Event: "${eventName(event.event)}" does not start the workflow, because of ${filter}`,
		{ description: WHAT_TO_DO[filter] },
	);
}

type EventType = (typeof EVENT_TYPES)[number];

/** What an event of each type may hold beyond the fields that every one has (section 6.4). */
const DETAILS: Record<EventType, Record<string, unknown>> = {
	'card.otp': { card_id: 'sample-card', otp: '000000' },
	'card_freeze.status_changed': { card_id: 'sample-card' },
	'card_issue.status_changed': { card_id: 'sample-card', amount: '5.00', currency: 'USDT' },
	'card_topup.status_changed': { card_id: 'sample-card', amount: '25.00', currency: 'USDT' },
	'esim_purchase.status_changed': { offer_id: 'sample-offer', amount: '12.90', currency: 'USDT' },
	'esim_topup.status_changed': { offer_id: 'sample-offer', amount: '3.45', currency: 'USDT' },
	'gift_purchase.status_changed': { offer_id: 'sample-offer', amount: '10.15', currency: 'USDT' },
	'test.ping': {},
	'withdrawal.status_changed': {
		amount: '150.25',
		currency: 'USDT',
		network: 'TRON',
		to_address: 'sample-address',
	},
};

/** A made-up event of this type, with a new event_id; the name must be one of section 6.3. */
export function sampleEvent(type: EventType, now: Date): WebhookEvent {
	return {
		event_id: randomUUID(),
		event: type,
		occurred_at: now.toISOString(),
		data: {
			ext_id: 'sample-ext-id',
			status: 'completed',
			document_status: 'done',
			ref_id: 'sample-ref',
			order_id: 'sample-order',
			http_status: '200',
			...DETAILS[type],
		},
	};
}
