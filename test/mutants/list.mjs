import { EDGES } from './edges.mjs';
import { of } from './of.mjs';

const rows = of(
	'decide',
	'nodes/PartnerSettlement/orders/decide.ts',
	['decide.test'],
	[
		["row('this_order', ANY, ...same('done'))", "row('this_order', ANY, ...same('unknown'))"],
		[
			"row('another_order', ANY, ...same('unknown'))",
			"row('another_order', ANY, ...same('refused'))",
		],
		["'look_up', 'unknown', ...same('refused', 5)", "'look_up', 'done', ...same('refused', 5)"],
		["'unknown', 'refused', ...same('unknown', 4)", "'unknown', 'unknown', ...same('unknown', 4)"],
		["'taken', ...same('unknown', 3)", "'unknown', ...same('unknown', 3)"],
		["row('refused', ['no'], 'refused')", "row('refused', ['no'], 'unknown')"],
		["'taken', 'unknown', 'refused', 'unknown'),", "'taken', 'unknown', 'refused', 'refused'),"],
		["row('not_sent', ['no'], 'not_sent')", "row('not_sent', ['no'], 'refused')"],
		["'taken', 'unknown', 'not_sent', 'unknown'),", "'taken', 'unknown', 'not_sent', 'not_sent'),"],
		[
			"row('not_sent', ['sent'], ...FOUND, ...same('unknown', 4))",
			"row('not_sent', ['sent'], ...FOUND, ...same('not_sent', 4))",
		],
		[
			"row('lost', ANY, ...FOUND, ...same('unknown', 4))",
			"row('lost', ANY, ...FOUND, ...same('refused', 4))",
		],
		["row('nothing_yet', ['no'], 'send')", "row('nothing_yet', ['no'], 'send_if_known')"],
		["'send_if_known', 'send', 'send_if_known'),", "'send_if_known', 'send', 'send'),"],
		["lost: 'unknown',\n\tnothing_yet", "lost: 'refused',\n\tnothing_yet"],
		[
			"if (key !== 'own' || before === 'sent') return 'unknown';",
			"if (key !== 'own') return 'unknown';",
		],
		["'insufficient_balance', 'not_allowed'", "'insufficient_balance'"],
	],
);

const answer = of(
	'answer',
	'partner-api/answer.ts',
	['partner-api/answer'],
	[
		['const MAX_ENVELOPES = 3;', 'const MAX_ENVELOPES = 0;'],
		["const UNREADABLE = '(unreadable: set status in API Differences)';", "const UNREADABLE = '';"],
		['second || isRecord(level, only, dialect)', 'second'],
		['!only || second ||', '!only ||'],
		["...items, 'results'", '...items'],
		['return exists || isBought', 'return isBought'],
		[
			"one === 'failed' || one === 'unclear') ? 'unclear' : own",
			"one === 'failed') ? 'unclear' : own",
		],
		['/^(?:0|false|no)$/i.test(text)', '/^(?:0|no)$/i.test(text)'],
		['/^\\s*[345]\\d\\d(?!\\d)/', '/^\\s*[45]\\d\\d(?!\\d)/'],
		[
			"return value === undefined ? undefined : (scalarText(value) ?? '');",
			'return scalarText(value);',
		],
		["valueAt(one, 'sanctions_hit') === true", "valueAt(one, 'sanctions_hit') === 'yes'"],
		['!/^(?:false|true|0)$/.test(text)', '!/^(?:false|true)$/.test(text)'],
		['kind.words[word] ?? areaOf(word)', 'areaOf(word)'],
	],
);

const MATCHING = ['dialect', 'match', 'partner-api/answer', 'lists/', 'honest-apis', 'no-repeats'];
const dialect = [
	...of('dialect', 'partner-api/dialect/records.ts', MATCHING, [
		["default: 'auto',", 'default: [],'],
		["default: ['ext_id'],", "default: ['id'],"],
		["default: ['amount'],", "default: ['sum'],"],
		["default: ['card_id', 'esim_id', 'purchase_id'],", "default: ['card_id', 'esim_id'],"],
		['default: NO_ORDER,', "default: ['not_found'],"],
		['default: 30,', 'default: 0,'],
		["or is sent again.',\n\t\tdefault: [],", "or is sent again.',\n\t\tdefault: ['withdrawal'],"],
		["counts it once.',\n\t\tdefault: [],", "counts it once.',\n\t\tdefault: ['gift_purchase'],"],
		[
			"default: ['error', 'errors', 'error_code', 'success', 'ok', 'http_status'],",
			"default: ['error'],",
		],
		[
			"default: { fields: ['kind', 'type', 'operation', 'event'], words: {} },",
			"default: { fields: ['kind'], words: {} },",
		],
		["default: ['status', 'document_status'],", "default: ['status'],"],
		["default: ['items'],", "default: ['goods'],"],
		[
			"names the field.',\n\t\tdefault: {},",
			"names the field.',\n\t\tdefault: { card_id: ['id'] },",
		],
		["default: ['callback', 'notification', 'report'],", "default: ['report'],"],
		["default: ['ext_id_conflict'],", "default: ['conflict'],"],
		["default: ['failed', 'cancelled'],", "default: ['failed'],"],
		["default: ['completed', 'done'],\n", "default: ['completed'],\n"],
		[
			"default: ['pending', 'processing', 'completed', 'done'],",
			"default: ['pending', 'completed', 'done'],",
		],
		[
			"default: ['canceled', 'rejected', 'expired', 'declined', 'refunded', 'reversed', ...FAILURES],",
			"default: ['rejected', ...FAILURES],",
		],
	]),
	...of(
		'dialect',
		'partner-api/dialect/lists.ts',
		[...MATCHING, 'days-left'],
		[
			[
				'default: {},\n\t\tschema: z.record(z.enum(LISTS), place)',
				"default: { '*': { next: 'next', send: 'cursor' } },\n\t\tschema: z.record(z.enum(LISTS), place)",
			],
			['default: undefined,', "default: { response: 'next', request: 'cursor' },"],
			[
				'default: {},\n\t\tschema: z.record(z.enum(LISTS), catalog)',
				"default: { '*': { price: 'cost' } },\n\t\tschema: z.record(z.enum(LISTS), catalog)",
			],
			[
				"default: { amount: 'amount', at: 'created_at' },",
				"default: { amount: 'sum', at: 'created_at' },",
			],
		],
	),
	...of('dialect', 'partner-api/dialect/calls.ts', MATCHING, [
		['default: {},', "default: { card_topup: { path: '/api/topup' } },"],
		['default: undefined,\n\t\tschema: text', "default: 'token',\n\t\tschema: text"],
		['default: undefined,\n\t\tschema: path', "default: '/auth/v1/agent/token',\n\t\tschema: path"],
		[
			"default: 'base',\n\t\tschema: z.enum(['base', 'older'])",
			"default: 'older',\n\t\tschema: z.enum(['base', 'older'])",
		],
	]),
];

/** @type {import('./of.mjs').Mutant[]} */
export const MUTANTS = [...rows, ...answer, ...dialect, ...EDGES];
