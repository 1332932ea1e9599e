import {
	CODE_MEANING,
	KEY_CONFLICT,
	STATUS_MEANING,
	TOKEN_STATUS_MEANING,
} from '../../../nodes/PartnerSettlement/messages/failure-meanings';
import { capital, failureText } from '../../../nodes/PartnerSettlement/messages/failure-text';
import {
	type LocalErrorCode,
	type FailureOutcome,
	outcomeOfStatus,
	PartnerApiError,
} from '../../../partner-api';
import type { PartnerApiErrorDetails } from '../../../partner-api/errors';
import { table } from './table';

const HEAD = `# Errors

This page lists the errors of **Partner Settlement**. It is made from the tables that the nodes use (\`npm run docs\`). The code
is in brackets in an error's first line, e.g. \`Withdrawal: Create: refused (insufficient_balance)\`. A failed item under
**On Error: Continue** has it in \`details.code\`. An error without a code is not from the API. It is about a parameter, an
item, the credential or n8n, and says what to do.

If a call spends or changes something, its error always says what happened to the money, here under "Money":

- **not sent** (\`not_sent\` in \`details.outcome\`): the call never reached the API, or the API accepted no more calls (429).
  This attempt spent nothing.
- **refused** (\`refused\`): the API said no, or the order came to nothing. Nothing was spent.
- **outcome unknown** (\`unknown\`): it may have been carried out. Repeat it with the \`ext_id\` that the error names. That
  finds the order, or places it if there is none. If the error names none, check before you repeat it.

The tables give the outcome only if the code alone makes it certain. The error itself always gives it. If an earlier attempt may
have placed the order, a refusal counts only after a lookup has shown that no order exists. So if a later attempt (**Retry On
Fail**, **Retry**) stops at a mistake in a field, the outcome is still _unknown_.`;

const CHAPTERS = {
	api: `## Codes of the API

The API document names these codes (section 7), except \`ext_id_conflict\`, which comes from the sandbox. They are refusals
if the HTTP status is from 400 to 499, except 408, 425 and 499. With any other status, the outcome is unknown. In a batch,
the code in each order's own result counts in the same way. If that result shows the order as placed, the order is looked
up.`,
	local: `## Codes of these nodes

The nodes use these codes if the API gave none.`,
	status: `## Other codes of the API

The document does not list them (section 7, rule 9), so the HTTP status decides.`,
	token: `## The token exchange

If the token exchange fails, no call is sent.`,
};

/** The details from which this page makes an error. */
type Known = Pick<PartnerApiErrorDetails, 'code'> & Partial<PartnerApiErrorDetails>;

interface Advice {
	/** What happened to the money, if the code alone decides it. */
	money: string;
	/** What to do, if the error's text does not say enough. */
	advice?: string;
}

const WORDS: Record<FailureOutcome, string> = {
	not_sent: 'not sent',
	refused: 'refused',
	unknown: 'outcome unknown',
};
const NOT_SENT: Advice = { money: WORDS.not_sent };
const REPEAT = 'Repeat with the `ext_id` that the error names.';
const UNKNOWN: Advice = { money: WORDS.unknown, advice: REPEAT };
const WHERE_UNKNOWN = 'If the outcome is unknown, repeat with the `ext_id` that the error names.';
const EITHER: Advice = { money: 'not sent, or outcome unknown', advice: WHERE_UNKNOWN };
const BY_STATUS: Advice = {
	money: 'as the HTTP status says, see below',
	advice: 'Follow the HTTP status.',
};

