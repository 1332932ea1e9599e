import { z } from 'zod';
import { partnerFunction } from '../http/endpoint';
import { badRequest } from '../http/errors';
import { isLoopback } from '../http/only-here';

/** Section 6 requires HTTPS. Plain HTTP is allowed to this machine, where the sandbox runs. */
function refusePlainHttp(callbackUrl: string): void {
	const url = new URL(callbackUrl);
	const local = url.protocol === 'http:' && isLoopback(url.hostname);
	if (url.protocol !== 'https:' && !local) {
		throw badRequest('invalid_callback_url', 'The callback URL must be an HTTPS URL');
	}
}

/** Named only (section 4.9): registers or patches the callback URL. */
export const registerWebhook = partnerFunction(
	'webhook_register',
	null,
	z.object({ callback_url: z.string().url('invalid_callback_url') }),
	({ partner }, { callback_url: callbackUrl }) => {
		refusePlainHttp(callbackUrl);
		partner.callbackUrl = callbackUrl;
		return { callback_url: callbackUrl };
	},
);
