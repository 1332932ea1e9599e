import { InputError } from '../../../../partner-api';
import { field, flag } from '../../definition/fields';
import type { ItemCall } from '../../definition/item-call';
import { assumedCall, type Operation } from '../../definition/operation';

const REPLACE = 'Replace the Current URL';

export const webhookSetUrl: Operation = {
	resource: 'webhook',
	operation: 'setUrl',
	name: 'Set URL',
	action: 'Set the callback URL',
	description: 'Choose the one address that receives the events of the account',
	isDefault: true,
	section: '4.9',
	endpoint: assumedCall('webhook_register'),
	effect: 'change',
	fields: [
		field('callback_url', {
			required: true,
			displayName: 'Callback URL',
			placeholder: 'e.g. https://n8n.example.com/webhook/...',
			description: 'The Production URL of a Partner Settlement Trigger',
		}),
		flag('confirm_replace', {
			required: true,
			displayName: REPLACE,
			description: 'Whether this URL may replace the current one. This switch is not sent.',
		}),
	],
	resolve,
	notice: 'The account has one callback URL. Workflows at any other URL stop getting its events.',
};

/** Replacing another workflow's URL must be confirmed. An operator's own body replaces both fields. */
function resolve({ confirm_replace: isConfirmed, ...values }: ItemCall['values']) {
	if (isConfirmed === false) {
		throw new InputError(
			`${REPLACE} is off`,
			"The account has one callback URL. If you replace it, workflows at any other URL stop getting the account's events. Turn the switch on if you want that.",
		);
	}
	const { callback_url: url } = values;
	if (typeof url === 'string') checkCallbackUrl(url);
	return values;
}

/** An API on this machine, such as the sandbox, may call back without TLS. */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** A wrong address is noticed only when its events are missing. @throws InputError */
export function checkCallbackUrl(given: string): void {
	const url = URL.canParse(given) ? new URL(given) : undefined;
	const isLocal = url?.protocol === 'http:' && LOOPBACK.has(url.hostname);
	// Section 6 requires HTTPS.
	if (!url || !(isLocal || url.protocol === 'https:')) {
		throw new InputError(
			'Callback URL must be a complete HTTPS address',
			'Copy the Production URL of the Partner Settlement Trigger. If n8n shows it with http://, set the WEBHOOK_URL of your n8n to its public HTTPS address.',
		);
	}
	if (url.pathname.includes('/webhook-test/')) {
		throw new InputError(
			'Callback URL is a Test URL, which n8n answers only while it listens for a test event',
			'Copy the Production URL of the Partner Settlement Trigger, and publish its workflow.',
		);
	}
}