const LOCAL: Record<LocalErrorCode, Advice> = {
	connection_failed: NOT_SENT,
	connection_lost: UNKNOWN,
	timeout: { ...EITHER, advice: `Raise the Timeout if it is short. ${WHERE_UNKNOWN}` },
	cancelled: EITHER,
	blocked_by_egress_filter: NOT_SENT,
	redirect: UNKNOWN,
	html_answer: { money: 'outcome unknown; after a 429, not sent' },
	empty_answer: UNKNOWN,
	unreadable_encoding: UNKNOWN,
	answer_too_large: UNKNOWN,
	broken_json: UNKNOWN,
	unexpected_answer: {
		...UNKNOWN,
		advice: `${REPEAT} If only the fields of a read are not as documented, **API Call: Request** gives the response as it came.`,
	},
	another_order: { money: 'outcome unknown; not sent if your own number is taken' },
	another_partner: NOT_SENT,
	may_exist: {
		money: WORDS.unknown,
		advice: 'Look it up with **Document: Get**, by its `ext_id`.',
	},
	came_to_nothing: { money: WORDS.refused },
	ended_otherwise: { money: WORDS.unknown },
	key_under_way: EITHER,
	redis_unreachable: EITHER,
	missing_scope: NOT_SENT,
	no_longer_allowed: EITHER,
	wrong_call: NOT_SENT,
	no_error_code: BY_STATUS,
};

/** If a key is in use, a lookup decides. */
const LOOKED_UP: Advice = { money: 'refused, or outcome unknown', advice: WHERE_UNKNOWN };
const MONEY: Readonly<Record<number, Advice>> = { 409: LOOKED_UP, 429: NOT_SENT };

/** Statuses that are in no table. */
const MORE_STATUSES: [number, string][] = [
	[418, 'any other 4xx'],
	[500, '5xx'],
];

const CONTEXT = { call: '', changesState: false };

/** The reference of all error codes, as Markdown. */
export function errorReference(): string {
	const { api, local, status, token } = CHAPTERS;
	const chapters = [
		[api, errorTable('Code', Object.keys(CODE_MEANING).map(apiRow))],
		[local, errorTable('Code', Object.entries(LOCAL).map(localRow))],
		[status, errorTable('HTTP status', statusNames().map(statusRow))],
		[token, errorTable('HTTP status', tokenRows())],
	];
	return `${[HEAD, ...chapters.flat()].join('\n\n')}\n`;
}

function errorTable(title: string, rows: string[][]): string {
	return table([title, 'What happened', 'Money', 'What to do'], rows);
}

function apiRow(code: string): string[] {
	const advice = code === KEY_CONFLICT ? LOOKED_UP : { money: WORDS.refused };
	return row(`\`${code}\``, meaning({ code }), advice);
}

function localRow([code, advice]: [string, Advice]): string[] {
	return row(`\`${code}\``, meaning({ code }), advice);
}

function statusNames(): [number, string][] {
	const names = Object.keys(STATUS_MEANING).map((name): [number, string] => [Number(name), name]);
	return [...names, ...MORE_STATUSES].sort(([left], [right]) => left - right);
}

function statusRow([status, name]: [number, string]): string[] {
	const outcome = outcomeOfStatus(status);
	const advice = outcome === 'unknown' ? UNKNOWN : { money: WORDS[outcome] };
	return row(name, meaning({ code: 'any', status }), MONEY[status] ?? advice);
}

function tokenRows(): string[][] {
	const statuses = Object.keys(TOKEN_STATUS_MEANING).map((name): [string, Known] => [
		name,
		{ code: 'any', status: Number(name) },
	]);
	const rows: [string, Known][] = [...statuses, ['5xx', { code: 'any', status: 500 }]];
	return rows.map(([name, known]) => row(name, meaning({ ...known, phase: 'token' }), NOT_SENT));
}

/** What happened, in the error's words, without the part about the money. */
function meaning(known: Known): string {
	const error = new PartnerApiError({ outcome: 'refused', phase: 'call', ...known });
	const [text = ''] = failureText(error, CONTEXT).description.split(
		/This call spends nothing|Outcome unknown: /,
	);
	return text.trim();
}

/** A meaning says what happened, then what to do. */
function row(name: string, text: string, { money, advice = '' }: Advice): string[] {
	const [, happened = text.replace(/[.]$/, ''), toDo = ''] = /^(.+?)[:.] (.+)$/.exec(text) ?? [];
	return [name, `${happened}.`, money, [capital(toDo), advice].filter(Boolean).join(' ')];
}
