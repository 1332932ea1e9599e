import { outcomeAddress } from '../sandbox/magic';
import type { Demo } from './demo';

export type TryContext = Pick<Demo, 'url' | 'sandboxUrl' | 'partnerId' | 'payoutKey'>;

function post(url: string, body?: object, header?: string): string {
	const data = body && `-H 'content-type: application/json' -d '${JSON.stringify(body)}'`;
	return ['curl -X POST', url, header && `-H '${header}'`, data].filter(Boolean).join(' ');
}

/** How the demo's user tries each example, by its name: lines to read or to paste into a shell. */
export function waysToTry({ url, sandboxUrl, partnerId, payoutKey }: TryContext) {
	const webhook = (path: string): string => `${url}/webhook/${path}`;
	const click = (trigger: string): string =>
		`open it and click Execute workflow, from "${trigger}"`;
	const payout = (number: string, outcome: 'clear' | 'sanctions'): string =>
		post(
			webhook('payouts'),
			{ payout: number, to_address: outcomeAddress('tron_usdt', outcome), amount: '12.50' },
			`${payoutKey.name}: ${payoutKey.value}`,
		);
	const lowerBalance = [
		`curl -X PATCH ${sandboxUrl}/_sandbox/partners/${partnerId}`,
		`-H 'content-type: application/json' -d '{"balance":"400"}'`,
	].join(' ');
	return new Map<string, string[]>([
		['kyt-screening', [post(webhook('kyt-screening'))]],
		['low-balance-alert', [lowerBalance, 'then wait for the next full minute']],
		['nightly-screening', [click('Run by hand')]],
		['notebook', [`read what the others send: ${webhook('notebook')}`]],
		[
			'payout-with-screening',
			[payout('1001', 'clear'), `${payout('1002', 'sanctions')}   (blocked)`],
		],
		['reconciliation', [click('Run by hand')]],
		['settlement-events', [click('Buy an eSIM to try it')]],
	]);
}
