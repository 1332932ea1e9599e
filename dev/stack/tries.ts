import { outcomeAddress } from '../sandbox/magic';
import type { Demo } from './demo';
import { PEOPLE } from './demo-examples';
import { formUrlOf } from './examples';

export type TryContext = Pick<Demo, 'url' | 'sandboxUrl' | 'partnerId' | 'examples'>;

const CLICK = 'open this workflow and click Execute workflow';

function loginOf({ user, password }: (typeof PEOPLE)[keyof typeof PEOPLE]): string {
	return `user ${user}, password ${password}`;
}

/** How the demo's user tries each example, by its name: lines to read or to paste into a shell. */
export function waysToTry({ url, sandboxUrl, partnerId, examples }: TryContext) {
	const form = (name: string): string[] =>
		examples
			.filter((example) => example.name === name)
			.map(({ workflow }) => `open ${formUrlOf(url, workflow)}`)
			.concat(loginOf(PEOPLE['Operator (sandbox)']));
	const lowerBalance = [
		`curl -X PATCH ${sandboxUrl}/_sandbox/partners/${partnerId}`,
		`-H 'content-type: application/json' -d '{"balance":"400"}'`,
	].join(' ');
	const [clear, sanctioned] = (['clear', 'sanctions'] as const).map((outcome) =>
		outcomeAddress('tron_usdt', outcome),
	);
	return new Map<string, string[]>([
		[
			'budget-alert',
			[`enter Maximum per 24 Hours in the credential, spend some of it, then ${CLICK}`],
		],
		['buy-esim', form('buy-esim')],
		['issue-card', form('issue-card')],
		['kyt-screening', [CLICK]],
		['low-balance-alert', [lowerBalance, 'then wait for the next full minute']],
		[
			'missing-events',
			['unpublish "Do something with each event", order a payout,', `five minutes later: ${CLICK}`],
		],
		['nightly-screening', [CLICK]],
		[
			'payout-with-approvals',
			[
				`${CLICK}; the links are in the Executions of "Ask the first approver" and "Ask the second approver"`,
				`first approver: ${loginOf(PEOPLE['First approver (sandbox)'])}`,
				`second approver: ${loginOf(PEOPLE['Second approver (sandbox)'])}`,
			],
		],
		[
			'payout-with-screening',
			[
				...form('payout-with-screening'),
				`an address that is clear: ${String(clear)}`,
				`one that is blocked: ${String(sanctioned)}`,
			],
		],
		['reconciliation', [`order payout-1001 in the payout form, then ${CLICK}`]],
		[
			'resolve-unknown-orders',
			[
				`${CLICK} (from Every hour): it makes the data table settlement_unknown`,
				'add a row with the ext_id payout-1001 to it, and ten minutes later click again',
			],
		],
		[
			'screened-payout-by-agent',
			[`give Model a credential for your model, then ${CLICK}`, `address: ${String(clear)}`],
		],
		['settlement-events', ["order anything, then look at this workflow's Executions"]],
		[
			'watch-a-long-list',
			[
				`${CLICK}: it makes the data table settlement_watch`,
				`add addresses such as ${String(sanctioned)} to it, then click again`,
			],
		],
	]);
}
